import { elementsAt, textAt, type XmlElement } from '#worker/lib/xml.ts'
import {
  answersByNumber,
  found,
  type LookUpAll,
  noAnswer,
  notFound,
  toFailure,
  unknownStatus,
} from './answers.ts'
import { reasonsOf } from './reasons.ts'
import type { RegisterAnswer } from './register.ts'
import { callSoap } from './soap.ts'
import { joinWords } from './texts.ts'

const NAMESPACE = 'http://adis.mfcr.cz/rozhraniCRPDPH/'

const kinds: ReadonlyMap<string, string> = new Map([
  ['PLATCE_DPH', 'VAT payer'],
  ['IDENTIFIKOVANA_OSOBA', 'identified person'],
  ['SKUPINA_DPH', 'VAT group'],
])
const UNRELIABLE = 'NESPOLEHLIVA_OSOBA'
const NOT_FOUND = 'NENALEZEN'

/** 2 is scheduled maintenance, 3 an outage. */
const reasonOf = reasonsOf({ REFUSED: '1', UNAVAILABLE: '2 3' })

/** https://mojedane.gov.cz/dpr/axis2/services/rozhraniCRPDPH.rozhraniCRPDPHSOAP?wsdl, all payers of VAT. */
export const lookUpAll: LookUpAll = async (http, numbers) => {
  const elements = [...new Set(numbers)].map((number) => `<dic>${number}</dic>`).join('')
  const { response, answer } = await callSoap(http, '/rozhraniCRPDPH.rozhraniCRPDPHSOAP', {
    action: `${NAMESPACE}getStatusNespolehlivySubjektRozsirenyV2`,
    body: `<StatusNespolehlivySubjektRozsirenyV2Request xmlns="${NAMESPACE}">${elements}</StatusNespolehlivySubjektRozsirenyV2Request>`,
  })
  const [list] = elementsAt(answer, 'StatusNespolehlivySubjektRozsirenyResponse')
  const [status] = elementsAt(list, 'status')
  const code = status?.attributes.statusCode
  if (response.status !== 200 || code === undefined) return toFailure(response)
  const reason = reasonOf(code)
  if (reason) return noAnswer(reason, code)
  if (code !== '0') return unknownStatus('adis', code)
  const subjects = elementsAt(list, 'statusSubjektu')
  if (subjects.length === 0) return toFailure(response)
  return answersByNumber(numbers, subjects, (subject) => subject.attributes.dic ?? '', toAnswer)
}

function toAnswer(subject: XmlElement): RegisterAnswer {
  const kind = subject.attributes.typSubjektu?.trim() ?? ''
  if (kind === NOT_FOUND) return notFound
  const status = kinds.get(kind)
  if (status === undefined && kind !== UNRELIABLE) return unknownStatus('adis', kind)
  const part = (path: string) => textAt(subject, path)
  return found({
    registered: status !== undefined,
    name: part('nazevSubjektu'),
    address: [
      part('adresa/uliceCislo'),
      part('adresa/castObce'),
      joinWords(part('adresa/psc'), part('adresa/mesto')),
      part('adresa/stat'),
    ],
    status: status ?? 'not a VAT payer',
    facts: { unreliable: reliability[subject.attributes.nespolehlivyPlatce ?? ''] },
  })
}

const reliability: Readonly<Record<string, string>> = { ANO: 'true', NE: 'false' }
