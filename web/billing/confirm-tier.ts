import type { Tier } from '#worker/organizations/contract.ts'
import { POLL_MS, POLLS } from './payment.ts'

type ConfirmDeps = {
  readTier: () => Promise<Tier>
  wait: (milliseconds: number, signal: AbortSignal) => Promise<void>
  onWaiting: () => void
}

/** Waits up to 30 seconds for a paid tier, because Paddle may confirm a payment late. Returns the tier read last. */
export async function confirmTier(
  { readTier, wait, onWaiting }: ConfirmDeps,
  signal: AbortSignal,
): Promise<Tier> {
  for (let poll = 1; ; poll++) {
    const tier = await readTier()
    signal.throwIfAborted()
    if (tier !== 'FREE' || poll === POLLS) return tier
    onWaiting()
    await wait(POLL_MS, signal)
  }
}
