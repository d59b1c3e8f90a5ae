import * as z from 'zod/mini'
import type { TextResponse } from '#worker/lib/http-client.ts'
import { found, MIN_RETRY_TIME_MS, markRequesterRefused, noAnswer, notFound, toFailure } from './answers.ts'
import { callWithToken, requestToken } from './client-credentials.ts'
import { optional, optionalText, parseJson, parseOk } from './json.ts'
import type { LookUpRequest, NoAnswer, Register, RegisterAnswer, RegisterHttp } from './register.ts'

/** https://developer.service.hmrc.gov.uk/api-documentation/docs/api/service/vat-registered-companies-api/2.0 */
const checkedSchema = z.object({
  target: z.object({
    vatNumber: z.string(),
    name: optionalText,
    address: optional(
      z.object({
        line1: optionalText,
        line2: optionalText,
        line3: optionalText,
        line4: optionalText,
        line5: optionalText,
        postcode: optionalText,
        countryCode: optionalText,
      }),
    ),
  }),
  consultationNumber: optionalText,
})
const refusedSchema = z.object({ code: z.string() })

const toRequester = ({ requester }: LookUpRequest) =>
  requester && isVrn(requester.number) ? requester.number : undefined
const isVrn = (number: string) => /^(\d{9}|\d{12})$/.test(number)

export const lookUp: Register['lookUp'] = async (http, request) => {
  // The API does not accept government departments (GD) and health authorities (HA).
  if (!isVrn(request.compact)) return noAnswer('REFUSED')
  const response = await check(http, request)
  // The requester is refused, not the number.
  const isRequesterRefused = response.status === 403 && codeOf(response) === 'INVALID_REQUEST'
  if (!isRequesterRefused || !toRequester(request) || http.timeLeft() < MIN_RETRY_TIME_MS) {
    return readAnswer(response, request)
  }
  const again = await check(http, { ...request, requester: null })
  return markRequesterRefused(readAnswer(again, request))
}

function check(http: RegisterHttp, request: LookUpRequest): Promise<TextResponse> {
  const client = {
    path: '/oauth/token',
    id: http.settings.HMRC_CLIENT_ID,
    secret: http.settings.HMRC_CLIENT_SECRET,
    scope: 'read:vat',
  }
  const requester = toRequester(request)
  const path = requester ? `${request.compact}/${requester}` : request.compact
  return callWithToken(
    http,
    () => requestToken(http, client),
    (Authorization) =>
      http.request(`/organisations/vat/check-vat-number/lookup/${path}`, {
        headers: { Accept: 'application/vnd.hmrc.2.0+json', Authorization },
      }),
    (response) => codeOf(response) === 'INVALID_CREDENTIALS',
  )
}

function readAnswer(response: TextResponse, { compact }: LookUpRequest): RegisterAnswer {
  // The gateway's 404 has another code: MATCHING_RESOURCE_NOT_FOUND.
  if (response.status === 404 && codeOf(response) === 'NOT_FOUND') return notFound
  const checked = parseOk(checkedSchema, response)
  if (!checked) return hmrcFailure(response)
  const { target, consultationNumber } = checked
  if (target.vatNumber !== compact) return noAnswer('WRONG_NUMBER')
  const { line1, line2, line3, line4, line5, postcode, countryCode } = target.address ?? {}
  return found({
    registered: true,
    name: target.name,
    address: [line1, line2, line3, line4, line5, postcode, countryCode],
    consultationNumber,
  })
}

const codeOf = (response: TextResponse) => parseJson(refusedSchema, response)?.code

/** https://developer.service.hmrc.gov.uk/api-documentation/docs/reference-guide#errors, for all of HMRC's APIs. */
export function hmrcFailure(response: TextResponse): NoAnswer {
  const code = codeOf(response)
  if (code === 'INVALID_REQUEST') return noAnswer('REFUSED', code)
  return toFailure(response, code)
}
