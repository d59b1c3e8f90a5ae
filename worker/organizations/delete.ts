import { and, eq, exists } from 'drizzle-orm'
import { memberships, organizations } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { encryptEmail, insertEmail, sendAfterResponse } from '#worker/mail/outbox.ts'
import { organizationDeletionEmail } from '#worker/mail/templates.ts'
import { DELETION_GRACE_DAYS, NAME_EXPECTED, type OrganizationDetail } from './contract.ts'
import { describeOrganization } from './describe.ts'
import { listAdmins } from './list-admins.ts'
import { organizationLock } from './lock-organization.ts'
import { isMember, selectMemberships } from './membership.ts'
import { assertPermission, rolesWith } from './permissions.ts'
import { scheduleDeletion, stopCalls } from './schedule-deletion.ts'

type Input = { organizationId: string; name: string }

/**
 * Stops the organization and its tokens now, and deletes its data after the grace period. Throws ROLE_TOO_LOW,
 * ORGANIZATION_NOT_FOUND; INVALID_INPUT if `name` isn't its name.
 */
export async function deleteOrganization(
  ctx: Context,
  { organizationId, name }: Input,
  caller: { id: number; email: string },
): Promise<OrganizationDetail> {
  const { db } = ctx
  const self = { organizationId, userId: caller.id }
  const mayDelete = db
    .select({ id: memberships.id })
    .from(memberships)
    .where(isMember(self, rolesWith('editSettings')))
  const emails = await encryptEmails(ctx, { organizationId, name }, caller.email)
  const { scheduled, revoked, parts } = scheduleDeletion(
    ctx,
    and(
      eq(organizations.id, organizationId),
      eq(organizations.status, 'ACTIVE'),
      eq(organizations.name, name),
      exists(mayDelete),
    ),
  )
  const newEmails = emails.map((email, index) =>
    db.$with(`new_email_${index}`).as(insertEmail(db, email, scheduled)),
  )
  const [, revokedTokens, [membership]] = await db.batch([
    organizationLock(ctx, organizationId),
    db
      .with(...parts, ...newEmails)
      .select({ organizationId: revoked.organizationId, tokenHash: revoked.tokenHash })
      .from(revoked),
    selectMemberships(db).where(isMember(self)),
  ])
  if (!membership) throw new AppError('ORGANIZATION_NOT_FOUND')
  assertPermission(membership.role, 'editSettings')
  if (membership.organization.deleteAt === null) throw wrongName()
  await stopCalls(ctx, [organizationId], revokedTokens)
  for (const { key } of emails) sendAfterResponse(ctx, key)
  return describeOrganization(membership)
}

async function encryptEmails(ctx: Context, { organizationId, name }: Input, deletedBy: string) {
  const admins = await listAdmins(ctx, [organizationId])
  return Promise.all(
    admins.map(({ email }) =>
      encryptEmail(
        ctx,
        organizationDeletionEmail({
          key: `organization-deletion/${crypto.randomUUID()}`,
          to: email,
          organizationName: name,
          deletedBy,
          days: DELETION_GRACE_DAYS,
          link: `${ctx.settings.APP_ORIGIN}/organization`,
        }),
      ),
    ),
  )
}

const wrongName = () =>
  new AppError('INVALID_INPUT', {
    message: NAME_EXPECTED,
    details: [{ path: 'name', message: NAME_EXPECTED }],
  })
