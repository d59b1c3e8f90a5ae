import { elementsAt, parseXml, textsAt, type XmlElement } from '#worker/lib/xml.ts'
import {
  addressOf,
  disclosed,
  factsOf,
  failureOf,
  found,
  isOver,
  noAnswer,
  notFound,
  spaced,
} from '#worker/registers/reading.ts'
import type { Line, NoAnswer, Question, Register, RegisterAnswer } from '#worker/registers/register.ts'

/** What the UID register writes as a number (eCH-0108); 5 and up have ended. */
const standings = new Map([
  ['1', 'provisional'],
  ['2', 'in reactivation'],
  ['3', 'definitive'],
  ['4', 'in mutation'],
  ['5', 'deleted'],
  ['6', 'definitively deleted'],
  ['7', 'cancelled'],
])
const ended = new Set(['5', '6', '7'])
/** It counts the calls of a minute. */
const PAUSE = 60_000

const numberIn = ({ compact }: Question) => /^CHE(\d{9})/.exec(compact)?.[1]

/**
 * GetByUID of the public SOAP service 5.0 of the Federal Statistical Office. An empty result is a "no": the core data
 * of all entities are public, with or without their consent, until the end of 2032 (UIDG, art. 11, paragraph 3). That
 * throttling is told as Request_limit_exceeded is what clients of it say, not its documentation.
 */
export const uid: Register = {
  id: 'uid',
  name: 'UID register',
  identifiers: ['CH.UID', 'CH.MWST', 'LI.MWST'],
  base: 'https://www.uid-wse.admin.ch/V5.0',
  limit: { atOnce: 4, calls: 20, seconds: 60 },
  lookUp: async (line, question) => {
    const number = numberIn(question)
    // Liechtenstein's own numbers, of five digits, do not stand in it.
    if (number === undefined) return noAnswer('NOT_COVERED')
    const answer = await ask(line, number)
    const envelope = parseXml(answer.text)
    const [fault] = envelope ? elementsAt(envelope, 'Body/Fault') : []
    if (fault) return refusal(fault)
    const [result] = envelope ? elementsAt(envelope, 'Body/GetByUIDResponse/GetByUIDResult') : []
    if (answer.status !== 200 || !result) return failureOf(answer)
    // A company with several seats has a record of each.
    const records = elementsAt(result, 'organisationType').map(plain)
    if (records.length === 0) {
      if (result.children.length > 0 || result.text.trim() !== '') return failureOf(answer)
      return isOurs(question) ? notFound : noAnswer('NOT_COVERED')
    }
    const own = records.filter((record) => numberOf(record) === number)
    const record = own.find((each) => !ended.has(standingOf(each))) ?? own[0]
    return record ? findingOf(record, number, question) : noAnswer('WRONG_NUMBER')
  },
}

const ask = (line: Line, number: string) =>
  line.call('/PublicServices.svc', {
    method: 'POST',
    headers: {
      'Content-Type': 'text/xml; charset=utf-8',
      SOAPAction: '"http://www.uid.admin.ch/xmlns/uid-wse/IPublicServices/GetByUID"',
    },
    body: `<?xml version="1.0" encoding="utf-8"?><s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns:u="http://www.uid.admin.ch/xmlns/uid-wse" xmlns:e="http://www.ech.ch/xmlns/eCH-0097/5"><s:Body><u:GetByUID><u:uid><e:uidOrganisationIdCategorie>CHE</e:uidOrganisationIdCategorie><e:uidOrganisationId>${number}</e:uidOrganisationId></u:uid></u:GetByUID></s:Body></s:Envelope>`,
  })

/** The VAT register of Switzerland is in it; that of Liechtenstein is another, so its silence says nothing there. */
const isOurs = ({ identifier }: Question) => identifier.startsWith('CH.')

/** An organisation stands in its record directly, or once more wrapped up as it is in the answer to a search. */
const plain = (record: XmlElement): XmlElement => {
  const [inner] = elementsAt(record, 'organisation')
  return inner && elementsAt(inner, 'organisation').length > 0 ? inner : record
}

const textAt = (element: XmlElement | undefined, path: string): string | undefined =>
  element && textsAt(element, path).find((text) => text !== '')

const identification = 'organisation/organisationIdentification'
const numberOf = (record: XmlElement) =>
  textAt(record, `${identification}/uid/uidOrganisationId`)?.padStart(9, '0')
const standingOf = (record: XmlElement) =>
  textAt(record, 'uidregInformation/uidregStatusEnterpriseDetail') ?? ''

function findingOf(record: XmlElement, number: string, question: Question): RegisterAnswer {
  const standing = standingOf(record)
  const status = standings.get(standing)
  if (status === undefined) return noAnswer('UNREADABLE')
  const [vat] = elementsAt(record, 'vatRegisterInformation')
  const isActive = !ended.has(standing)
  const entry = textAt(vat, 'vatStatus')
  const until = textAt(vat, 'vatLiquidationDate')
  const hasVatEnded = textAt(vat, 'vatEntryStatus') === '2' || isOver(until, 'Europe/Zurich')
  const isVat = isActive && entry === '2' && !hasVatEnded
  const asksForVat = question.identifier !== 'CH.UID'
  // 1 is unknown, and only 3 and an end say "not registered".
  const isTold = isVat || (isOurs(question) && (!isActive || entry === '2' || entry === '3'))
  if (asksForVat && !isTold) return noAnswer('NOT_COVERED')
  const group = textAt(vat, 'uidVat/uidOrganisationId')
  return found({
    registered: asksForVat ? isVat : isActive,
    proves: asksForVat ? 'vat-registration' : 'business',
    name: disclosed(textAt(record, `${identification}/organisationName`)),
    address: addressIn(record),
    status:
      asksForVat && isActive && !isVat ? (until ? 'VAT entry ended' : 'not in the VAT register') : status,
    facts: factsOf({
      legalFormCode: textAt(record, `${identification}/legalForm`),
      vatRegistered: isVat || entry === '2' || entry === '3' ? String(isVat) : null,
      vatSince: textAt(vat, 'vatEntryDate'),
      vatUntil: until,
      vatGroup: group && group !== number ? `CHE${group}` : null,
    }),
  })
}

function addressIn(record: XmlElement): string | null {
  const places = elementsAt(record, 'organisation/address')
  const place = places.find((each) => textAt(each, 'addressCategory') === 'LEGAL') ?? places[0]
  const line = (...names: string[]) => spaced(...names.map((name) => textAt(place, name)))
  return addressOf(
    textAt(place, 'addressLine1'),
    textAt(place, 'addressLine2'),
    line('street', 'houseNumber'),
    line('postOfficeBoxText', 'postOfficeBoxNumber'),
    line('swissZipCode', 'foreignZipCode', 'town'),
    textAt(place, 'countryIdISO2'),
  )
}

function refusal(fault: XmlElement): NoAnswer {
  const code = textAt(fault, 'detail/businessFault/error') ?? textAt(fault, 'faultstring') ?? ''
  if (code === 'Request_limit_exceeded') return { ...noAnswer('THROTTLED', code), pause: PAUSE }
  return noAnswer(code === 'Data_validation_failed' ? 'REFUSED' : 'UNAVAILABLE', code)
}
