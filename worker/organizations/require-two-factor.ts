import { and, eq, isNull } from 'drizzle-orm'
import { memberships, organizations, twoFactors, users } from '#db/schema/index.ts'
import { audit } from '#worker/audit/audit.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { DAY } from '#worker/lib/time.ts'
import { queueEmails } from '#worker/mail/outbox.ts'
import { twoFactorRequiredEmail } from '#worker/mail/templates.ts'
import { TWO_FACTOR_GRACE_DAYS } from '#worker/membership/constants.ts'
import { lockMembership, readMembership } from '#worker/membership/membership.ts'
import { inTransaction, type Transaction } from '#worker/transaction.ts'
import type { OrganizationDetail } from './contract.ts'
import { describeOrganization } from './describe.ts'

type Input = { organizationId: string; required: boolean }

export const requireTwoFactor = (
  ctx: Context,
  { organizationId, required }: Input,
  userId: number,
): Promise<OrganizationDetail> =>
  inTransaction(ctx, async (tx) => {
    const self = { organizationId, userId }
    await lockMembership(tx, self, { permission: 'editSettings' })
    const before = await readMembership(tx, self)
    if (required && !before.twoFactorEnabledAt) throw new AppError('TWO_FACTOR_REQUIRED')
    const wasRequired = before.organization.twoFactorRequiredAt !== null
    if (required === wasRequired) return describeOrganization(before)
    const twoFactorRequiredAt = required ? ctx.now : null
    await tx.update(organizations).set({ twoFactorRequiredAt }).where(eq(organizations.id, organizationId))
    await audit(tx, {
      event: 'organization.two_factor_changed',
      organizationId,
      before: { required: wasRequired },
      after: { required },
    })
    if (required) await emailMissing(tx, before.organization)
    return describeOrganization(await readMembership(tx, self))
  })

async function emailMissing(tx: Transaction, { id, name }: { id: string; name: string }): Promise<void> {
  const { now, settings } = tx.ctx
  const missing = await tx
    .select({ email: users.email })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .leftJoin(twoFactors, eq(twoFactors.userId, users.id))
    .where(and(eq(memberships.organizationId, id), isNull(twoFactors.enabledAt)))
  const emails = missing.map(({ email }) =>
    twoFactorRequiredEmail({
      key: `two-factor-required/${crypto.randomUUID()}`,
      to: email,
      organizationName: name,
      end: new Date(now.getTime() + TWO_FACTOR_GRACE_DAYS * DAY),
      origin: settings.APP_ORIGIN,
    }),
  )
  await queueEmails(tx, emails)
}
