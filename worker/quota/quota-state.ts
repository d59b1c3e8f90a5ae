import * as z from 'zod'
import { organizationStatuses, tiers } from '#db/organization-enums.ts'
import { BoundedCache } from '#worker/lib/bounded-cache.ts'
import { versionedJson } from '#worker/lib/versioned-json.ts'
import type { Month } from './month.ts'

/** Of both records below. */
export const RECORD_VERSION = 1

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

/** A block is this part of the monthly limit. */
export const BLOCKS_PER_MONTH = 10

/** For calls that end after midnight. */
const GRACE_SECONDS = 86_400

export const quotaKey = (organizationId: string, month: Month) => `quota:${organizationId}:${month.key}`

/** In seconds since 1970. */
export const quotaKeyExpiry = (month: Month): number => month.end.getTime() / 1000 + GRACE_SECONDS

const MAX_PARSED = 4_000

/** Calls read the same texts again and again, so that parsing them would be most of the work. */
function cachedRecord<T extends object>(schema: z.ZodType<T>) {
  const { encode, decode } = versionedJson(RECORD_VERSION, schema)
  const known = new BoundedCache<string, T>(MAX_PARSED)
  return {
    encode,
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
/** Of the token, `organization`, `left` and `reserved`. Null if the field is missing. */
export const stateTexts = z.tuple([text, text, text, text])

/** `unreadable` holds the name and the text of each field that another release wrote, or that is damaged. */
type ParsedState = { state: QuotaState | undefined; unreadable: readonly string[] }

export function parseState(tokenHash: string, texts: z.infer<typeof stateTexts>): ParsedState {
  const unreadable: string[] = []
  const parse = <T>(field: string, text: string | null, decode: (text: string) => T | undefined) => {
    const value = text === null ? undefined : decode(text)
    if (text !== null && value === undefined) unreadable.push(field, text)
    return value
  }
  const token = parse(tokenHash, texts[0], parseToken)
  const organization = parse('organization', texts[1], organizationRecord.decode)
  const left = parse('left', texts[2], parseCount)
  const reserved = parse('reserved', texts[3], parseCount)
  const isComplete =
    token !== undefined && organization !== undefined && left !== undefined && reserved !== undefined
  return { state: isComplete ? { token, organization, left, reserved } : undefined, unreadable }
}

const parseToken = (text: string) => (text === DELETED_TOKEN ? null : tokenRecord.decode(text))
const parseCount = (text: string) => (/^-?\d+$/.test(text) ? Number(text) : undefined)
