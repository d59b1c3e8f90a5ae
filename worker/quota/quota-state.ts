import * as z from 'zod/mini'
import { organizationStatuses, tiers } from '#db/organization-enums.ts'
import { versionedJson } from '#worker/lib/versioned-json.ts'

const tokenSchema = z.object({
  id: z.number(),
  read: z.boolean(),
  validation: z.boolean(),
  /** Milliseconds since 1970, the earlier of expiry and scheduled deletion; 0 is never. */
  endsAt: z.number(),
  /** In CIDR notation. Empty allows every address. */
  allowedIps: z.array(z.string()),
})

const organizationSchema = z.object({
  status: z.enum(organizationStatuses),
  tier: z.enum(tiers),
  monthlyLimit: z.number(),
  vatNumber: z.nullable(z.string()),
  keepsRecords: z.boolean(),
  recordYears: z.nullable(z.number()),
})

export type CachedToken = z.infer<typeof tokenSchema>
export type CachedOrganization = z.infer<typeof organizationSchema>

export const quotaRecord = versionedJson(
  4,
  z.object({ organization: organizationSchema, tokens: z.record(z.string(), tokenSchema) }),
)
