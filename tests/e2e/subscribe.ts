import type { FakesClient } from '#tests/fakes/client.ts'

/** Of the built product's namespace. */
export const paddleOf = (fakes: FakesClient) => fakes.paddle('test')

/** Buys PRO as a checkout would, and waits until the dashboard has it. */
export async function subscribe(
  fakes: FakesClient,
  { email, organizationId }: { email: string; organizationId: string },
): Promise<string> {
  const paddle = paddleOf(fakes)
  const { subscription_id: id } = await paddle.checkout({ email, customData: { organizationId } })
  if (!id) throw new Error('no subscription')
  await paddle.deliverWebhooks()
  return id
}
