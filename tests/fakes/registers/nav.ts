import { createHash } from 'node:crypto'
import type { Reply } from '#tests/fakes/fake.ts'
import { companyOf } from './company.ts'
import { REGISTER_KEYS } from './keys.ts'
import type { FakeRegister } from './register.ts'

const { NAV_LOGIN, NAV_PASSWORD, NAV_SIGNATURE_KEY, NAV_TAX_NUMBER } = REGISTER_KEYS
const API = 'http://schemas.nav.gov.hu/OSA/3.0/api'
const COMMON = 'http://schemas.nav.gov.hu/NTCA/1.0/common'

const xml = (status: number, root: string, content: string): Reply => ({
  status,
  headers: { 'content-type': 'application/xml;charset=UTF-8' },
  body: `<?xml version="1.0" encoding="UTF-8"?><ns2:${root} xmlns:ns2="${API}" xmlns="${COMMON}" xmlns:ns3="http://schemas.nav.gov.hu/OSA/3.0/base">${content}</ns2:${root}>`,
})
const ok = '<result><funcCode>OK</funcCode></result>'
const error = (status: number, code: string) =>
  xml(
    status,
    'GeneralErrorResponse',
    `<result><funcCode>ERROR</funcCode><errorCode>${code}</errorCode><message>Hiba</message></result>`,
  )
const hash = (algorithm: string, text: string) =>
  createHash(algorithm).update(text).digest('hex').toUpperCase()
const unescaped = (text = '') => text.replace('&lt;', '<').replace('&gt;', '>').replace('&amp;', '&')

const used = new Set<string>()

/** POST /queryTaxpayer, by the number's last two digits. It checks the signature, and that no request is repeated. */
export const nav: FakeRegister = {
  id: 'nav',
  unavailable: () => error(503, 'MAINTENANCE_MODE'),
  answer: (call, { swapped }) => {
    const field = (name: string) =>
      new RegExp(`<(?:\\w+:)?${name}(?: cryptoType="[A-Z0-9-]+")?>([^<]*)<`).exec(call.body)?.[1]
    const id = field('requestId') ?? ''
    const time = field('timestamp') ?? ''
    const [, number] = /<\/software><taxNumber>(\d{8})<\/taxNumber>/.exec(call.body) ?? []
    if (call.method !== 'POST' || call.path !== '/queryTaxpayer' || !number || !/^\w{1,30}$/.test(id))
      return error(400, 'INVALID_REQUEST')
    if (!field('softwareDevContact')) return error(400, 'INVALID_REQUEST')
    if (used.has(id)) return error(400, 'REQUEST_ID_NOT_UNIQUE')
    used.add(id)
    const isUser =
      field('login') === NAV_LOGIN &&
      field('passwordHash') === hash('sha512', NAV_PASSWORD) &&
      field('taxNumber') === NAV_TAX_NUMBER
    if (!isUser) return error(401, 'INVALID_SECURITY_USER')
    const signed = id + time.slice(0, 19).replace(/\D/g, '') + NAV_SIGNATURE_KEY
    if (unescaped(field('requestSignature')) !== hash('sha3-512', signed))
      return error(401, 'INVALID_REQUEST_SIGNATURE')
    return answerAbout(number, swapped)
  },
}

function answerAbout(number: string, swapped: boolean): Reply {
  const digits = number.slice(-2)
  const respond = (content: string) => xml(200, 'QueryTaxpayerResponse', content)
  const company = companyOf(number, 'Kft.')
  if (digits === '91') return respond(ok)
  if (digits === '92') return respond('<result><funcCode>ERROR</funcCode></result>')
  if (digits === '93') return respond(`${ok}<ns2:taxpayerValidity>true</ns2:taxpayerValidity>`)
  if (!company) return respond(`${ok}<ns2:taxpayerValidity>false</ns2:taxpayerValidity>`)
  // Only this number's codes are known: samples have others.
  const codes = number === '10773381' ? '<ns3:vatCode>2</ns3:vatCode><ns3:countyCode>41</ns3:countyCode>' : ''
  const address = (type: string, street: string) =>
    `<ns2:taxpayerAddressItem><ns2:taxpayerAddressType>${type}</ns2:taxpayerAddressType><ns2:taxpayerAddress><ns3:countryCode>HU</ns3:countryCode><ns3:postalCode>1054</ns3:postalCode><ns3:city>BUDAPEST</ns3:city><ns3:streetName>${street}</ns3:streetName><ns3:publicPlaceCategory>UTCA</ns3:publicPlaceCategory><ns3:number>2</ns3:number></ns2:taxpayerAddress></ns2:taxpayerAddressItem>`
  return respond(
    `${ok}<ns2:infoDate>2010-12-31T23:00:00.000Z</ns2:infoDate><ns2:taxpayerValidity>true</ns2:taxpayerValidity><ns2:taxpayerData><ns2:taxpayerName>${company.name}</ns2:taxpayerName><ns2:taxNumberDetail><ns3:taxpayerId>${swapped ? '15789934' : number}</ns3:taxpayerId>${codes}</ns2:taxNumberDetail><ns2:incorporation>ORGANIZATION</ns2:incorporation><ns2:taxpayerAddressList>${address('SITE', 'MALOM')}${address('HQ', 'KOSSUTH')}</ns2:taxpayerAddressList></ns2:taxpayerData>`,
  )
}
