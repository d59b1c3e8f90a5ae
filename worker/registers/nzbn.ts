import * as z from 'zod/mini'
import { found, noAnswer, notFound, toFailure, unknownStatus } from './answers.ts'
import { optional, optionalText, parseJson, readOk } from './json.ts'
import type { Register, RegisterAnswer } from './register.ts'
import { cleanText, joinNames } from './texts.ts'

const placesSchema = z.array(
  z.object({
    addressType: optionalText,
    endDate: z.nullish(z.string()),
    address1: optionalText,
    address2: optionalText,
    address3: optionalText,
    address4: optionalText,
    postCode: optionalText,
    countryCode: optionalText,
  }),
)

/** https://portal.api.business.govt.nz/api/nzbn, GET /entities/{nzbn}. */
const entitySchema = z.object({
  nzbn: z.string(),
  entityStatusDescription: z.string(),
  entityName: optionalText,
  entityTypeDescription: optionalText,
  registrationDate: optionalText,
  sourceRegisterUniqueIdentifier: optionalText,
  // The documentation has an object, some answers only its list.
  addresses: optional(
    z.union([
      placesSchema,
      z.pipe(
        z.object({ addressList: placesSchema }),
        z.transform((list: { addressList: z.infer<typeof placesSchema> }) => list.addressList),
      ),
    ]),
  ),
  tradingNames: optional(z.array(z.object({ name: optionalText, endDate: z.nullish(z.string()) }))),
  gstNumbers: optional(z.array(z.object({ gstNumber: optionalText }))),
})
type Entity = z.infer<typeof entitySchema>

const ended = /removed|closed|disestablished/i
const standing = /^(?:registered|active|inactive)\b|administration|receivership|liquidation/i

/** The gateway's errors have `statusCode` and `message` instead. */
const refusedSchema = z.object({ errorDescription: z.string() })

export const lookUp: Register['lookUp'] = async (http, { compact }) => {
  const response = await http.request(`/entities/${compact}`, {
    headers: {
      Accept: 'application/json',
      'Ocp-Apim-Subscription-Key': http.settings.NZBN_SUBSCRIPTION_KEY ?? '',
    },
  })
  if (response.status === 200) {
    const entity = readOk(entitySchema, response)
    return entity.nzbn === compact ? toFound(entity) : noAnswer('WRONG_NUMBER')
  }
  const isItsOwn = parseJson(refusedSchema, response) !== undefined
  if (response.status === 404 && isItsOwn) return notFound
  if (response.status === 400 && isItsOwn) return noAnswer('REFUSED')
  return toFailure(response)
}

function toFound(entity: Entity): RegisterAnswer {
  const status = cleanText(entity.entityStatusDescription)
  const hasEnded = ended.test(status ?? '')
  if (!hasEnded && !standing.test(status ?? '')) return unknownStatus('nzbn', status)
  const places = (entity.addresses ?? []).filter(({ endDate }) => !endDate)
  const place = places.find(({ addressType }) => addressType === 'REGISTERED') ?? places[0]
  const names = (entity.tradingNames ?? []).flatMap(({ name, endDate }) => (endDate ? [] : [name]))
  return found({
    registered: !hasEnded,
    name: entity.entityName,
    address: [
      place?.address1,
      place?.address2,
      place?.address3,
      place?.address4,
      place?.postCode,
      place?.countryCode,
    ],
    status,
    facts: {
      entityType: entity.entityTypeDescription,
      tradingNames: joinNames(...names),
      companyNumber: entity.sourceRegisterUniqueIdentifier,
      registeredOn: entity.registrationDate,
      gstNumber: entity.gstNumbers?.[0]?.gstNumber,
    },
  })
}
