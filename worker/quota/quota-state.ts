import * as z from 'zod'
import { organizationStatuses, tiers } from '#db/organization-enums.ts'
import { versionedJson } from '#worker/lib/versioned-json.ts'

/** Of both records. */
const RECORD_VERSION = 3

const tokenSchema = z.object({
  id: z.number(),
  read: z.boolean(),
  validation: z.boolean(),
  /** Milliseconds since 1970, the earlier of expiry and scheduled deletion; 0 is never. */
  endsAt: z.number(),
  /** Networks in CIDR notation. Empty: calls from every address. */
  allowedIps: z.array(z.string()),
})

const organizationSchema = z.object({
  status: z.enum(organizationStatuses),
  tier: z.enum(tiers),
  monthlyLimit: z.number(),
  vatNumber: z.string().nullable(),
  keepsRecords: z.boolean(),
  recordYears: z.number().nullable(),
})

export type CachedToken = z.infer<typeof tokenSchema>
export type CachedOrganization = z.infer<typeof organizationSchema>

export const tokenRecord = versionedJson(RECORD_VERSION, tokenSchema)
export const organizationRecord = versionedJson(RECORD_VERSION, organizationSchema)

/** `used` copies PostgreSQL's count; calls of a paid organization are added to it before PostgreSQL has recorded them. */
export type QuotaState = { token: CachedToken; organization: CachedOrganization; used: number }

const text = z.string().nullable()
/** Of the token, `organization` and `used`. Null if the field is missing. */
export const stateTexts = z.tuple([text, text, text])

/** Undefined if a field is missing, damaged, or written by another release. */
export function parseState([tokenText, organizationText, usedText]: z.infer<typeof stateTexts>):
  | QuotaState
  | undefined {
  const token = tokenRecord.decode(tokenText ?? '')
  const organization = organizationRecord.decode(organizationText ?? '')
  if (!token || !organization || !/^\d+$/.test(usedText ?? '')) return undefined
  return { token, organization, used: Number(usedText) }
}
