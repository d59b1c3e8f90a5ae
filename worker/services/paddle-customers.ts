import * as z from 'zod'
import {
  type PaddleConnection,
  type PaddleSubscription,
  paddleId,
  paddleRequest,
  subscriptionIdSchema,
  subscriptionSchema,
} from './paddle.ts'

export type PaddleAddress = {
  country: string
  firstLine: string
  city: string
  region: string | null
  postalCode: string | null
}
export type PaddleBusiness = { name: string; taxIdentifier: string | null }

type Owner = { customerId: string; organizationId: string }

const ownedSchema = z.object({
  id: z.string().max(64),
  custom_data: z
    .object({ organizationId: z.string().optional().catch(undefined) })
    .nullish()
    .catch(null),
})

const PAGE_SIZE = 200

/**
 * A customer can buy for several organizations, so `custom_data` says which one an address is for. There is one for each
 * organization: it is updated if it exists.
 */
export const putAddress = (
  connection: PaddleConnection,
  owner: Owner,
  { country, firstLine, city, region, postalCode }: PaddleAddress,
): Promise<string> =>
  put(
    connection,
    { ...owner, collection: 'addresses', schema: paddleId('add') },
    {
      country_code: country,
      first_line: firstLine,
      city,
      region,
      postal_code: postalCode,
    },
  )

export const putBusiness = (
  connection: PaddleConnection,
  owner: Owner,
  { name, taxIdentifier }: PaddleBusiness,
): Promise<string> =>
  put(
    connection,
    { ...owner, collection: 'businesses', schema: paddleId('biz') },
    {
      name,
      tax_identifier: taxIdentifier,
    },
  )

type Collection = Owner & { collection: 'addresses' | 'businesses'; schema: z.ZodType<string> }

async function put(
  connection: PaddleConnection,
  { customerId, organizationId, collection, schema }: Collection,
  fields: object,
): Promise<string> {
  const path = `/customers/${paddleId('ctm').parse(customerId)}/${collection}`
  const known = await paddleRequest(connection, z.array(ownedSchema), {
    path: `${path}?status=active&per_page=${PAGE_SIZE}`,
  })
  const own = known.find(({ custom_data }) => custom_data?.organizationId === organizationId)
  const answer = z.object({ id: schema }).transform(({ id }) => id)
  return own
    ? paddleRequest(connection, answer, {
        method: 'PATCH',
        path: `${path}/${schema.parse(own.id)}`,
        body: fields,
      })
    : paddleRequest(connection, answer, {
        method: 'POST',
        path,
        body: { ...fields, custom_data: { organizationId } },
      })
}

/** For the next invoices. */
export const setBusiness = (
  connection: PaddleConnection,
  subscriptionId: string,
  { addressId, businessId }: { addressId: string; businessId: string },
): Promise<PaddleSubscription> =>
  paddleRequest(connection, subscriptionSchema, {
    method: 'PATCH',
    path: `/subscriptions/${subscriptionIdSchema.parse(subscriptionId)}`,
    body: { address_id: addressId, business_id: businessId },
  })
