import type { MemberRole, Tier } from '#worker/organizations/contract.ts'

/** How a plan is written. */
export const tierWords: Readonly<Record<Tier, string>> = {
  FREE: 'Free',
  PRO: 'Pro',
  ENTERPRISE: 'Enterprise',
}

export const roleWords: Readonly<Record<MemberRole, string>> = {
  admin: 'Admin',
  manager: 'Manager',
  member: 'Member',
  system_admin: 'System admin',
}
