import type { Member, MemberRole, OpenInvitation } from '#worker/organizations/contract.ts'

/** The list as it will be when this member has that role. */
export const withRole = (members: readonly Member[], userId: number, role: MemberRole): readonly Member[] =>
  members.map((member) => (member.id === userId ? { ...member, role } : member))

/** The list as it will be when this one is gone. */
export const without = <Row extends { id: number }>(rows: readonly Row[], id: number): readonly Row[] =>
  rows.filter((row) => row.id !== id)

/** Its time may be over before the server has marked it. */
export const isExpired = ({ status, expiresAt }: OpenInvitation, now: Date): boolean =>
  status === 'expired' || Date.parse(expiresAt) <= now.getTime()
