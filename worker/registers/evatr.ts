import * as z from 'zod'
import { once } from '#worker/lib/once.ts'
import { found, noAnswer, notFound, toFailure } from './answers.ts'
import { optionalText, parseJson } from './json.ts'
import type { NoAnswerReason, Register } from './register.ts'
import { memberStates } from './vies.ts'

/** https://api.evatr.vies.bzst.de/api-docs, POST /app/v1/abfrage. The status decides, with any HTTP status. */
const answerSchema = once(() =>
  z.object({
    status: z.string(),
    angefragteUstid: optionalText(),
    id: optionalText(),
    gueltigAb: optionalText(),
    gueltigBis: optionalText(),
  }),
)

const valid = new Set(['evatr-0000', 'evatr-0003', 'evatr-2008'])
const NOT_ASSIGNED = 'evatr-2001'
const notNow = new Set(['evatr-2002', 'evatr-2006'])
const later = ['0011', '0013', '1001', '1002', '1003', '1004', '2004', '2007', '2011', '3011']
const reasons: ReadonlyMap<string, NoAnswerReason> = new Map([
  ['evatr-0008', 'THROTTLED'],
  ...later.map((code) => [`evatr-${code}`, 'UNAVAILABLE'] as const),
])

const GERMANY = 'DE'

/** For requesters with a German VAT number: has the same data as VIES, and a receipt that tax offices accept. */
export const evatr: Register = {
  id: 'evatr',
  name: 'eVatR',
  identifiers: [],
  base: 'https://api.evatr.vies.bzst.de',
  limit: { concurrent: 2, calls: 60, seconds: 60 },
  requesters: [GERMANY],
  fallbackFor: Object.fromEntries(
    [...memberStates.values()]
      .filter(({ country }) => country !== GERMANY)
      .map(({ identifier }) => [
        identifier,
        {
          identifier,
          toCompact: (compact, requester) => (requester?.country === GERMANY ? compact : undefined),
          refutes: true,
        },
      ]),
  ),
  lookUp: async (http, { identifier, compact, requester }) => {
    const letters = [...memberStates].find(([, each]) => each.identifier === identifier)?.[0]
    if (!letters || !requester) return noAnswer('REFUSED')
    const number = `${letters}${compact}`
    const response = await http.request('/app/v1/abfrage', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      body: JSON.stringify({ anfragendeUstid: `${GERMANY}${requester.number}`, angefragteUstid: number }),
    })
    const isAnswer = response.status === 200 || (response.status >= 400 && response.status !== 429)
    const answer = isAnswer ? parseJson(answerSchema, response) : undefined
    if (!answer) return toFailure(response)
    const { status, angefragteUstid = number, id } = answer
    if (!/^evatr-\d{4}$/.test(status)) return toFailure(response)
    if (angefragteUstid !== null && angefragteUstid !== number) return noAnswer('WRONG_NUMBER')
    if (status === NOT_ASSIGNED) return notFound
    const registered = valid.has(status)
    if (!registered && !notNow.has(status)) return noAnswer(reasons.get(status) ?? 'REFUSED', status)
    return found({
      registered,
      proves: 'vat-registration',
      status: registered ? 'valid' : 'not valid today',
      receipt: id ?? null,
      facts: { vatSince: answer.gueltigAb, vatUntil: answer.gueltigBis },
    })
  },
}
