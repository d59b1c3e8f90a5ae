import type { FakesClient } from '#tests/fakes/client.ts'
import type { CheckoutParameters } from '#worker/billing/contract.ts'
import type { TestUser } from './account-fixture.ts'

/** Of the built product's namespace. */
export const paddleOf = (fakes: FakesClient) => fakes.paddle('test')

/** What the dashboard passes to Paddle. */
export async function checkoutData({ organizationId, post }: TestUser) {
  const answer = await post('/api/paddle/client-params', { organizationId })
  return ((await answer.json()) as CheckoutParameters).customData
}

/** Buys PRO as a checkout would, and waits until the dashboard has it. */
export async function subscribe(fakes: FakesClient, account: TestUser): Promise<string> {
  const paddle = paddleOf(fakes)
  const { email } = account
  const { subscription_id: id } = await paddle.checkout({ email, customData: await checkoutData(account) })
  if (!id) throw new Error('no subscription')
  await paddle.deliverWebhooks()
  return id
}
