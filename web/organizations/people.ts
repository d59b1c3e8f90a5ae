import type { Member, MemberRole, OpenInvitation } from '#worker/organizations/contract.ts'

/** The list as it will be when this member has that role. */
export const withRole = (members: readonly Member[], userId: number, role: MemberRole): readonly Member[] =>
  members.map((member) => (member.id === userId ? { ...member, role } : member))

/** The list as it will be when this one is gone. */
export const without = <Row extends { id: number }>(rows: readonly Row[], id: number): readonly Row[] =>
  rows.filter((row) => row.id !== id)

/** Whether the organization would be without an admin if this one left. */
export function isOnlyAdmin(members: readonly Member[], userId: number): boolean {
  const admins = members.filter(({ role }) => role === 'admin')
  return admins.length === 1 && admins[0]?.id === userId
}

/** Its time may be over before the server has marked it. */
export const isExpired = ({ status, expiresAt }: OpenInvitation, now: Date): boolean =>
  status === 'expired' || Date.parse(expiresAt) <= now.getTime()
