import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { type Member, type MemberRole, memberRoleSchema } from './contract.ts'
import { lockOrganization } from './lock-organization.ts'
import {
  assertNotOnYourself,
  type MemberChange,
  memberChangeParts,
  memberRefusalSchema,
} from './member-change.ts'

const rowSchema = z.object({
  refusal: memberRefusalSchema,
  changed: z
    .object({ id: z.number(), email: z.string(), role: memberRoleSchema, joined_at: z.coerce.date() })
    .nullable(),
})

/**
 * Gives a member another role, or the same again. Throws NOT_ON_YOURSELF, MEMBER_NOT_FOUND, LAST_ADMIN; ROLE_TOO_LOW
 * and ORGANIZATION_NOT_FOUND to a caller who is no admin any more by now.
 */
export async function changeRole(
  ctx: Context,
  { role, ...change }: MemberChange & { role: MemberRole },
): Promise<Member> {
  assertNotOnYourself(change)
  const [, { rows }] = await ctx.db.batch([
    lockOrganization(ctx, change.organizationId),
    ctx.db.execute(sql`
      with ${memberChangeParts(change, role)},
      changed as (
        update organization_memberships m set role = ${role}
          from member, refusal
         where m.id = member.id and refusal.code is null
        returning m.user_id as id, member.email, m.role, m.created_at as joined_at
      )
      select code as refusal, (select row_to_json(changed) from changed) as changed from refusal`),
  ])
  const { refusal, changed } = rowSchema.parse(rows[0])
  if (!changed) throw new AppError(refusal ?? 'MEMBER_NOT_FOUND')
  const { joined_at: joinedAt, ...member } = changed
  return { ...member, joinedAt: joinedAt.toISOString() }
}
