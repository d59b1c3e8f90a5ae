import { vi } from 'vitest'
import type { Billing, PaidPlan } from '#worker/billing/contract.ts'
import { type Call, type Member, openWorker } from '../harness.ts'

/** A Worker whose organizations buy plans. */
export async function openShop(name: string) {
  const worker = await openWorker(name)
  const signUp = () => worker.signUp()

  async function subscribe(plan: PaidPlan = 'PRO', more: { country?: string } = {}) {
    const admin = await signUp()
    return { admin, organizationId: admin.organization.id, ...(await worker.buy(admin, plan, more)) }
  }

  /** Pays for PRO. Returns the webhooks, which nobody has received. */
  async function pay({ user, organization }: Member, organizationId = organization.id) {
    const customData = await worker.checkoutData({ organizationId, userId: user.id })
    const { id: transactionId } = await worker.paddle.checkout({ plan: 'PRO', email: user.email, customData })
    return { transactionId, webhooks: await worker.paddle.takeWebhooks() }
  }

  async function join(organizationId: string, role: string): Promise<Member> {
    const member = await signUp()
    await worker.sql`delete from organization_memberships where user_id = ${member.user.id}`
    await worker.join(member, organizationId, role)
    // The member's calls name it.
    member.organization.id = organizationId
    return member
  }

  const post = (member: Member, verb: string, body: object = {}, more: Call = {}) =>
    member.call<Billing & { code?: string; message?: string; url?: string }>(`/api/subscription/${verb}`, {
      method: 'POST',
      body,
      ...more,
    })

  async function organization(organizationId: string) {
    const [row] = await worker.sql<{ tier: string; limit: number; used: number }>`
      select tier, monthly_limit as limit, used_count as used
         from organizations join organization_quotas on organization_id = organizations.id
        where organizations.id = ${organizationId}`
    return row
  }

  /** What Paddle has charged for the subscription. */
  async function charges(subscriptionId: string) {
    const { transactions } = await worker.paddle.account()
    return Object.values(transactions).filter(
      (one) => one.subscription_id === subscriptionId && one.status === 'completed',
    )
  }

  return {
    worker,
    signUp,
    buy: worker.buy,
    subscribe,
    pay,
    join,
    post,
    read: async (member: Member) => (await member.call<Billing>('/api/subscription')).body,
    organization,
    setUsed: (organizationId: string, used: number) =>
      worker.sql`update organization_quotas set used_count = ${used} where organization_id = ${organizationId}`,
    charges,
    paddleSubscription: async (subscriptionId: string) =>
      (await worker.paddle.account()).subscriptions[subscriptionId],
  }
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
