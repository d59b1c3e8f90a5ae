import { and, eq, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import { memberships, organizations, twoFactors, users } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { queueEmails } from '#worker/mail/outbox.ts'
import { twoFactorRequiredEmail } from '#worker/mail/templates.ts'
import { TWO_FACTOR_GRACE_DAYS } from '#worker/membership/constants.ts'
import { inTransaction } from '#worker/transaction.ts'
import { inBatches, type JobResult, toJobResult } from './job.ts'

const LIMITS = { size: 100, batches: 20 }

/** As `twoFactorDueAt` computes it. */
const dueAt = sql`greatest(${organizations.twoFactorRequiredAt}, ${memberships.createdAt}) + make_interval(days => ${TWO_FACTOR_GRACE_DAYS})`
const { twoFactorRemindedAt } = memberships

export const remindTwoFactor = async (ctx: Context): Promise<JobResult> =>
  toJobResult({ members: await inBatches(LIMITS, () => remindBatch(ctx)) })

const remindBatch = (ctx: Context): Promise<number> =>
  inTransaction(ctx, async (tx) => {
    const now = sql`${ctx.now.toISOString()}::timestamptz`
    const due = await tx
      .select({
        id: memberships.id,
        email: users.email,
        organizationName: organizations.name,
        end: sql`${dueAt}`.mapWith(organizations.twoFactorRequiredAt),
      })
      .from(memberships)
      .innerJoin(organizations, eq(organizations.id, memberships.organizationId))
      .innerJoin(users, eq(users.id, memberships.userId))
      .leftJoin(twoFactors, eq(twoFactors.userId, users.id))
      .where(
        and(
          eq(organizations.status, 'ACTIVE'),
          isNotNull(organizations.twoFactorRequiredAt),
          isNull(twoFactors.enabledAt),
          or(isNull(twoFactorRemindedAt), lt(twoFactorRemindedAt, organizations.twoFactorRequiredAt)),
          sql`${dueAt} > ${now} and ${dueAt} <= ${now} + interval '1 day'`,
        ),
      )
      .limit(LIMITS.size)
      .for('no key update', { of: memberships, skipLocked: true })
    const ids = due.map(({ id }) => id)
    await tx.update(memberships).set({ twoFactorRemindedAt: ctx.now }).where(inArray(memberships.id, ids))
    const emails = due.map(({ id, email, organizationName, end }) =>
      twoFactorRequiredEmail({
        key: `two-factor-reminder/${id}/${end.getTime()}`,
        to: email,
        organizationName,
        end,
        origin: ctx.settings.APP_ORIGIN,
        isReminder: true,
      }),
    )
    await queueEmails(tx, emails)
    return due.length
  })
