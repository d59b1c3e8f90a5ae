import { screenChunk } from './lib/screen-chunk.ts'

/** Not in screens.ts, which /auth loads. */
export const embeddedCheckoutPage = screenChunk(
  async () => (await import('./billing/embedded-checkout-page.tsx')).EmbeddedCheckoutPage,
)
export const subscriptionSuccessPage = screenChunk(
  async () => (await import('./billing/subscription-success-page.tsx')).SubscriptionSuccessPage,
)
