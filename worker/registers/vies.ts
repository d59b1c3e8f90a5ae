import * as z from 'zod/mini'
import { sleep } from '#worker/lib/time.ts'
import { found, MIN_RETRY_TIME_MS, markRequesterRefused, noAnswer, notFound, toFailure } from './answers.ts'
import { optionalText, parseJson, parseOk, postJson } from './json.ts'
import { memberStateOf } from './member-states.ts'
import { reasonsOf } from './reasons.ts'
import type { LookUpRequest, NoAnswer, Register, RegisterAnswer, RegisterHttp } from './register.ts'

/** https://ec.europa.eu/assets/taxud/vow-information/swagger_publicVAT.yaml, POST /check-vat-number. */
const checkedSchema = z.object({
  countryCode: z.string(),
  vatNumber: z.string(),
  valid: z.boolean(),
  /** The web page's service reports an outage as `valid: false`. */
  userError: z.nullish(z.string()),
  actionSucceed: z.nullish(z.boolean()),
  requestIdentifier: optionalText,
  name: optionalText,
  address: optionalText,
})
const refusedSchema = z.object({
  actionSucceed: z.literal(false),
  errorWrappers: z.array(z.object({ error: z.string() })).check(z.minLength(1)),
})

const reasonOf = reasonsOf({
  // A blocked VAT number is the requested one, not ours: https://ec.europa.eu/taxation_customs/vies/viesspec.do
  REFUSED: 'INVALID_INPUT INVALID_REQUESTER_INFO VAT_BLOCKED',
  BLOCKED: 'IP_BLOCKED',
  THROTTLED:
    'MS_MAX_CONCURRENT_REQ MS_MAX_CONCURRENT_REQ_TIME GLOBAL_MAX_CONCURRENT_REQ GLOBAL_MAX_CONCURRENT_REQ_TIME',
  TIMEOUT: 'TIMEOUT',
})

/** A second attempt helps when a member state has too many concurrent requests. */
const RETRY_AFTER_MS = 1_500
const TIME_FOR_RETRY = 800

export const lookUp: Register['lookUp'] = async (http, request) => {
  const answer = await checkWithRetry(http, request)
  const isRequesterRefused = answer.kind === 'no-answer' && answer.code === 'INVALID_REQUESTER_INFO'
  if (!isRequesterRefused || !request.requester || http.timeLeft() < MIN_RETRY_TIME_MS) return answer
  return markRequesterRefused(await check(http, { ...request, requester: null }))
}

async function checkWithRetry(http: RegisterHttp, request: LookUpRequest): Promise<RegisterAnswer> {
  const answer = await check(http, request)
  const isThrottled = answer.kind === 'no-answer' && answer.reason === 'THROTTLED'
  if (!isThrottled || http.timeLeft() < RETRY_AFTER_MS + TIME_FOR_RETRY) return answer
  await sleep(RETRY_AFTER_MS)
  return check(http, request)
}

async function check(http: RegisterHttp, request: LookUpRequest): Promise<RegisterAnswer> {
  const { requester } = request
  const country = memberStateOf(request.identifier)
  const response = await http.request(
    '/check-vat-number',
    postJson({
      countryCode: country,
      vatNumber: request.compact,
      ...(requester && {
        requesterMemberStateCode: requester.country,
        requesterNumber: requester.number,
      }),
    }),
  )
  const refused = parseJson(refusedSchema, response)
  if (refused) return refusal(refused.errorWrappers[0]?.error ?? '')
  const checked = parseOk(checkedSchema, response)
  if (!checked) return toFailure(response)
  if (checked.countryCode !== country || checked.vatNumber !== request.compact)
    return noAnswer('WRONG_NUMBER')
  const { valid, userError, actionSucceed } = checked
  if (userError && userError !== (valid ? 'VALID' : 'INVALID')) return refusal(userError)
  if (actionSucceed === false) return noAnswer('UNAVAILABLE')
  if (!valid) return notFound
  return found({
    registered: true,
    name: checked.name,
    address: [...(checked.address ?? '').split('\n')],
    consultationNumber: checked.requestIdentifier,
  })
}

const refusal = (code: string): NoAnswer => noAnswer(reasonOf(code) ?? 'UNAVAILABLE', code)
