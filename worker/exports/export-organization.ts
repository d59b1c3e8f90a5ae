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
import { listInvitations } from '#worker/organizations/list-invitations.ts'
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
  const [
    members,
    invitations,
    tokens,
    projects,
    webhooks,
    payments,
    callsPerDay,
    supportRequests,
    calls,
    exportedBatches,
    records,
    validations,
    exportedMonitors,
  ] = await Promise.all([
    listMembers(ctx, organizationId, { isAdmin: true }),
    listInvitations(ctx, organizationId),
    listTokens(ctx, organizationId),
    listProjects(ctx, organizationId),
    listEndpoints(ctx, organizationId),
    readPayments(ctx, organizationId),
    readCallsPerDay(ctx, organizationId),
    exportRequests(ctx, organizationId),
    exportActivity(ctx, { organizationId }),
    exportBatches(ctx, organizationId),
    exportRecords(ctx, organizationId),
    exportValidations(ctx, organizationId),
    exportMonitors(ctx, organizationId),
  ])
  await recordAudit(ctx, { event: 'organization.exported', organizationId })
  const { role: _, twoFactorDueAt: __, ...organization } = describeOrganization(membership)
  const json = (name: string, data: unknown) => ({
    name,
    lastModified: ctx.now,
    input: `${JSON.stringify(data, null, 2)}\n`,
  })
  return makeZip([
    { name: 'README.txt', lastModified: ctx.now, input: README },
    json('organization.json', organization),
    json('members.json', members),
    json('invitations.json', invitations),
    json('tokens.json', tokens),
    json('projects.json', projects),
    json('webhooks.json', webhooks),
    json('payments.json', payments),
    json('calls-per-day.json', callsPerDay),
    { name: 'support-requests.json', lastModified: ctx.now, input: supportRequests },
    { name: 'calls.csv', lastModified: ctx.now, input: calls },
    { name: 'batches.json', lastModified: ctx.now, input: exportedBatches },
    { name: 'records.json', lastModified: ctx.now, input: records },
    { name: 'monitors.json', lastModified: ctx.now, input: exportedMonitors },
    { name: 'validations.json', lastModified: ctx.now, input: validations },
  ])
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
