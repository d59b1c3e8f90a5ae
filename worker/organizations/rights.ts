import { AppError } from '#worker/errors.ts'
import { type MemberRole, memberRoleSchema, rightsOf } from './contract.ts'

type Right = 'changesMembers' | 'renames' | 'changesProjects'
type Caller = { isPlatformAdmin: boolean }

/** The roles with a right, for a statement that asks again. */
export const rolesWith = (right: Right): MemberRole[] =>
  memberRoleSchema.options.filter((role) => rightsOf[role][right])

/** Throws ROLE_TOO_LOW. */
export function assertMay(own: MemberRole, right: Right): void {
  if (!rightsOf[own][right]) throw new AppError('ROLE_TOO_LOW')
}

/**
 * Whether the caller may make somebody that role; without one, whether any role at all. A platform administrator may
 * give every role, and nobody else makes another one. Throws ROLE_TOO_LOW.
 */
export function assertMayGrant(caller: Caller, own: MemberRole, role?: MemberRole): void {
  const roles = caller.isPlatformAdmin ? memberRoleSchema.options : rightsOf[own].invitesAs
  if (role ? !roles.includes(role) : roles.length === 0) throw new AppError('ROLE_TOO_LOW')
}
