import { vi } from 'vitest'
import type { SignedWebhook } from '#tests/fakes/paddle/webhooks.ts'
import type { Billing, PaidPlan, Verification } from '#worker/billing/contract.ts'
import type { Context } from '#worker/context.ts'
import type { JobResult } from '#worker/jobs/job.ts'
import { settlePayments } from '#worker/jobs/settle-payments.ts'
import { type ErrorBody, type Member, openWorker } from '../harness.ts'

export type BillingWorker = Awaited<ReturnType<typeof openBillingWorker>>
export type Buyer = Awaited<ReturnType<BillingWorker['buyer']>>

type SubscriptionRow = { subscription_id: string; status: string; plan_id: string; tier: string }
type TransactionRow = { transaction_id: string; status: string; amount: string; plan: string }
type JobRow = { id: number; status: string; attempts: number; error: string | null; target: string }

/** A Worker with an account at Paddle, whose organizations buy plans. Tests deliver Paddle's webhooks. */
export async function openBillingWorker(name: string) {
  const worker = await openWorker(name)
  const { paddle, sql } = worker

  const receive = ({ headers, body }: SignedWebhook) =>
    worker.call('/api/paddle/webhook', { raw: body, headers: { ...headers } })

  const jobs = () => sql<JobRow>`
    select id, status, attempts, error, coalesce(transaction_id, subscription_id) as target
      from payment_jobs order by id`

  async function stateOf(organizationId: string) {
    const [organization] = await sql<{ tier: string; limit: number; used: number }>`
      select tier, monthly_limit as limit, used_count as used
         from organizations join organization_quotas on organization_id = organizations.id
        where organizations.id = ${organizationId}`
    const [subscription] = await sql<SubscriptionRow>`select * from subscriptions
      where organization_id = ${organizationId}`
    const transactions = await sql<TransactionRow>`select * from payment_transactions
      where organization_id = ${organizationId} order by id`
    return { ...organization, subscription, transactions }
  }

  async function buyerOf(member: Member) {
    const organizationId = member.organization.id
    const customData = await worker.checkoutData({ organizationId, userId: member.user.id })
    return {
      ...member,
      organizationId,
      customData,
      state: () => stateOf(organizationId),
      spend: (used: number) =>
        sql`update organization_quotas set used_count = ${used} where organization_id = ${organizationId}`,
      /** Pays at Paddle. Its webhooks wait. */
      pay: (input: Partial<Parameters<typeof paddle.checkout>[0]> = {}) =>
        paddle.checkout({ customData, email: member.user.email, ...input }),
      verify: (transactionId?: string) =>
        member.post<Verification & ErrorBody>('/api/subscription/verify', {
          organizationId,
          ...(transactionId && { transactionId }),
        }),
      billing: async () =>
        (await member.call<Billing>(`/api/subscription?organizationId=${organizationId}`)).body,
      manage: (verb: string, body: object = {}) =>
        member.post<Billing & { code?: string; message?: string; url?: string }>(
          `/api/subscription/${verb}`,
          body,
        ),
    }
  }
  const signUp = async () => buyerOf(await worker.signUp())
  /** Runs a cron job. Payment jobs that wait for their next attempt are due. */
  const run = async (job: (ctx: Context) => Promise<JobResult> = settlePayments): Promise<JobResult> => {
    await sql`update payment_jobs set next_attempt_at = now() - interval '1 second' where status <> 'failed'`
    const result = await job(worker.context())
    await worker.settle()
    return result
  }

  return {
    ...worker,
    /** Posts a webhook. */
    receive,
    receiveAll: async (webhooks: readonly SignedWebhook[]): Promise<number[]> => {
      const statuses: number[] = []
      for (const webhook of webhooks) statuses.push((await receive(webhook)).status)
      await worker.settle()
      return statuses
    },
    jobs,
    /** Of a transaction or subscription. */
    jobOf: async (target: string) => (await jobs()).find((job) => job.target === target),
    run,
    /** A day after they failed. */
    runFailed: async (): Promise<void> => {
      await sql`update payment_jobs set next_attempt_at = now() where status = 'failed'`
      await run()
    },
    /** All attempts of a payment job. */
    runAll: async (): Promise<void> => {
      for (let attempt = 0; attempt < 5; attempt++) await run()
    },
    buyer: signUp,
    subscribe: async (plan: PaidPlan = 'PRO', more: { country?: string } = {}) => {
      const buyer = await signUp()
      return { buyer, ...(await worker.buy(buyer, plan, more)) }
    },
    /** Signs up and joins the organization. The member's calls name it. */
    colleague: async (organizationId: string, role = 'member') => {
      const member = await worker.colleague(organizationId, role)
      member.organization.id = organizationId
      return buyerOf(member)
    },
    atPaddle: async (subscriptionId: string) => (await paddle.account()).subscriptions[subscriptionId],
    /** What Paddle has charged for the subscription, in cents. */
    charges: async (subscriptionId: string) =>
      Object.values((await paddle.account()).transactions)
        .filter((one) => one.subscription_id === subscriptionId && one.status === 'completed')
        .map(({ details }) => details.totals.grand_total),
  }
}

export const subscriptionOf = ({ subscription_id: id }: { subscription_id: string | null }): string => {
  if (!id) throw new Error('no subscription')
  return id
}

/** When the subscription's state ends: of the plan, a cancellation or a grace period. */
export function endOf({ subscription }: Pick<Billing, 'subscription'>): string {
  const { state } = subscription ?? {}
  return state && 'until' in state ? state.until : state && 'at' in state ? state.at : ''
}

type PaddleCall = { method: string; path: string; body: string }

/** Answers calls to Paddle instead of it; with `send`, after it. Undefined lets a call through. */
export function interceptPaddle(
  answer: (call: PaddleCall, send: () => Promise<Response>) => Promise<Response | undefined> | undefined,
): void {
  const real = globalThis.fetch
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const url = String(input)
    const at = url.indexOf('/paddle/')
    const send = () => real(input, init)
    if (at < 0) return send()
    const call = { method: init?.method ?? 'GET', path: url.slice(at + 7), body: String(init?.body ?? '') }
    return (await answer(call, send)) ?? send()
  })
}

export const paddleError = (status: number, code: string) =>
  Response.json({ error: { type: 'request_error', code, detail: 'A reason' }, meta: {} }, { status })
