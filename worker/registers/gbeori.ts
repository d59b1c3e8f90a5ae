import * as z from 'zod/mini'
import { answersByNumber, found, type LookUpAll, notFound } from './answers.ts'
import { hmrcFailure } from './hmrc.ts'
import { optional, optionalText, parseOk, postJson } from './json.ts'
import type { RegisterAnswer } from './register.ts'

const entrySchema = z.object({
  eori: z.string(),
  valid: z.boolean(),
  companyDetails: optional(
    z.object({
      traderName: optionalText,
      address: optional(
        z.object({
          streetAndNumber: optionalText,
          cityName: optionalText,
          postcode: optionalText,
        }),
      ),
    }),
  ),
})
const answerSchema = z.array(optional(entrySchema))

/**
 * https://developer.service.hmrc.gov.uk/api-documentation/docs/api/service/check-eori-number-api/1.0: up to 10 numbers a
 * call, without a token. A name is in it only if its holder agreed. One malformed number refuses the whole call.
 */
export const lookUpAll: LookUpAll = async (http, numbers) => {
  const response = await http.request(
    '/customs/eori/lookup/check-multiple-eori',
    postJson({ eoris: [...new Set(numbers)] }, { Accept: 'application/vnd.hmrc.1.0+json' }),
  )
  const entries = parseOk(answerSchema, response)
  if (!entries) return hmrcFailure(response)
  return answersByNumber(numbers, entries, ({ eori }) => eori, toAnswer)
}

function toAnswer({ valid, companyDetails }: z.infer<typeof entrySchema>): RegisterAnswer {
  if (!valid) return notFound
  const { streetAndNumber, cityName, postcode } = companyDetails?.address ?? {}
  return found({
    registered: true,
    name: companyDetails?.traderName,
    address: [streetAndNumber, cityName, postcode],
  })
}
