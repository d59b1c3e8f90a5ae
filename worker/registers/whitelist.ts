import * as z from 'zod/mini'
import { DAY } from '#worker/lib/time.ts'
import { found, noAnswer, toFailure, unknownStatus } from './answers.ts'
import { acceptJson, optionalText, parseJson, parseOk } from './json.ts'
import { reasonsOf } from './reasons.ts'
import type { Register, RegisterAnswer } from './register.ts'
import { cleanText, todayIn } from './texts.ts'

/** https://wl-api.mf.gov.pl, GET /api/search/nip/{nip}. Nobody who was never a VAT payer is in it. */
const answerSchema = z.object({
  result: z.object({
    subject: z.nullable(
      z.object({
        nip: z.string(),
        name: optionalText,
        statusVat: z.string(),
        regon: optionalText,
        krs: optionalText,
        workingAddress: optionalText,
        residenceAddress: optionalText,
        registrationLegalDate: optionalText,
        removalDate: optionalText,
      }),
    ),
    requestId: optionalText,
  }),
})
type Answer = z.infer<typeof answerSchema>['result']
const refusedSchema = z.object({ code: z.string() })

const reasonOf = reasonsOf({
  REFUSED: 'WL-113 WL-114 WL-115 WL-190',
  THROTTLED: 'WL-191',
  UNAVAILABLE: 'WL-100 WL-195 WL-196',
})

/** Active, exempt, and not registered (any more). */
const standings: ReadonlyMap<string, { registered: boolean; isVat: boolean }> = new Map([
  ['czynny', { registered: true, isVat: true }],
  ['zwolniony', { registered: true, isVat: false }],
  ['niezarejestrowany', { registered: false, isVat: false }],
])

/** The register's clock may be behind ours. */
const MARGIN_MS = 60_000

/** After 100 calls, the register refuses all until midnight in Poland. On two days a year, this is an hour off. */
function untilMidnight(): number {
  const time = new Date().toLocaleTimeString('sv-SE', { timeZone: 'Europe/Warsaw' })
  return DAY - Date.parse(`1970-01-01T${time}Z`)
}

export const lookUp: Register['lookUp'] = async (http, { compact }) => {
  const response = await http.request(
    `/api/search/nip/${compact}?date=${todayIn('Europe/Warsaw')}`,
    acceptJson,
  )
  const result = parseOk(answerSchema, response)?.result
  if (!result) {
    // Its clients have read both for a number without an entry: a 404, and 200 without a subject.
    if (response.status === 404 && response.type === 'application/json') return noAnswer('NOT_COVERED')
    const code = parseJson(refusedSchema, response)?.code
    const reason = reasonOf(code ?? '')
    if (!reason) return toFailure(response)
    return {
      ...noAnswer(reason, code),
      ...(reason === 'THROTTLED' && { pause: untilMidnight() + MARGIN_MS }),
    }
  }
  if (!result.subject) return noAnswer('NOT_COVERED')
  return result.subject.nip === compact ? toFound(result.subject, result) : noAnswer('WRONG_NUMBER')
}

function toFound(subject: NonNullable<Answer['subject']>, { requestId }: Answer): RegisterAnswer {
  const status = cleanText(subject.statusVat)
  const standing = standings.get(status?.toLowerCase() ?? '')
  if (!standing) return unknownStatus('whitelist', status)
  return found({
    registered: standing.registered,
    proves: standing.registered && !standing.isVat ? 'business' : undefined,
    name: subject.name,
    address: cleanText(subject.workingAddress) ?? cleanText(subject.residenceAddress),
    status,
    consultationNumber: requestId,
    facts: {
      vatRegistered: String(standing.isVat),
      vatSince: subject.registrationLegalDate,
      vatUntil: standing.isVat ? null : subject.removalDate,
      registrationNumber: subject.krs ?? subject.regon,
    },
  })
}
