import { sha3_512 } from '@noble/hashes/sha3.js'
import { sha512 } from '#worker/lib/digest.ts'
import { elementsAt, escapeXml, parseXml, textAt, type XmlElement } from '#worker/lib/xml.ts'
import { found, noAnswer, notFound, toFailure } from './answers.ts'
import type { Register, RegisterAnswer, RegisterSettings } from './register.ts'
import { joinWords } from './texts.ts'

/** https://onlineszamla.nav.gov.hu, interface specification 3.0, 1.8.9. The technical user is a Hungarian taxpayer's. */
export const lookUp: Register['lookUp'] = async (http, { compact }) => {
  const number = compact.slice(0, 8)
  const response = await http.request('/queryTaxpayer', {
    method: 'POST',
    headers: { 'Content-Type': 'application/xml', Accept: 'application/xml' },
    body: await requestFor(number, http.settings),
  })
  const root = await parseXml(response.text)
  // `errorCode` is beside `funcCode`, in `result`.
  const code = textAt(root, 'result/errorCode')
  if (root?.name === 'GeneralErrorResponse') return toFailure(response, code)
  if (response.status !== 200 || root?.name !== 'QueryTaxpayerResponse') return toFailure(response)
  if (textAt(root, 'result/funcCode') !== 'OK') return noAnswer('UNAVAILABLE', code)
  return toAnswer(root, compact)
}

async function requestFor(number: string, settings: RegisterSettings): Promise<string> {
  const {
    NAV_LOGIN = '',
    NAV_PASSWORD = '',
    NAV_SIGNATURE_KEY = '',
    NAV_TAX_NUMBER = '',
    SUPPORT_EMAIL = '',
  } = settings
  const id = crypto.randomUUID().replaceAll('-', '').slice(0, 30)
  const time = `${new Date().toISOString().slice(0, 19)}Z`
  const signed = new TextEncoder().encode(id + time.replace(/\D/g, '') + NAV_SIGNATURE_KEY)
  const signature = Buffer.from(sha3_512(signed)).toString('hex').toUpperCase()
  const password = (await sha512(NAV_PASSWORD)).toString('hex').toUpperCase()
  return `<?xml version="1.0" encoding="UTF-8"?><QueryTaxpayerRequest xmlns="http://schemas.nav.gov.hu/OSA/3.0/api" xmlns:c="http://schemas.nav.gov.hu/NTCA/1.0/common"><c:header><c:requestId>${id}</c:requestId><c:timestamp>${time}</c:timestamp><c:requestVersion>3.0</c:requestVersion><c:headerVersion>1.0</c:headerVersion></c:header><c:user><c:login>${escapeXml(NAV_LOGIN)}</c:login><c:passwordHash cryptoType="SHA-512">${password}</c:passwordHash><c:taxNumber>${escapeXml(NAV_TAX_NUMBER)}</c:taxNumber><c:requestSignature cryptoType="SHA3-512">${signature}</c:requestSignature></c:user><software><softwareId>TINPROOF-000000001</softwareId><softwareName>Tinproof</softwareName><softwareOperation>ONLINE_SERVICE</softwareOperation><softwareMainVersion>1</softwareMainVersion><softwareDevName>Tinproof</softwareDevName><softwareDevContact>${escapeXml(SUPPORT_EMAIL)}</softwareDevContact></software><taxNumber>${number}</taxNumber></QueryTaxpayerRequest>`
}

/** The query has the first 8 digits of a tax number. The others, codes for VAT and the county, can change. */
function toAnswer(root: XmlElement, compact: string): RegisterAnswer {
  const validity = textAt(root, 'taxpayerValidity')
  const [data] = elementsAt(root, 'taxpayerData')
  // Of a number that doesn't exist, the answer may have neither.
  if (validity === 'false' || (validity === undefined && !data)) return notFound
  if (validity !== 'true' || !data) return noAnswer('UNREADABLE')
  const part = (name: string) => textAt(data, `taxNumberDetail/${name}`)
  if (part('taxpayerId') !== compact.slice(0, 8)) return noAnswer('WRONG_NUMBER')
  const [vatCode, countyCode] = [part('vatCode'), part('countyCode')]
  const taxNumber = [part('taxpayerId'), vatCode, countyCode].filter(Boolean).join('-')
  const isSame =
    compact.length === 8 ||
    ((vatCode ?? compact.slice(8, 9)) === compact.slice(8, 9) &&
      (countyCode ?? compact.slice(9)) === compact.slice(9))
  const places = elementsAt(data, 'taxpayerAddressList/taxpayerAddressItem')
  const place = places.find((each) => textAt(each, 'taxpayerAddressType') === 'HQ') ?? places[0]
  const line = (name: string) => textAt(place, `taxpayerAddress/${name}`)
  return found({
    registered: isSame,
    name: textAt(data, 'taxpayerName'),
    address: [
      joinWords(line('postalCode'), line('city')),
      joinWords(line('streetName'), line('publicPlaceCategory'), line('number')),
      line('additionalAddressDetail'),
    ],
    status: isSame ? null : `the tax number is ${taxNumber}`,
    facts: {
      shortName: textAt(data, 'taxpayerShortName'),
      taxNumber,
      entityType: textAt(data, 'incorporation'),
    },
  })
}
