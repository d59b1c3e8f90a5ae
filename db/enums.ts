/** Apart from the schema, for API calls and contracts, which don't load Drizzle. */
export const tiers = ['FREE', 'PRO', 'ENTERPRISE'] as const
export const organizationStatuses = ['ACTIVE', 'DISABLED', 'SUSPENDED'] as const
export const memberRoles = ['admin', 'manager', 'member', 'system_admin'] as const
export const onboardingSteps = ['name', 'checklist', 'done'] as const
export const monitorDigests = ['none', 'daily', 'weekly'] as const
export const invitationStatuses = ['pending', 'accepted', 'revoked', 'expired'] as const

export const paidPlans = ['PRO', 'ENTERPRISE'] as const
export const subscriptionStatuses = ['active', 'trialing', 'past_due', 'paused', 'canceled'] as const
export const transactionStatuses = ['pending', 'completed', 'failed', 'canceled', 'refunded'] as const
export const batchStates = [
  'receiving',
  'processing',
  'canceling',
  'completed',
  'canceled',
  'failed',
] as const
export const monitorIntervals = ['day', 'week', 'month'] as const
export const supportCategories = ['technical', 'billing', 'api', 'account', 'feature', 'other'] as const
export const supportPriorities = ['low', 'normal', 'high', 'urgent'] as const
export const supportStates = ['open', 'answered', 'closed'] as const

export type Tier = (typeof tiers)[number]
export type MemberRole = (typeof memberRoles)[number]
export type MonitorDigest = (typeof monitorDigests)[number]
