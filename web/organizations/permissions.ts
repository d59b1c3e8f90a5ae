import {
  type MemberRole,
  type Organization,
  roleNames,
  rolePermissions,
} from '#worker/organizations/contract.ts'

export function permissionsIn({ role, status }: Pick<Organization, 'role' | 'status'>) {
  return rolePermissions[status === 'ACTIVE' ? role : 'member']
}

export const roleHints: Readonly<Record<MemberRole, string>> = {
  admin: 'Manages settings, members, API tokens, projects and webhooks.',
  manager: "Invites members and manages API tokens, projects and webhooks. Can't change settings.",
  member: 'Creates API tokens and manages their own. Views projects.',
  system_admin: 'Runs the platform.',
}

export const roleOptions = (roles: readonly MemberRole[]) =>
  roles.map((role) => ({ value: role, label: roleNames[role], hint: roleHints[role] }))
