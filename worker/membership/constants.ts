import type { MemberRole, Tier } from '#db/organization-enums.ts'

export * from '#db/organization-enums.ts'

export const TWO_FACTOR_GRACE_DAYS = 7

export const tierNames: Readonly<Record<Tier, string>> = {
  FREE: 'Free',
  PRO: 'Pro',
  ENTERPRISE: 'Enterprise',
}

export const roleNames: Readonly<Record<MemberRole, string>> = {
  admin: 'Admin',
  manager: 'Manager',
  member: 'Member',
  system_admin: 'System admin',
}

export const recordYears: Readonly<Record<Tier, number>> = { FREE: 1, PRO: 5, ENTERPRISE: 10 }

export const DEFAULT_TOKEN_NAME = 'default'

export const monthlyLimits: Readonly<Record<Tier, number>> = { FREE: 100, PRO: 1_000, ENTERPRISE: 10_000 }

export const NO_FREE_QUOTA =
  'This organization has no free validations, because each account gets them in one organization only.'

export const batchRetention = { min: 1, max: 90 } as const

export const QUOTA_WARNING_PERCENT = 80
export const QUOTA_CRITICAL_PERCENT = 90

export function quotaPercentage(quota: { usedCount: number; monthlyLimit: number } | undefined): number {
  return quota?.monthlyLimit ? Math.min(100, Math.round((quota.usedCount / quota.monthlyLimit) * 100)) : 0
}

export type RolePermissions = {
  invitableRoles: readonly MemberRole[]
  manageMembers: boolean
  editSettings: boolean
  manageProjects: boolean
  manageWebhooks: boolean
  /** All API tokens. Without it: create tokens, manage your own. */
  manageTokens: boolean
}

const all: RolePermissions = {
  invitableRoles: ['admin', 'manager', 'member'],
  manageMembers: true,
  editSettings: true,
  manageProjects: true,
  manageWebhooks: true,
  manageTokens: true,
}

export const rolePermissions: Readonly<Record<MemberRole, RolePermissions>> = {
  system_admin: all,
  admin: all,
  manager: {
    invitableRoles: ['manager', 'member'],
    manageMembers: false,
    editSettings: false,
    manageProjects: true,
    manageWebhooks: true,
    manageTokens: true,
  },
  member: {
    invitableRoles: [],
    manageMembers: false,
    editSettings: false,
    manageProjects: false,
    manageWebhooks: false,
    manageTokens: false,
  },
}

export const DELETION_GRACE_DAYS = 7

export const MAX_ORGANIZATION_NAME_LENGTH = 80
