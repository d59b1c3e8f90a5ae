import * as z from 'zod'
import { organizationStatuses, tiers } from '#db/organization-enums.ts'
import { BoundedCache } from '#worker/lib/bounded-cache.ts'
import type { RedisClient } from '#worker/services/redis.ts'
import type { Month } from './month.ts'

const tokenSchema = z.object({
  id: z.number(),
  read: z.boolean(),
  validation: z.boolean(),
  /** Milliseconds since 1970, the earlier of expiry and scheduled deletion; 0 is never. */
  endsAt: z.number(),
})

const organizationSchema = z.object({
  status: z.enum(organizationStatuses),
  tier: z.enum(tiers),
  monthlyLimit: z.number(),
  vatNumber: z.string().nullable(),
})

export type CachedToken = z.infer<typeof tokenSchema>
export type CachedOrganization = z.infer<typeof organizationSchema>

/** Stays in place of a deleted token, because a slower call must not cache the token again. */
export const DELETED_TOKEN = 'deleted'

/**
 * An organization's month in Redis: `left` remains of the blocks that PostgreSQL handed out, `reserved` is the sum of
 * all blocks. Scripts and plain commands use the same hash, with a field for each of these, `spentAt` (milliseconds
 * since 1970) and one field for each token, named by the token's hash.
 */
export type QuotaState = {
  /** Null for a deleted token. */
  token: CachedToken | null
  organization: CachedOrganization
  left: number
  reserved: number
}

export type ActiveState = QuotaState & { token: CachedToken }

export const hasToken = (state: QuotaState): state is ActiveState => state.token !== null

export const usedOf = ({ reserved, left }: Pick<QuotaState, 'reserved' | 'left'>) => reserved - left

/** A block is this part of the monthly limit. */
export const BLOCKS_PER_MONTH = 10

/** For calls that end after midnight. */
const GRACE_SECONDS = 86_400

export const quotaKey = (organizationId: string, month: Month) => `quota:${organizationId}:${month.key}`

/** In seconds since 1970. */
export const quotaKeyExpiry = (month: Month): number => month.end.getTime() / 1000 + GRACE_SECONDS

const MAX_PARSED = 4_000

/** Calls read the same texts again and again, so that parsing them would be most of the work. */
function cachedParser<T>(schema: z.ZodType<T>): (text: string) => T {
  const known = new BoundedCache<string, T>(MAX_PARSED)
  return (text) => {
    const value = known.get(text) ?? schema.parse(JSON.parse(text))
    if (!known.has(text)) known.set(text, value)
    return value
  }
}

const parseToken = cachedParser(tokenSchema)
const parseOrganization = cachedParser(organizationSchema)
const text = z.string().nullable()
const count = z.coerce.number().nullable()

/** Undefined if a field is missing: Redis doesn't know the token or the organization. */
export const stateAnswer = z
  .tuple([text, text, count, count])
  .transform(([token, organization, left, reserved]): QuotaState | undefined => {
    if (token === null || organization === null || left === null || reserved === null) return undefined
    return {
      token: token === DELETED_TOKEN ? null : parseToken(token),
      organization: parseOrganization(organization),
      left,
      reserved,
    }
  })

/** Reads from the nearest replica, which may be a moment behind. */
export const readState = (redis: RedisClient, key: string, tokenHash: string) =>
  redis.run(stateAnswer, (client) => client.hmget(key, tokenHash, 'organization', 'left', 'reserved'))
