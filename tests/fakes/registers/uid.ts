import type { Reply } from '#tests/fakes/fake.ts'
import { type Company, companyOf } from './company.ts'
import { type FakeRegister, html, soap } from './register.ts'

const WSE = 'http://www.uid.admin.ch/xmlns/uid-wse'
const ACTION = `"${WSE}/IPublicServices/GetByUID"`

const fault = (kind: string, error: string): Reply =>
  soap(
    's',
    500,
    `<s:Fault><faultcode>s:Client</faultcode><faultstring xml:lang="de-CH">${error}</faultstring><detail><${kind} xmlns="${WSE}"><operation xmlns="${WSE}-shared/2">GetByUID</operation><error xmlns="${WSE}-shared/2">${error}</error><errorDetail xmlns="${WSE}-shared/2">Details &amp; more</errorDetail></${kind}></detail></s:Fault>`,
  )

const result = (records: string): Reply =>
  soap(
    's',
    200,
    `<GetByUIDResponse xmlns="${WSE}"><GetByUIDResult xmlns:i="http://www.w3.org/2001/XMLSchema-instance">${records}</GetByUIDResult></GetByUIDResponse>`,
  )

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** The VAT part of a record. */
const vatOf = (kind: string, number: string) => {
  const entry = (status: string, more = '') => `<vatStatus>${status}</vatStatus>${more}`
  const since = '<vatEntryDate>2010-01-01</vatEntryDate>'
  const head = (uid: string) =>
    `<uidVat><uidOrganisationIdCategorie xmlns="http://www.ech.ch/xmlns/eCH-0097/5">CHE</uidOrganisationIdCategorie><uidOrganisationId xmlns="http://www.ech.ch/xmlns/eCH-0097/5">${uid}</uidOrganisationId></uidVat>`
  if (kind === '33') return entry('3')
  if (kind === '34') return entry('1')
  const ended = '<vatEntryStatus>2</vatEntryStatus>'
  if (kind === '35') {
    return entry('2', `${ended}${since}<vatLiquidationDate>2022-12-31</vatLiquidationDate>${head(number)}`)
  }
  if (kind === '37') {
    return entry(
      '2',
      `<vatEntryStatus>1</vatEntryStatus>${since}<vatLiquidationDate>2999-12-31</vatLiquidationDate>`,
    )
  }
  return entry('2', `<vatEntryStatus>1</vatEntryStatus>${since}${head(kind === '47' ? '116281710' : number)}`)
}

type Seat = { number: string; kind: string; standing: string; company: Company }

function organisation({ number, kind, standing, company }: Seat): string {
  const translated = escaped(company.name.replace(/ .*/, ' Aliments'))
  const [, street = '', house = ''] = /^(.*) (\d+)$/.exec(company.street) ?? []
  const vat = kind === '36' ? '' : `<vatRegisterInformation>${vatOf(kind, number)}</vatRegisterInformation>`
  const address =
    kind === '53'
      ? ''
      : `<address><addressCategory>MAIN</addressCategory><street>Postweg</street><town>Anderswo</town></address><address><addressCategory>LEGAL</addressCategory><street>${street}&#13;&#10;</street><houseNumber>${house}</houseNumber><town>${company.city}</town><swissZipCode>${company.postcode.slice(0, 4)}</swissZipCode><municipalityId>261</municipalityId><cantonAbbreviation>ZH</cantonAbbreviation><countryIdISO2>CH</countryIdISO2></address>`
  const inner = `<organisation xmlns="http://www.ech.ch/xmlns/eCH-0108/5"><organisationIdentification xmlns="http://www.ech.ch/xmlns/eCH-0098/5"><uid><uidOrganisationIdCategorie>CHE</uidOrganisationIdCategorie><uidOrganisationId>${number}</uidOrganisationId></uid><OtherOrganisationId><organisationIdCategory>CH.ESTVID</organisationIdCategory><organisationId>052.0111.1006</organisationId></OtherOrganisationId><organisationName>${escaped(company.name)}</organisationName><organisationLegalName>${escaped(company.name)}</organisationLegalName><legalForm>0106</legalForm></organisationIdentification>${address}</organisation><uidregInformation><uidregStatusEnterpriseDetail>${standing}</uidregStatusEnterpriseDetail><uidregPublicStatus>1</uidregPublicStatus></uidregInformation><commercialRegisterInformation><commercialRegisterStatus>2</commercialRegisterStatus><commercialRegisterNameTranslation>(${translated} SA) (${translated} (Suisse) Ltd)</commercialRegisterNameTranslation></commercialRegisterInformation>${vat}`
  const wrapped = kind === '42' ? `<organisation>${inner}</organisation>` : inner
  return `<organisationType xmlns="${WSE}/5">${wrapped}</organisationType>`
}

const standings: Readonly<Record<string, string>> = { '25': '5', '26': '6', '27': '7', '28': '1', '29': '9' }

/**
 * POST /PublicServices.svc, GetByUID. The two digits before the check digit decide: 25 deleted, 26 definitively deleted,
 * 27 canceled, 28 provisional, 29 unknown status; VAT register: 33 not registered, 34 unknown, 35 ended, 36 no data,
 * 37 ends in the future, 47 VAT group; 41 two seats, 42 wrapped as a search result, 53 no address; 90 and 91 faults,
 * 92 malformed.
 */
export const uid: FakeRegister = {
  id: 'uid',
  throttled: () => fault('businessFault', 'Request_limit_exceeded'),
  unavailable: () => fault('infrastructureFault', 'Database_unavailable'),
  answer: (call, { swapped }) => {
    if (call.method !== 'POST' || call.path !== '/PublicServices.svc') return html(404, 'Not Found')
    if (call.headers.soapaction !== ACTION) return fault('businessFault', 'ActionNotSupported')
    const [, number] = /<e:uidOrganisationId>(\d{9})<\/e:uidOrganisationId>/.exec(call.body) ?? []
    const kind = number?.slice(6, 8) ?? ''
    if (!number || kind === '92') return fault('businessFault', 'Data_validation_failed')
    if (kind === '90') return fault('infrastructureFault', 'Internal_error')
    if (kind === '91') return fault('securityFault', 'constructor')
    const company = companyOf(number, '& Co. AG')
    if (!company) return result('')
    const seat = { number: swapped ? '116281710' : number, kind, standing: standings[kind] ?? '3', company }
    const closed = { ...seat, standing: '5', company: { ...company, name: 'A seat of old' } }
    return result(kind === '41' ? organisation(closed) + organisation(seat) : organisation(seat))
  },
}
