import { elementsAt, textAt, type XmlElement } from '#worker/lib/xml.ts'
import { found, noAnswer, notFound, toFailure, unknownStatus } from './answers.ts'
import type { LookUpRequest, NoAnswer, Register, RegisterAnswer } from './register.ts'
import { callSoap } from './soap.ts'
import { isPast, joinAddress, joinNames, joinWords } from './texts.ts'

const NAMESPACE = 'http://www.uid.admin.ch/xmlns/uid-wse'

const standings = new Map([
  ['1', 'provisional'],
  ['2', 'in reactivation'],
  ['3', 'definitive'],
  ['4', 'in mutation'],
  ['5', 'deleted'],
  ['6', 'definitively deleted'],
  ['7', 'canceled'],
])
const ended = new Set(['5', '6', '7'])
const PAUSE = 60_000

/** GetByUID of the public SOAP service 5.0. An empty result means "not found" until 2032 (UIDG, art. 11, par. 3). */
export const lookUp: Register['lookUp'] = async (http, request) => {
  const number = /^CHE(\d{9})/.exec(request.compact)?.[1]
  // Liechtenstein's own five-digit numbers are not in it.
  if (number === undefined) return noAnswer('NOT_COVERED')
  const { response, answer } = await callSoap(http, '/PublicServices.svc', {
    action: `${NAMESPACE}/IPublicServices/GetByUID`,
    body: `<u:GetByUID xmlns:u="${NAMESPACE}" xmlns:e="http://www.ech.ch/xmlns/eCH-0097/5"><u:uid><e:uidOrganisationIdCategorie>CHE</e:uidOrganisationIdCategorie><e:uidOrganisationId>${number}</e:uidOrganisationId></u:uid></u:GetByUID>`,
  })
  const [fault] = elementsAt(answer, 'Fault')
  if (fault) return refusal(fault)
  const [result] = elementsAt(answer, 'GetByUIDResponse/GetByUIDResult')
  if (response.status !== 200 || !result) return toFailure(response)
  const records = elementsAt(result, 'organisationType').map(plain)
  if (records.length === 0) {
    if (result.children.length > 0 || result.text.trim() !== '') return toFailure(response)
    return isSwiss(request) ? notFound : noAnswer('NOT_COVERED')
  }
  const own = records.filter((record) => numberOf(record) === number)
  const record = own.find((each) => !ended.has(standingOf(each))) ?? own[0]
  return record ? toFound(record, number, request) : noAnswer('WRONG_NUMBER')
}

const isSwiss = ({ identifier }: LookUpRequest) => identifier.startsWith('CH.')

const plain = (record: XmlElement): XmlElement => {
  const [inner] = elementsAt(record, 'organisation')
  return inner && elementsAt(inner, 'organisation').length > 0 ? inner : record
}

const identification = 'organisation/organisationIdentification'
const numberOf = (record: XmlElement) =>
  textAt(record, `${identification}/uid/uidOrganisationId`)?.padStart(9, '0')
const standingOf = (record: XmlElement) =>
  textAt(record, 'uidregInformation/uidregStatusEnterpriseDetail') ?? ''

function toFound(record: XmlElement, number: string, request: LookUpRequest): RegisterAnswer {
  const standing = standingOf(record)
  const status = standings.get(standing)
  if (status === undefined) return unknownStatus('uid', standing)
  const [vat] = elementsAt(record, 'vatRegisterInformation')
  const isActive = !ended.has(standing)
  const entry = textAt(vat, 'vatStatus')
  const until = textAt(vat, 'vatLiquidationDate')
  const hasVatEnded = textAt(vat, 'vatEntryStatus') === '2' || isPast(until, 'Europe/Zurich')
  const isVat = isActive && entry === '2' && !hasVatEnded
  const isVatLookUp = request.identifier !== 'CH.UID'
  // Only 3 or an end date means "not registered"; 1 is unknown.
  const isKnown = isVat || (isSwiss(request) && (!isActive || entry === '2' || entry === '3'))
  if (isVatLookUp && !isKnown) return noAnswer('NOT_COVERED')
  const group = textAt(vat, 'uidVat/uidOrganisationId')
  return found({
    registered: isVatLookUp ? isVat : isActive,
    name: textAt(record, `${identification}/organisationName`),
    address: addressIn(record),
    status:
      isVatLookUp && isActive && !isVat ? (until ? 'VAT entry ended' : 'not in the VAT register') : status,
    facts: {
      tradingNames: otherNamesIn(record),
      legalFormCode: textAt(record, `${identification}/legalForm`),
      vatRegistered: isVat || entry === '2' || entry === '3' ? String(isVat) : null,
      vatSince: textAt(vat, 'vatEntryDate'),
      vatUntil: until,
      vatGroup: group && group !== number ? `CHE${group}` : null,
    },
  })
}

/** Names in other languages are written as in `(Uhrenfabrik AG) (Manufactory of Watches Ltd)`. */
function otherNamesIn(record: XmlElement): string {
  const name = textAt(record, `${identification}/organisationName`)
  const legalName = textAt(record, `${identification}/organisationLegalName`)
  const translations = textAt(record, 'commercialRegisterInformation/commercialRegisterNameTranslation')
  const names = translations?.replace(/^\(|\)$/g, '').split(/\)\s*\(/) ?? []
  return joinNames(legalName === name ? null : legalName, ...names)
}

function addressIn(record: XmlElement): string | null {
  const places = elementsAt(record, 'organisation/address')
  const place = places.find((each) => textAt(each, 'addressCategory') === 'LEGAL') ?? places[0]
  const join = (...names: string[]) => joinWords(...names.map((name) => textAt(place, name)))
  return joinAddress(
    textAt(place, 'addressLine1'),
    textAt(place, 'addressLine2'),
    join('street', 'houseNumber'),
    join('postOfficeBoxText', 'postOfficeBoxNumber'),
    join('swissZipCode', 'foreignZipCode', 'town'),
    textAt(place, 'countryIdISO2'),
  )
}

function refusal(fault: XmlElement): NoAnswer {
  const code = textAt(fault, 'detail/businessFault/error') ?? textAt(fault, 'faultstring') ?? ''
  if (code === 'Request_limit_exceeded') return { ...noAnswer('THROTTLED', code), pause: PAUSE }
  return noAnswer(code === 'Data_validation_failed' ? 'REFUSED' : 'UNAVAILABLE', code)
}
