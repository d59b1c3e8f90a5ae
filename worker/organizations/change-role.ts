import { and, eq, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { memberships, organizations, users } from '#db/schema/index.ts'
import { auditPart } from '#worker/audit/insert-audit.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import type { Member, MemberRole } from './contract.ts'
import { organizationLock } from './lock-organization.ts'
import { assertNotOnYourself, type MemberChange, memberChangeError } from './member-change.ts'
import { isMember } from './membership.ts'

/** Throws ROLE_TOO_LOW or ORGANIZATION_NOT_FOUND if the caller lost the role or was removed meanwhile. */
export async function changeRole(
  ctx: Context,
  { role, ...change }: MemberChange & { role: MemberRole },
): Promise<Member> {
  assertNotOnYourself(change)
  const error = memberChangeError(ctx.db, change, role)
  const { db } = ctx
  const { organizationId } = change
  const old = alias(memberships, 'old')
  const update = db.$with('changed').as(
    db
      .update(memberships)
      .set({ role })
      .from(users)
      .innerJoin(old, eq(old.userId, users.id))
      .where(
        and(isMember(change), eq(users.id, memberships.userId), eq(old.id, memberships.id), isNull(error)),
      )
      .returning({
        id: users.id,
        email: users.email,
        role: memberships.role,
        joinedAt: memberships.createdAt,
        before: sql`jsonb_build_object('role', ${old.role})`.as('before'),
      }),
  )
  const audit = auditPart(
    ctx,
    {
      event: 'member.role_changed',
      organizationId,
      subject: update.email,
      before: sql`${update.before}`,
      after: { role },
    },
    update,
  )
  const [, [checked], [changed]] = await db.batch([
    organizationLock(ctx, change.organizationId),
    ctx.db.select({ error }).from(organizations).where(eq(organizations.id, change.organizationId)),
    db
      .with(update, audit)
      .select({ id: update.id, email: update.email, role: update.role, joinedAt: update.joinedAt })
      .from(update),
  ])
  if (!changed) throw new AppError(checked?.error ?? 'ORGANIZATION_NOT_FOUND')
  return { ...changed, joinedAt: changed.joinedAt.toISOString() }
}
