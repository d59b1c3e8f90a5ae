import type { users } from '#db/schema/index.ts'
import type { Settings } from '#worker/env.ts'
import { AppError } from '#worker/errors.ts'
import {
  type MemberRole,
  memberRoles,
  type PlatformRole,
  type RolePermissions,
  rolePermissions,
} from './constants.ts'

export type Permission = Exclude<keyof RolePermissions, 'invitableRoles'>
type Caller = { isPlatformAdmin: boolean }

export const may = (role: MemberRole, permission: Permission): boolean => rolePermissions[role][permission]

export const isBillingAdmin = (role: MemberRole, { isPlatformAdmin }: Caller): boolean =>
  may(role, 'editSettings') || isPlatformAdmin

export function assertPermission(role: MemberRole, permission: Permission): void {
  if (!may(role, permission)) throw new AppError('ROLE_TOO_LOW')
}

/** Who changes something that a member made. Null is an API token, which may change everything of its organization. */
export type Changer = { userId: number; mayManageAll: boolean } | null

export function assertMayChange(changer: Changer, { createdBy }: { createdBy: number | null }): void {
  if (changer && !changer.mayManageAll && createdBy !== changer.userId) throw new AppError('ROLE_TOO_LOW')
}

/** Only platform administrators may grant `system_admin`. */
const grantableRoles = (caller: Caller, ownRole: MemberRole): readonly MemberRole[] =>
  caller.isPlatformAdmin ? memberRoles : rolePermissions[ownRole].invitableRoles

export function assertMayGrant(caller: Caller, ownRole: MemberRole, role?: MemberRole): void {
  const roles = grantableRoles(caller, ownRole)
  if (role ? !roles.includes(role) : roles.length === 0) throw new AppError('ROLE_TOO_LOW')
}

type Account = Pick<typeof users.$inferSelect, 'role' | 'email'>

/** The administrator by `ADMIN_EMAIL` has none in the database. */
export const platformRoleOf = (
  { ADMIN_EMAIL }: Pick<Settings, 'ADMIN_EMAIL'>,
  { role, email }: Account,
): PlatformRole | null => role ?? (email === ADMIN_EMAIL ? 'system_admin' : null)
