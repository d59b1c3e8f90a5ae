import * as z from 'zod'
import { line, plain } from '#worker/lib/text.ts'
import type { Tier } from '#worker/membership/constants.ts'
import { statusSchema, tierSchema } from '#worker/organizations/contract.ts'
import type { Health, Problem } from '#worker/service/contract.ts'

const MAX_ID_LENGTH = 64
const MAX_ROW_ID = 2_147_483_647
export const MAX_CONTRACT_LIMIT = 100_000_000
export const MAX_ACTIVITIES = 10
export const USER_PAGE_SIZE = 50
export const OVERVIEW_DAYS = 30

export const organizationParamSchema = z.object({
  organizationId: z
    .string()
    .max(MAX_ID_LENGTH)
    .regex(/^[\w-]+$/),
})

const REASON_EXPECTED = 'Enter a reason of at least 3 characters'
export const reasonSchema = line('The reason', { min: 3, max: 500, messageIfMissing: REASON_EXPECTED })

export const updateOrganizationSchema = z
  .object({
    tier: tierSchema.optional(),
    status: statusSchema.optional(),
    contractLimit: z.number().int().min(1).max(MAX_CONTRACT_LIMIT).nullable().optional(),
    reason: z.optional(reasonSchema),
  })
  .refine(
    ({ tier, status, contractLimit }) =>
      tier !== undefined || status !== undefined || contractLimit !== undefined,
    'Provide a tier, a status or a limit',
  )
  .refine(
    ({ status, contractLimit, reason }) =>
      reason !== undefined ||
      ((status === undefined || status === 'ACTIVE') && typeof contractLimit !== 'number'),
    { path: ['reason'], message: REASON_EXPECTED },
  )

export const registerParamSchema = z.object({ register: z.string().regex(/^[\w:-]{1,40}$/) })

export type OrganizationChange = z.infer<typeof updateOrganizationSchema>

export const userParamSchema = z.object({ userId: z.coerce.number().int().positive().max(MAX_ROW_ID) })

export const updateUserSchema = z
  .object({
    disabled: z.boolean(),
    reason: z.optional(reasonSchema),
  })
  .refine(({ disabled, reason }) => !disabled || reason !== undefined, {
    path: ['reason'],
    message: REASON_EXPECTED,
  })

/** Reset it only after checking that the person who asks is the user. */
export const resetTwoFactorSchema = z.object({ reason: reasonSchema })

export const usersQuerySchema = z.object({
  email: z.optional(plain('email', { max: 254 }).check(z.trim(), z.toLowerCase())),
  tier: tierSchema.optional(),
  sort: z.enum(['createdAt', 'usage']).default('createdAt'),
  direction: z.enum(['asc', 'desc']).default('desc'),
  after: z
    .string()
    .regex(/^\d{1,16}_\d{1,10}$/)
    .optional(),
})

export type UsersQuery = z.infer<typeof usersQuerySchema>

export type AnalyticsSummary = {
  totalUsers: number
  totalProUsers: number
  totalEnterpriseUsers: number
  monthlyRevenue: number
}

export type AdminOrganization = {
  id: string
  name: string
  tier: Tier
  status: z.infer<typeof statusSchema>
  statusReason: string | null
  /** Set if one of its admins deleted it. Until then, making it active cancels the deletion. */
  deleteAt: string | null
  usedCount: number
  monthlyLimit: number
  contractLimit: number | null
  /** Paddle keeps charging for it, whatever the organization's tier. */
  hasSubscription: boolean
}

export type AdminUser = {
  id: number
  email: string
  role: string | null
  createdAt: string
  disabledReason: string | null
  hasTwoFactor: boolean
  organizations: AdminOrganization[]
}

export const MAX_COUNTED = 1_000

/** `total` users, of which `matching` match the filters, or `MAX_COUNTED + 1` if more than `MAX_COUNTED` do. */
export type UsersPage = { users: AdminUser[]; total: number; matching: number; next: string | null }

export type UserActivity = {
  id: number
  method: string
  endpoint: string
  status: number
  responseTime: number
  createdAt: string
}
export type UserActivities = { activities: UserActivity[]; total: number }

/** `revenue` is in US dollars, without payments in other currencies. */
export type OverviewDay = { day: string; signUps: number; calls: number; revenue: number }
export type FailedPayment = {
  id: number
  target: string
  organizationId: string | null
  error: string | null
  attempts: number
  updatedAt: string
}
export type Overview = {
  days: OverviewDay[]
  /** The latest of `failedPaymentCount`. */
  failedPayments: FailedPayment[]
  failedPaymentCount: number
  lateEmails: { count: number; oldest: string | null }
  openSupportRequests: number
}

export type Waiting = { count: number; oldest: string | null }
export type SystemPoint = { at: string; calls: number; failed: number; lost: number; problems: number }
export type System = Omit<Health, 'problems'> & {
  checkedAt: string
  problems: readonly (Problem & { since: string | null })[]
  emails: Waiting
  payments: Waiting
  deadCalls: Waiting
  databaseBytes: number
  hours: SystemPoint[]
  days: SystemPoint[]
  incidents: { id: number; code: string; startedAt: string; endedAt: string | null }[]
}

export type LeadConversion = { action: 'created' | 'updated' }
