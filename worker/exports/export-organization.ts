import { makeZip } from 'client-zip'
import { asc, eq } from 'drizzle-orm'
import { activityDays, billingDetails, paymentTransactions, subscriptions } from '#db/schema/index.ts'
import { exportActivity } from '#worker/activity/export-activity.ts'
import { recordAudit } from '#worker/audit/audit.ts'
import { exportBatches } from '#worker/batches/get.ts'
import { exportValidations } from '#worker/batches/pending/export.ts'
import type { Context } from '#worker/context.ts'
import { pick } from '#worker/lib/pick.ts'
import type { Membership } from '#worker/membership/membership.ts'
import { exportMonitors } from '#worker/monitors/list.ts'
import { describeOrganization } from '#worker/organizations/describe.ts'
import { listInvitations } from '#worker/organizations/invitations.ts'
import { listMembers } from '#worker/organizations/list-members.ts'
import { listProjects } from '#worker/projects/list.ts'
import { exportRecords } from '#worker/records/read.ts'
import { exportRequests } from '#worker/support/own-requests.ts'
import { listTokens } from '#worker/tokens/list.ts'
import { listEndpoints } from '#worker/webhooks/list.ts'

const README = `Data of one organization, exported from Tinproof.

organization.json    Name, plan, status and this month's quota
members.json         Members with their roles
invitations.json     Invitations that were not accepted yet
tokens.json          API tokens, without their values
projects.json        Projects with this month's calls, without their keys
webhooks.json        Webhook endpoints, without their secrets
payments.json        Subscription, payments and billing details
support-requests.json
                     Support requests of members, with our answers
calls-per-day.json   Number of calls per day and result
calls.csv            Single calls, newest first. Tax IDs are never stored with calls.
batches.json         Batches with their counts, newest first, without rows and results
records.json         Records with their signatures, newest first, without their links
monitors.json        Monitored numbers with their history, newest first
validations.json     Validations that waited for a register, newest first, without numbers and results

Times are in UTC.
`

/** Reads bounded data first, so that a failure is an error instead of a broken ZIP file. */
export async function exportOrganization(
  ctx: Context,
  membership: Membership,
): Promise<ReadableStream<Uint8Array>> {
  const organizationId = membership.organization.id
  const { role: _, twoFactorDueAt: __, onboarding: ___, ...organization } = describeOrganization(membership)
  const json = async (data: unknown) => `${JSON.stringify(await data, null, 2)}\n`
  const inputs = {
    'README.txt': README,
    'organization.json': json(organization),
    'members.json': json(listMembers(ctx, organizationId, { isAdmin: true })),
    'invitations.json': json(listInvitations(ctx, organizationId)),
    'tokens.json': json(listTokens(ctx, organizationId)),
    'projects.json': json(listProjects(ctx, organizationId)),
    'webhooks.json': json(listEndpoints(ctx, organizationId)),
    'payments.json': json(readPayments(ctx, organizationId)),
    'calls-per-day.json': json(readCallsPerDay(ctx, organizationId)),
    'support-requests.json': exportRequests(ctx, organizationId),
    'calls.csv': exportActivity(ctx, { organizationId }),
    'batches.json': exportBatches(ctx, organizationId),
    'records.json': exportRecords(ctx, organizationId),
    'monitors.json': exportMonitors(ctx, organizationId),
    'validations.json': exportValidations(ctx, organizationId),
  }
  const files = await Promise.all(
    Object.entries(inputs).map(async ([name, input]) => ({
      name,
      lastModified: ctx.now,
      input: await input,
    })),
  )
  await recordAudit(ctx, { event: 'organization.exported', organizationId })
  return makeZip(files)
}

async function readPayments({ db }: Context, organizationId: string) {
  const [[subscription], transactions, [details]] = await db.batch([
    db
      .select(
        pick(
          subscriptions,
          'subscriptionId',
          'planId',
          'status',
          'currentPeriodStart',
          'currentPeriodEnd',
          'canceledAt',
        ),
      )
      .from(subscriptions)
      .where(eq(subscriptions.organizationId, organizationId)),
    db
      .select(pick(paymentTransactions, 'transactionId', 'amount', 'currency', 'status', 'createdAt'))
      .from(paymentTransactions)
      .where(eq(paymentTransactions.organizationId, organizationId))
      .orderBy(asc(paymentTransactions.createdAt), asc(paymentTransactions.id)),
    db
      .select(pick(billingDetails, 'companyName', 'country', 'address', 'city', 'region', 'postalCode'))
      .from(billingDetails)
      .where(eq(billingDetails.organizationId, organizationId)),
  ])
  return { subscription: subscription ?? null, transactions, billingDetails: details ?? null }
}

const readCallsPerDay = ({ db }: Context, organizationId: string) =>
  db
    .select(pick(activityDays, 'day', 'outcome', 'calls'))
    .from(activityDays)
    .where(eq(activityDays.organizationId, organizationId))
    .orderBy(asc(activityDays.day), asc(activityDays.outcome))
