import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { organizations, quotas, quotaWarningIsDue } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { quotaEmail } from '#worker/mail/billing-templates.ts'
import { type EmailRow, emailRows, encryptEmail, insertEmails } from '#worker/mail/outbox.ts'
import { monthlyLimits, type Tier, tierNames } from '#worker/organizations/contract.ts'
import { listAdmins, type OrganizationAdmin } from '#worker/organizations/list-admins.ts'
import { inBatches, type JobResult } from './job.ts'

const LIMITS = { size: 50, batches: 20 }

type Warning = Awaited<ReturnType<typeof selectDueQuotas>>[number]

/**
 * An email when an organization reaches 80, 90 and 100 % of its quota: each threshold once a month, and only the highest
 * if several were passed since the last run. A higher limit has thresholds of its own.
 */
export async function queueQuotaEmails(ctx: Context): Promise<JobResult> {
  let emails = 0
  const { hasMore } = await inBatches(LIMITS, async () => {
    const warnings = await selectDueQuotas(ctx)
    if (warnings.length > 0) emails += await queue(ctx, warnings, await encryptEmails(ctx, warnings))
    return warnings.length
  })
  return { counts: { emails }, hasMore }
}

/** Reads the quotas first: the planner doesn't know how few are due, and would read every organization to join them. */
export function selectDueQuotas({ db, now }: Context) {
  const due = db.$with('due').as(
    db
      .select({
        organizationId: quotas.organizationId,
        monthlyLimit: quotas.monthlyLimit,
        usedCount: quotas.usedCount,
        warningCount: quotas.warningCount,
        resetDate: quotas.resetDate,
      })
      .from(quotas)
      .where(and(quotaWarningIsDue(quotas), gt(quotas.resetDate, now)))
      .orderBy(asc(quotas.organizationId))
      .limit(LIMITS.size),
  )
  return db
    .with(due)
    .select({
      organizationId: due.organizationId,
      name: organizations.name,
      status: organizations.status,
      tier: organizations.tier,
      monthlyLimit: due.monthlyLimit,
      usedCount: due.usedCount,
      warningCount: due.warningCount,
      resetDate: due.resetDate,
    })
    .from(due)
    .innerJoin(organizations, eq(organizations.id, due.organizationId))
}

async function encryptEmails(ctx: Context, warnings: readonly Warning[]): Promise<EmailRow[]> {
  const active = warnings.filter(({ status }) => status === 'ACTIVE')
  const byId = new Map(active.map((warning) => [warning.organizationId, warning]))
  const admins = await listAdmins(ctx, [...byId.keys()])
  const emails = admins.flatMap((admin) => {
    const warning = byId.get(admin.organizationId)
    return warning && admin.quotaEmails ? [{ warning, admin }] : []
  })
  return Promise.all(
    emails.map(async ({ warning, admin }) => ({
      reference: admin.organizationId,
      ...(await encryptEmail(ctx, toEmail(ctx, warning, admin))),
    })),
  )
}

function toEmail(
  { settings }: Context,
  warning: Warning,
  { organizationId, userId, email }: OrganizationAdmin,
) {
  const { name, tier, monthlyLimit, usedCount, warningCount, resetDate } = warning
  const percent = percentOf(warning)
  return quotaEmail({
    key: `quota-${percent}/${organizationId}/${resetDate.toISOString().slice(0, 10)}/${warningCount}/${userId}`,
    to: email,
    organizationName: name,
    percent,
    usedCount,
    monthlyLimit,
    resetDate,
    nextPlan: nextPlan(tier),
    plansLink: `${settings.APP_ORIGIN}/products`,
    supportEmail: settings.SUPPORT_EMAIL,
    preferencesLink: `${settings.APP_ORIGIN}/profile`,
  })
}

function percentOf({ warningCount, monthlyLimit }: Warning): number {
  if (warningCount >= monthlyLimit) return 100
  return warningCount >= monthlyLimit * 0.9 ? 90 : 80
}

const nextTiers: Readonly<Record<Tier, Tier | null>> = { FREE: 'PRO', PRO: 'ENTERPRISE', ENTERPRISE: null }

function nextPlan(tier: Tier) {
  const next = nextTiers[tier]
  return next && { name: tierNames[next], monthlyLimit: monthlyLimits[next] }
}

/**
 * Inserts the emails of quotas that are still due, and marks these as warned, in one statement. A quota that a call is
 * writing waits for the next run.
 */
async function queue(
  { db }: Context,
  warnings: readonly Warning[],
  emails: readonly EmailRow[],
): Promise<number> {
  const warning = db
    .$with('warnings', {
      organizationId: sql<string>`warned_id`.as('warned_id'),
      count: sql<number>`reached_count`.as('reached_count'),
    })
    .as(sql`
      select * from jsonb_to_recordset(${JSON.stringify(
        warnings.map(({ organizationId, warningCount }) => ({
          warned_id: organizationId,
          reached_count: warningCount,
        })),
      )}::jsonb) as (warned_id text, reached_count integer)`)
  const email = emailRows(db, emails)
  const locked = db.$with('locked').as(
    db
      .select({ id: quotas.id })
      .from(quotas)
      .innerJoin(
        warning,
        and(eq(warning.organizationId, quotas.organizationId), eq(warning.count, quotas.warningCount)),
      )
      .where(quotaWarningIsDue(quotas))
      .orderBy(asc(quotas.organizationId))
      .for('no key update', { of: quotas, skipLocked: true }),
  )
  const claimed = db.$with('claimed').as(
    db
      .update(quotas)
      .set({ warnedCount: sql`${quotas.warningCount}`, warnedUntil: sql`${quotas.resetDate}` })
      .from(locked)
      .where(eq(quotas.id, locked.id))
      .returning({ organizationId: quotas.organizationId }),
  )
  const inserted = insertEmails(db, email, claimed, claimed.organizationId)
  const rows = await db.with(warning, email, locked, claimed, inserted).select().from(inserted)
  return rows.length
}
