import * as z from 'zod'

export const tierSchema = z.enum(['FREE', 'PRO', 'ENTERPRISE'])
export const statusSchema = z.enum(['ACTIVE', 'DISABLED', 'SUSPENDED'])
export const memberRoleSchema = z.enum(['admin', 'manager', 'member', 'system_admin'])

export type Tier = z.infer<typeof tierSchema>
export type OrganizationStatus = z.infer<typeof statusSchema>
export type MemberRole = z.infer<typeof memberRoleSchema>

/** Validations a month, by tier. */
export const monthlyLimits: Readonly<Record<Tier, number>> = { FREE: 100, PRO: 1_000, ENTERPRISE: 10_000 }

export const QUOTA_WARNING_PERCENT = 80
export const QUOTA_CRITICAL_PERCENT = 90

/** Used of the limit in percent: rounded, capped at 100, 0 when there is no quota. */
export function quotaPercentage(quota: { usedCount: number; monthlyLimit: number } | undefined): number {
  if (!quota || quota.monthlyLimit <= 0) return 0
  return Math.min(100, Math.round((quota.usedCount / quota.monthlyLimit) * 100))
}

const quotaSchema = z.object({
  monthlyLimit: z.number().int(),
  usedCount: z.number().int(),
  /** The instant at which `usedCount` begins again at 0. */
  resetDate: z.iso.datetime(),
})

const organizationSchema = z.object({
  id: z.string(),
  name: z.string(),
  tier: tierSchema,
  status: statusSchema,
  /** The caller's role in it. */
  role: memberRoleSchema,
  createdAt: z.iso.datetime(),
  usedCount: z.number().int(),
  monthlyLimit: z.number().int(),
})

/** One organization, with its quota. */
const organizationDetailSchema = organizationSchema.extend({ quota: quotaSchema })

/** How long an invitation stands. */
export const INVITATION_LIFE_SECONDS = 7 * 86_400

export const inviteSchema = z.object({
  email: z
    .string('Please enter a valid email address')
    .trim()
    .toLowerCase()
    .max(254, 'Please enter a valid email address')
    .pipe(z.email('Please enter a valid email address')),
  role: memberRoleSchema.default('member'),
  organizationId: z.string().max(64).optional(),
})
export const invitationTokenSchema = z.object({ token: z.string().min(1).max(128) })

export type Invite = z.infer<typeof inviteSchema>
/** What the link of an invitation tells before anybody is signed in. */
export type InvitationInfo = { email: string; organizationName: string; role: MemberRole }
export type InvitationSent = { id: number; email: string; role: MemberRole; expiresAt: string }

export type Quota = z.infer<typeof quotaSchema>
export type Organization = z.infer<typeof organizationSchema>
export type OrganizationDetail = z.infer<typeof organizationDetailSchema>
