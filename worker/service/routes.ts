import { Hono } from 'hono'
import { paddleAccount } from '#worker/billing/paddle-account.ts'
import { hasPaymentDemo } from '#worker/billing/pay-demo.ts'
import type { Settings } from '#worker/env.ts'
import type { AppEnv } from '#worker/http/app-env.ts'
import { clientNetwork } from '#worker/http/caller.ts'
import { optionalUser } from '#worker/http/session.ts'
import { enforceIsolateLimit, isolateLimits } from '#worker/rate-limits.ts'
import { checkHealth } from './check-health.ts'

export const serviceRoutes = new Hono<AppEnv>()
  .get('/health', async (c) => {
    enforceIsolateLimit(isolateLimits.healthByAddress, clientNetwork(c))
    const [health, user] = await Promise.all([checkHealth(c.get('ctx')), optionalUser(c)])
    const { status, ...details } = health
    return c.json({ status, ...(user?.isPlatformAdmin && details) }, status === 'down' ? 503 : 200)
  })
  .get('/settings', (c) => {
    c.header('Cache-Control', 'public, max-age=300')
    return c.json(publicSettings(c.get('ctx').settings))
  })

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

function publicSettings(settings: Settings): PublicSettings {
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
