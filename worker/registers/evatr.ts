import * as z from 'zod/mini'
import { found, noAnswer, notFound, toFailure, unknownStatus } from './answers.ts'
import { optionalText, parseJson, postJson } from './json.ts'
import { memberStateOf } from './member-states.ts'
import { reasonsOf } from './reasons.ts'
import type { Register } from './register.ts'

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
const reasonOf = reasonsOf({
  THROTTLED: 'evatr-0008',
  REFUSED:
    'evatr-0001 evatr-0002 evatr-0004 evatr-0005 evatr-0006 evatr-0007 evatr-0012 evatr-2003 evatr-2005',
  UNAVAILABLE:
    'evatr-0011 evatr-0013 evatr-1001 evatr-1002 evatr-1003 evatr-1004 evatr-2004 evatr-2007 evatr-2011 evatr-3011',
})

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
  const reason = reasonOf(status)
  if (reason) return noAnswer(reason, status)
  if (!registered && !notNow.has(status)) return unknownStatus('evatr', status)
  return found({
    registered,
    status: registered ? 'valid' : 'not valid today',
    consultationNumber: id ?? null,
    facts: { vatSince: answer.gueltigAb, vatUntil: answer.gueltigBis },
  })
}
