import type { SignedWebhook } from '#tests/fakes/paddle/webhooks.ts'
import type { PaidPlan, Verification } from '#worker/billing/contract.ts'
import { type Context, createContext } from '#worker/context.ts'
import type { JobResult } from '#worker/jobs/job.ts'
import { settlePayments } from '#worker/jobs/settle-payments.ts'
import { type Answer, type ErrorBody, type Member, openWorker } from '../harness.ts'

export type BillingWorker = Awaited<ReturnType<typeof openBillingWorker>>
export type Buyer = Awaited<ReturnType<BillingWorker['buyer']>>

type SubscriptionRow = { subscription_id: string; status: string; plan_id: string; tier: string }
type TransactionRow = { transaction_id: string; status: string; amount: string; plan: string }
type JobRow = { id: number; status: string; attempts: number; error: string | null; target: string }

/** A Worker with an account at Paddle. Tests deliver Paddle's webhooks. */
export async function openBillingWorker(name: string) {
  const worker = await openWorker(name)
  const { paddle } = worker
  const works: Promise<unknown>[] = []
  let buyers = 0

  const post = ({ headers, body }: SignedWebhook): Promise<Answer<ErrorBody>> => {
    const { 'content-type': _, ...rest } = headers
    return worker.call('/api/paddle/webhook', { raw: body, headers: rest })
  }

  async function postAll(webhooks: readonly SignedWebhook[]): Promise<number[]> {
    const statuses: number[] = []
    for (const webhook of webhooks) statuses.push((await post(webhook)).status)
    await worker.settle()
    return statuses
  }

  async function organizationState(organizationId: string) {
    const [organization] = await worker.sql<{ tier: string; limit: number; used: number }>`
      select tier, monthly_limit as limit, used_count as used
         from organizations join organization_quotas on organization_id = organizations.id
        where organizations.id = ${organizationId}`
    const [subscription] = await worker.sql<SubscriptionRow>`select * from subscriptions
      where organization_id = ${organizationId}`
    const transactions = await worker.sql<TransactionRow>`select * from payment_transactions
      where organization_id = ${organizationId} order by id`
    return { ...organization, subscription, transactions }
  }

  const jobs = () =>
    worker.sql<JobRow>`select id, status, attempts, error, coalesce(transaction_id, subscription_id) as target
           from payment_jobs order by id`

  return {
    ...worker,
    post,
    postAll,
    /** Delivers what waits. */
    deliver: async () => postAll(await paddle.takeWebhooks()),
    stateOf: organizationState,
    jobs,
    /** Of a transaction or subscription. */
    jobOf: async (target: string) => (await jobs()).find((job) => job.target === target),
    /** Runs a cron job, `times` at once. Payment jobs that wait for their next attempt are due. */
    run: async (
      job: (ctx: Context) => Promise<JobResult> = settlePayments,
      { times = 1 } = {},
    ): Promise<JobResult> => {
      await worker.sql`update payment_jobs set next_attempt_at = now() - interval '1 second'`
      const ctx = createContext(worker.settings, crypto.randomUUID(), (work) => void works.push(work))
      const [result = { counts: {}, hasMore: false }] = await Promise.all(
        Array.from({ length: times }, () => job(ctx)),
      )
      while (works.length > 0) await works.pop()
      return result
    },
    buyer: async (label = 'buyer') => {
      const member: Member = await worker.signUp(`${label}-${++buyers}-of-${name.replaceAll('_', '-')}`)
      const organizationId = member.organization.id
      const customData = await worker.checkoutData({ organizationId, userId: member.user.id })
      return {
        ...member,
        organizationId,
        customData,
        state: () => organizationState(organizationId),
        spend: (used: number) =>
          worker.sql`update organization_quotas set used_count = ${used}
            where organization_id = ${organizationId}`,
        /** Pays at Paddle. Its webhooks wait. */
        pay: (input: Partial<Parameters<typeof paddle.checkout>[0]> & { plan?: PaidPlan } = {}) =>
          paddle.checkout({ customData, email: member.user.email, ...input }),
        verify: (transactionId?: string) =>
          member.post<Verification & ErrorBody>('/api/subscription/verify', {
            organizationId,
            ...(transactionId && { transactionId }),
          }),
      }
    },
  }
}

export const subscriptionOf = ({ subscription_id: id }: { subscription_id: string | null }): string => {
  if (!id) throw new Error('no subscription')
  return id
}
