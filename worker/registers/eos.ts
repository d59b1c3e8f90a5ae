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
import type { NoAnswer, RegisterAnswer } from './register.ts'
import { callSoap } from './soap.ts'
import { joinWords } from './texts.ts'

const NAMESPACE = 'http://eori.ws.eos.dds.s/'

/**
 * https://ec.europa.eu/taxation_customs/dds2/eos/validation/services/validation?wsdl, validateEORI: up to 10 numbers a
 * call and 100 calls a second. A name is in it only if its holder agreed. Numbers of Great Britain are not.
 */
export const lookUpAll: LookUpAll = async (http, numbers) => {
  const elements = [...new Set(numbers)].map((number) => `<e:eori>${number}</e:eori>`).join('')
  const { response, answer } = await callSoap(http, '/validation', {
    action: '',
    body: `<e:validateEORI xmlns:e="${NAMESPACE}">${elements}</e:validateEORI>`,
  })
  const [fault] = elementsAt(answer, 'Fault')
  if (fault) return refusal(fault)
  const [validation] = elementsAt(answer, 'validateEORIResponse/return')
  if (response.status !== 200 || !validation) return toFailure(response)
  if (textAt(validation, 'errorDescription')) return noAnswer('UNAVAILABLE')
  const results = elementsAt(validation, 'result')
  return answersByNumber(numbers, results, (result) => textAt(result, 'eori') ?? '', toAnswer)
}

function toAnswer(result: XmlElement): RegisterAnswer {
  const said = joinWords(textAt(result, 'status'), textAt(result, 'statusDescr'))
  if (textAt(result, 'errorReason') !== undefined) return noAnswer('UNREADABLE')
  if (said === '1 Not valid') return notFound
  if (said !== '0 Valid') return unknownStatus('eos', said)
  return found({
    registered: true,
    name: textAt(result, 'name'),
    address: [
      textAt(result, 'street') ?? textAt(result, 'address'),
      joinWords(textAt(result, 'postalCode'), textAt(result, 'city')),
      textAt(result, 'country'),
    ],
  })
}

/** A prefix such as `S:` in front of the fault code is the envelope's. */
const refusal = (fault: XmlElement): NoAnswer =>
  noAnswer('UNAVAILABLE', textAt(fault, 'faultcode')?.replace(/^.*:/, ''))
