import * as z from 'zod'
import { type PaddleConnection, paddleRequest } from './paddle.ts'
import { paddleId } from './paddle-records.ts'

type Owner = { customerId: string; organizationId: string }
type Address = {
  country: string
  firstLine: string
  city: string
  region: string | null
  postalCode: string | null
}
export const putAddress = (
  connection: PaddleConnection,
  owner: Owner,
  { country, firstLine, city, region, postalCode }: Address,
): Promise<string> =>
  put(connection, owner, 'addresses', {
    country_code: country,
    first_line: firstLine,
    city,
    region,
    postal_code: postalCode,
  })

export const putBusiness = (
  connection: PaddleConnection,
  owner: Owner,
  { name, taxIdentifier }: { name: string; taxIdentifier: string | null },
): Promise<string> => put(connection, owner, 'businesses', { name, tax_identifier: taxIdentifier })

const PAGE_SIZE = 200

const ids = { addresses: paddleId('add'), businesses: paddleId('biz') } as const

/** One for each organization: a customer can buy for several, so `custom_data` says which one it is for. */
async function put(
  connection: PaddleConnection,
  { customerId, organizationId }: Owner,
  collection: keyof typeof ids,
  fields: object,
): Promise<string> {
  const schema = z.object({ id: ids[collection] })
  const owned = schema.extend({
    customData: z.object({ organizationId: z.string().optional() }).nullish().catch(null),
  })
  const path = `/customers/${encodeURIComponent(customerId)}/${collection}`
  const known = await paddleRequest(connection, z.array(owned), {
    path: `${path}?status=active&per_page=${PAGE_SIZE}`,
  })
  const own = known.find(({ customData }) => customData?.organizationId === organizationId)
  const { id } = await paddleRequest(
    connection,
    schema,
    own
      ? { method: 'PATCH', path: `${path}/${own.id}`, body: fields }
      : { method: 'POST', path, body: { ...fields, custom_data: { organizationId } } },
  )
  return id
}
