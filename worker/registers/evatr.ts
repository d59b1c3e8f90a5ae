import * as z from 'zod/mini'
import { found, noAnswer, notFound, toFailure, unknownStatus } from './answers.ts'
import { optionalText, parseJson, postJson } from './json.ts'
import { memberStateOf } from './member-states.ts'
import type { NoAnswerReason, Register } from './register.ts'

/** https://api.evatr.vies.bzst.de/api-docs, POST /app/v1/abfrage. The status decides, with any HTTP status. */
const answerSchema = z.object({
  status: z.string(),
  angefragteUstid: optionalText,
  id: optionalText,
  gueltigAb: optionalText,
  gueltigBis: optionalText,
})

const valid = new Set(['evatr-0000', 'evatr-0003', 'evatr-2008'])
const NOT_ASSIGNED = 'evatr-2001'
const notNow = new Set(['evatr-2002', 'evatr-2006'])
const later = ['0011', '0013', '1001', '1002', '1003', '1004', '2004', '2007', '2011', '3011']
const refused = ['0001', '0002', '0004', '0005', '0006', '0007', '0012', '2003', '2005']
const reasons: ReadonlyMap<string, NoAnswerReason> = new Map([
  ['evatr-0008', 'THROTTLED'],
  ...refused.map((code) => [`evatr-${code}`, 'REFUSED'] as const),
  ...later.map((code) => [`evatr-${code}`, 'UNAVAILABLE'] as const),
])

/** For requesters with a German VAT number: has the same data as VIES, and a consultation number that tax offices accept. */
export const lookUp: Register['lookUp'] = async (http, { identifier, compact, requester }) => {
  if (!requester) return noAnswer('REFUSED')
  const number = `${memberStateOf(identifier)}${compact}`
  const response = await http.request(
    '/app/v1/abfrage',
    postJson({ anfragendeUstid: `DE${requester.number}`, angefragteUstid: number }),
  )
  const isAnswer = response.status === 200 || (response.status >= 400 && response.status !== 429)
  const answer = isAnswer ? parseJson(answerSchema, response) : undefined
  if (!answer) return toFailure(response)
  const { status, angefragteUstid = number, id } = answer
  if (!/^evatr-\d{4}$/.test(status)) return toFailure(response)
  if (angefragteUstid !== null && angefragteUstid !== number) return noAnswer('WRONG_NUMBER')
  if (status === NOT_ASSIGNED) return notFound
  const registered = valid.has(status)
  const reason = reasons.get(status)
  if (reason) return noAnswer(reason, status)
  if (!registered && !notNow.has(status)) return unknownStatus('evatr', status)
  return found({
    registered,
    status: registered ? 'valid' : 'not valid today',
    consultationNumber: id ?? null,
    facts: { vatSince: answer.gueltigAb, vatUntil: answer.gueltigBis },
  })
}
