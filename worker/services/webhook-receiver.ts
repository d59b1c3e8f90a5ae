import { Webhook } from 'standardwebhooks'
import type { Settings } from '#worker/env.ts'
import { FetchError, fetchText } from '#worker/lib/http-client.ts'

const MAX_RESPONSE_BYTES = 4_096
const KEPT_CHARACTERS = 500

export type Outcome = { status: number | null; error: string | null; response: string }

type Request = {
  url: string
  id: string
  body: string
  secrets: readonly string[]
  timeoutMs: number
}

/** Signed as Standard Webhooks says. Never throws, and follows no redirect. */
export async function postWebhook(
  { WEBHOOKS_URL: fake, APP_ORIGIN }: Settings,
  { url, id, body, secrets, timeoutMs }: Request,
): Promise<Outcome> {
  const at = new Date()
  try {
    const { status, text } = await fetchText(fake ? `${fake}/${url.replace('https://', '')}` : url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'User-Agent': `Tinproof-Webhooks/1.0 (+${APP_ORIGIN}/docs/guides/webhooks)`,
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
        'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
      },
      body,
      timeout: timeoutMs,
      maxBytes: MAX_RESPONSE_BYTES,
      cutsOff: true,
    })
    // PostgreSQL refuses NUL and halves of surrogate pairs.
    const response = text.replaceAll('\0', '\ufffd').slice(0, KEPT_CHARACTERS).toWellFormed()
    return { status, error: null, response }
  } catch (error) {
    if (!(error instanceof FetchError)) throw error
    return { status: null, error: error.code, response: '' }
  }
}
