import * as z from 'zod'
import { once } from '#worker/lib/once.ts'
import { answersByNumber, found, lookUpTogether, notFound } from './answers.ts'
import { hmrcFailure } from './hmrc.ts'
import { optional, optionalText, parseJson } from './json.ts'
import type { LookUpRequest, Register, RegisterAnswer, RegisterHttp } from './register.ts'

const entrySchema = once(() =>
  z.object({
    eori: z.string(),
    valid: z.boolean(),
    companyDetails: optional(
      z.object({
        traderName: optionalText(),
        address: optional(
          z.object({
            streetAndNumber: optionalText(),
            cityName: optionalText(),
            postcode: optionalText(),
          }),
        ),
      }),
    ),
  }),
)
const answerSchema = once(() => z.array(optional(entrySchema())))

/**
 * https://developer.service.hmrc.gov.uk/api-documentation/docs/api/service/check-eori-number-api/1.0: up to 10 numbers a
 * call, without a token. A name is in it only if its holder agreed. One malformed number refuses the whole call.
 */
export const gbeori: Register = {
  id: 'gbeori',
  name: 'UK EORI register',
  identifiers: ['GB.EORI'],
  base: 'https://api.service.hmrc.gov.uk',
  limit: { concurrent: 3, calls: 3, seconds: 1 },
  ...lookUpTogether(10, lookUpAll),
}

async function lookUpAll(http: RegisterHttp, requests: readonly LookUpRequest[]): Promise<RegisterAnswer[]> {
  const numbers = requests.map(({ compact }) => compact)
  const response = await http.request('/customs/eori/lookup/check-multiple-eori', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/vnd.hmrc.1.0+json' },
    body: JSON.stringify({ eoris: [...new Set(numbers)] }),
  })
  const entries = response.status === 200 ? parseJson(answerSchema, response) : undefined
  if (!entries) return numbers.map(() => hmrcFailure(response))
  return answersByNumber(
    numbers,
    entries.filter((entry) => entry != null),
    ({ eori }) => eori,
    toAnswer,
  )
}

function toAnswer({ valid, companyDetails }: z.infer<ReturnType<typeof entrySchema>>): RegisterAnswer {
  if (!valid) return notFound
  const { streetAndNumber, cityName, postcode } = companyDetails?.address ?? {}
  return found({
    registered: true,
    proves: 'customs-registration',
    name: companyDetails?.traderName,
    address: [streetAndNumber, cityName, postcode],
  })
}
