export const tiers = ['FREE', 'PRO', 'ENTERPRISE'] as const
export const organizationStatuses = ['ACTIVE', 'DISABLED', 'SUSPENDED'] as const
export const memberRoles = ['admin', 'manager', 'member', 'system_admin'] as const
export const platformRoles = ['system_admin', 'SUPER_ADMIN'] as const
export const onboardingSteps = ['name', 'checklist', 'done'] as const
export const monitorDigests = ['none', 'daily', 'weekly'] as const
export const invitationStatuses = ['pending', 'accepted', 'revoked'] as const

export type Tier = (typeof tiers)[number]
export type MemberRole = (typeof memberRoles)[number]
export type PlatformRole = (typeof platformRoles)[number]
export type MonitorDigest = (typeof monitorDigests)[number]
