import { paddleAccount } from '#worker/billing/paddle-account.ts'
import { hasPaymentDemo } from '#worker/billing/pay-demo.ts'
import type { Settings } from '#worker/env.ts'

export type PublicSettings = {
  supportEmail: string
  docsUrl: string
  googleSignIn: boolean
  recaptchaSiteKey: string | null
  paymentDemo: boolean
  /** For links to a payment in Paddle's emails; null without its keys. The token is public. */
  paddle: { scriptUrl: string; environment: 'sandbox' | 'production'; clientToken: string } | null
}

/** With the slash, because Pages redirects every other form to it. */
const REFERENCE_PATH = '/docs/'

export function publicSettings(settings: Settings): PublicSettings {
  const account = paddleAccount(settings)
  return {
    supportEmail: settings.SUPPORT_EMAIL,
    docsUrl: settings.DOCS_URL ?? new URL(REFERENCE_PATH, settings.APP_ORIGIN).href,
    googleSignIn: settings.GOOGLE_CLIENT_ID !== undefined && settings.GOOGLE_CLIENT_SECRET !== undefined,
    recaptchaSiteKey: settings.RECAPTCHA_SECRET ? (settings.RECAPTCHA_SITE_KEY ?? null) : null,
    paymentDemo: hasPaymentDemo(settings),
    paddle: account
      ? {
          scriptUrl: account.scriptUrl,
          environment: account.environment,
          clientToken: account.clientToken,
        }
      : null,
  }
}
