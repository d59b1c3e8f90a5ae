import * as z from 'zod'
import { FetchError, fetchText, retryAfterSeconds, type TextResponse } from '#worker/lib/http-client.ts'
import { readJson } from '#worker/lib/read-json.ts'

const TIMEOUT = 5_000
const MAX_RETRY_AFTER_SECONDS = 3600

/** Two emails with the same `key` (`<event>/<id>`) arrive once. It holds no secret. */
export type Email = {
  key: string
  to: string
  replyTo?: string | undefined
  subject: string
  html: string
  text: string
}

type Account = { apiKey: string; url: string; from: string }
export type SendOutcome =
  | { kind: 'sent' }
  | { kind: 'refused'; reason: string }
  | { kind: 'later'; reason: string; afterSeconds?: number }

const sentSchema = z.object({ id: z.string().min(1) })
const errorSchema = z.object({
  name: z.string().regex(/^\w{1,64}$/),
  message: z.string().default(''),
})

/** Never throws. Resend ignores a second email with the same key within 24 hours. */
export async function sendWithResend(account: Account, message: Email): Promise<SendOutcome> {
  try {
    const response = await post(account, message)
    const isOk = response.status >= 200 && response.status < 300
    if (!isOk) return outcomeOfError(response)
    return sentSchema.safeParse(readJson(response.text)).success
      ? { kind: 'sent' }
      : { kind: 'later', reason: 'unreadable answer' }
  } catch (error) {
    if (!(error instanceof FetchError)) throw error
    return { kind: 'later', reason: error.code }
  }
}

function post({ apiKey, url, from }: Account, { key, replyTo, ...message }: Email): Promise<TextResponse> {
  return fetchText(`${url.replace(/\/$/, '')}/emails`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${apiKey}`,
      // Resend refuses requests without one, and Workers send none.
      'User-Agent': 'Tinproof/1.0',
      'Content-Type': 'application/json',
      'Idempotency-Key': key,
    },
    body: JSON.stringify({ from, ...message, ...(replyTo && { reply_to: replyTo }) }),
    timeout: TIMEOUT,
  })
}

/** Errors of our settings (key, domain, sender) are `later`: the email can be sent once they are fixed. */
function outcomeOfError({ status, headers, text }: TextResponse): SendOutcome {
  const { name = '', message = '' } = errorSchema.safeParse(readJson(text)).data ?? {}
  const reason = `${status} ${name}`.trim()
  const isAboutSettings = name === 'invalid_from_address' || /`from`|API key/.test(message)
  const isFinal =
    ([400, 413, 422, 451].includes(status) && name !== '' && !isAboutSettings) ||
    name === 'invalid_idempotent_request'
  if (isFinal) return { kind: 'refused', reason }
  const seconds = status === 429 ? retryAfterSeconds(headers) : undefined
  return {
    kind: 'later',
    reason,
    ...(seconds && { afterSeconds: Math.min(seconds, MAX_RETRY_AFTER_SECONDS) }),
  }
}
