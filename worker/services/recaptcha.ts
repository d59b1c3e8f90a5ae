import * as z from 'zod'
import { fetchText } from '#worker/lib/http-client.ts'

const TIMEOUT = 3_000
const MIN_SCORE = 0.5
const TOKEN_ERRORS = new Set(['missing-input-response', 'invalid-input-response', 'timeout-or-duplicate'])

type Account = { secret: string; url: string }

class RecaptchaUnavailable extends Error {
  constructor(cause: unknown) {
    super('reCAPTCHA is unavailable', { cause })
    this.name = 'RecaptchaUnavailable'
  }
}

const answerSchema = z.object({
  success: z.boolean(),
  score: z.number().optional(),
  action: z.string().optional(),
  'error-codes': z.array(z.string()).default([]),
})

/** Google accepts a token once. Throws RecaptchaUnavailable. */
export async function verifyRecaptcha(account: Account, token: string, action: string): Promise<boolean> {
  const answer = await siteVerify(account, token)
  const configurationError = answer['error-codes'].find((code) => !TOKEN_ERRORS.has(code))
  if (!answer.success && configurationError) throw new RecaptchaUnavailable(configurationError)
  return answer.success && answer.action === action && (answer.score ?? 0) >= MIN_SCORE
}

async function siteVerify({ secret, url }: Account, token: string): Promise<z.infer<typeof answerSchema>> {
  try {
    const body = new URLSearchParams({ secret, response: token })
    const { text } = await fetchText(url, { method: 'POST', body, timeout: TIMEOUT })
    return answerSchema.parse(JSON.parse(text))
  } catch (cause) {
    throw new RecaptchaUnavailable(cause)
  }
}
