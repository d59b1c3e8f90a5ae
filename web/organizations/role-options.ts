import type { MemberRole } from '#worker/organizations/contract.ts'
import { roleNames } from '#worker/organizations/contract.ts'

type RoleOption = { value: MemberRole; label: string; hint: string }

export const roleHints: Readonly<Record<MemberRole, string>> = {
  admin: 'Manages settings, members and all resources.',
  manager: 'Invites members and manages projects, but not settings.',
  member: 'Views and uses projects.',
  system_admin: 'Runs the platform.',
}

export const roleOptions = (roles: readonly MemberRole[]): readonly RoleOption[] =>
  roles.map((role) => ({ value: role, label: roleNames[role], hint: roleHints[role] }))
