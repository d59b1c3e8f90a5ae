import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { AppError } from '#worker/errors.ts'
import { type MemberRole, memberRoleSchema } from './contract.ts'
import { rolesWith } from './rights.ts'

/** Somebody is to be changed by somebody else, or leaves; both by the user's id. */
export type MemberChange = { organizationId: string; callerId: number; userId: number }

/** Who leaves needs no right for it; nothing else can be done to oneself. */
const rolesFor = (isOnYourself: boolean, becomes: MemberRole | null): readonly MemberRole[] =>
  isOnYourself && becomes === null ? memberRoleSchema.options : rolesWith('changesMembers')

/** Throws NOT_ON_YOURSELF. */
export function assertNotOnYourself({ callerId, userId }: MemberChange): void {
  if (callerId === userId) throw new AppError('NOT_ON_YOURSELF')
}

/**
 * Parts of a statement that changes a member while the organization is locked: `member` is the member's row, and
 * `refusal.code` says why it must stay as it is, or is null. `becomes` is the role afterwards, null after a removal.
 * The caller's role is asked again here: of two admins who remove each other, one finds that it is over.
 */
export const memberChangeParts = (
  { organizationId, callerId, userId }: MemberChange,
  becomes: MemberRole | null,
): SQL => sql`
  caller as (
    select role from organization_memberships
     where organization_id = ${organizationId} and user_id = ${callerId}
  ),
  member as (
    select m.id, m.role, u.email
      from organization_memberships m join users u on u.id = m.user_id
     where m.organization_id = ${organizationId} and m.user_id = ${userId}
  ),
  refusal as (
    select case
             when not exists (select from caller) then 'ORGANIZATION_NOT_FOUND'
             when not exists (select from caller where role in ${rolesFor(callerId === userId, becomes)})
               then 'ROLE_TOO_LOW'
             when not exists (select from member) then 'MEMBER_NOT_FOUND'
             when ${becomes}::text is distinct from 'admin'
              and exists (select from member where role = 'admin')
              and not exists (
                select from organization_memberships
                 where organization_id = ${organizationId} and role = 'admin' and user_id <> ${userId}
              ) then 'LAST_ADMIN'
           end as code
  )`

export const memberRefusalSchema = z
  .enum(['ORGANIZATION_NOT_FOUND', 'ROLE_TOO_LOW', 'MEMBER_NOT_FOUND', 'LAST_ADMIN'])
  .nullable()
