import * as z from 'zod'
import { email, line } from '#worker/lib/text.ts'
import {
  batchRetention,
  MAX_ORGANIZATION_NAME_LENGTH,
  type MemberRole,
  type MonitorDigest,
  memberRoles,
  monitorDigests,
  onboardingSteps,
  organizationStatuses,
  recordYears,
  type Tier,
  tiers,
} from '#worker/membership/constants.ts'

export * from '#worker/membership/constants.ts'

export const tierSchema = z.enum(tiers)
export const statusSchema = z.enum(organizationStatuses)
export const memberRoleSchema = z.enum(memberRoles)

export const onboardingStepSchema = z.enum(onboardingSteps)

export type OrganizationStatus = z.infer<typeof statusSchema>
export type OnboardingStep = z.infer<typeof onboardingStepSchema>

export type Quota = { monthlyLimit: number; usedCount: number; resetDate: string }

export type Organization = {
  id: string
  name: string
  tier: Tier
  status: OrganizationStatus
  role: MemberRole
  createdAt: string
  statusReason: string | null
  deleteAt: string | null
  twoFactorRequiredAt: string | null
  twoFactorDueAt: string | null
  /** The last payment failed: the plan ends then, or on FREE, it has ended. */
  graceEndsAt: string | null
  usedCount: number
  monthlyLimit: number
}

export type OrganizationDetail = Organization & {
  /** Some registers issue a consultation number to a requester with a VAT number. */
  vatNumber: string | null
  batchRetentionDays: number
  monitorDigest: MonitorDigest
  keepsRecords: boolean
  recordYears: number | null
  onboarding: OnboardingStep
  quota: Quota
}

export const INVITATION_LIFE_SECONDS = 7 * 86_400
export const EXPIRED_INVITATION_LIFE_DAYS = 30
export const MAX_OWN_ORGANIZATIONS = 10

const MIN_ORGANIZATION_NAME_LENGTH = 2

const organizationNameSchema = line('The name', {
  min: MIN_ORGANIZATION_NAME_LENGTH,
  max: MAX_ORGANIZATION_NAME_LENGTH,
})

const MAX_VAT_NUMBER_LENGTH = 40

const rowId = z.number().int().positive().max(2_147_483_647)

export const createOrganizationSchema = z.object({ name: organizationNameSchema })
export const VAT_NUMBER_EXPECTED =
  'Enter a valid EU or UK VAT number with its country code, such as DE136695976'
export const updateSettingsSchema = z
  .object({
    name: z.optional(organizationNameSchema),
    vatNumber: z
      .string(VAT_NUMBER_EXPECTED)
      .trim()
      .max(MAX_VAT_NUMBER_LENGTH, VAT_NUMBER_EXPECTED)
      .nullable()
      .optional(),
    batchRetentionDays: z.number().int().min(batchRetention.min).max(batchRetention.max).optional(),
    monitorDigest: z.enum(monitorDigests).optional(),
    keepsRecords: z.boolean().optional(),
    recordYears: z.number().int().min(1).max(recordYears.ENTERPRISE).nullable().optional(),
  })
  .refine((settings) => Object.values(settings).some((value) => value !== undefined), {
    path: ['name'],
    message: `The name must be at least ${MIN_ORGANIZATION_NAME_LENGTH} characters`,
  })
export const requireTwoFactorSchema = z.object({ required: z.boolean() })
export const NAME_EXPECTED = 'Type the name of the organization to confirm'
export const deleteOrganizationSchema = z.object({
  name: line('The name', { min: 1, max: MAX_ORGANIZATION_NAME_LENGTH, messageIfMissing: NAME_EXPECTED }),
})
export const organizationIdSchema = z.object({ organizationId: z.string().max(64).optional() })
const memberChangeSchema = z.object({ userId: rowId })
export const removeMemberSchema = memberChangeSchema.extend({
  revokeTokens: z.boolean().default(true),
})
export const changeRoleSchema = memberChangeSchema.extend({ role: memberRoleSchema })
export const invitationParamSchema = z.object({ invitationId: z.coerce.number().pipe(rowId) })

export type Member = {
  id: number
  email: string
  role: MemberRole
  joinedAt: string
  /** For admins only. */
  hasTwoFactor?: boolean
}

export type OpenInvitation = {
  id: number
  email: string
  role: MemberRole
  status: 'pending' | 'expired'
  invitedBy: string | null
  createdAt: string
  expiresAt: string
}

export const inviteSchema = z.object({
  email: email('Please enter a valid email address'),
  role: memberRoleSchema.default('member'),
})
export const invitationTokenSchema = z.object({ token: z.string().min(1).max(128) })

export type Invite = z.infer<typeof inviteSchema>
export type InvitationInfo = {
  email: string
  organizationName: string
  role: MemberRole
  requiresTwoFactor: boolean
}
export type InvitationSent = { id: number; email: string; role: MemberRole; expiresAt: string }

export type OrganizationName = z.infer<typeof createOrganizationSchema>
export type OrganizationSettings = z.infer<typeof updateSettingsSchema>
