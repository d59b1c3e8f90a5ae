import * as z from 'zod'
import { organizationStatuses, tiers } from '#db/organization-enums.ts'
import { BoundedCache } from '#worker/lib/bounded-cache.ts'
import { versionedJson } from '#worker/lib/versioned-json.ts'

/** Of both records below. */
const RECORD_VERSION = 1

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
 * An organization's month in Redis, a hash with these fields, and one for each token, named by the token's hash. `used`
 * copies PostgreSQL's count; calls of a paid organization are added to it before PostgreSQL has recorded them.
 */
export type QuotaState = {
  /** Null for a deleted token. */
  token: CachedToken | null
  organization: CachedOrganization
  used: number
  /** When `used` was last written. Milliseconds since 1970. */
  countedAt: number
}

/** In milliseconds. After that, PostgreSQL is asked again, because a call that failed is taken back. */
const MAX_REFUSAL_AGE = 10_000

/** Whether PostgreSQL need not be asked. */
export const isUsedUp = ({ organization, used, countedAt }: QuotaState): boolean =>
  used >= organization.monthlyLimit && countedAt > Date.now() - MAX_REFUSAL_AGE

const MAX_PARSED = 4_000

/** Calls read the same texts again and again, so that parsing them would be most of the work. */
function cachedRecord<T extends object>(schema: z.ZodType<T>) {
  const { encode, decode } = versionedJson(RECORD_VERSION, schema)
  const known = new BoundedCache<string, T>(MAX_PARSED)
  return {
    encode: (value: T) => encode(schema.parse(value)),
    decode: (text: string): T | undefined => {
      const value = known.get(text) ?? decode(text)
      if (value && !known.has(text)) known.set(text, value)
      return value
    },
  }
}

export const tokenRecord = cachedRecord(tokenSchema)
export const organizationRecord = cachedRecord(organizationSchema)

const text = z.string().nullable()
/** Of the token, `organization`, `used` and `countedAt`. Null if the field is missing. */
export const stateTexts = z.tuple([text, text, text, text])

/** Undefined if a field is missing, damaged, or written by another release. */
export function parseState([tokenText, organizationText, ...counts]: z.infer<typeof stateTexts>):
  | QuotaState
  | undefined {
  const token = tokenText === DELETED_TOKEN ? null : tokenRecord.decode(tokenText ?? '')
  const organization = organizationRecord.decode(organizationText ?? '')
  const [used, countedAt] = counts.map((count) => (/^\d+$/.test(count ?? '') ? Number(count) : undefined))
  const isComplete = token !== undefined && organization && used !== undefined && countedAt !== undefined
  return isComplete ? { token, organization, used, countedAt } : undefined
}
