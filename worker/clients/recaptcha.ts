import * as z from 'zod'

const TIMEOUT = 3_000
const MIN_SCORE = 0.5
/** The errors that are about the visitor's token; any other is about our own set-up. */
const TOKEN_ERRORS = new Set(['missing-input-response', 'invalid-input-response', 'timeout-or-duplicate'])

type Account = { secret: string; url: string }

/** reCAPTCHA could not be asked: it did not answer, not in time, not as it should, or not to us. */
class RecaptchaUnavailable extends Error {
  constructor(cause: unknown) {
    super('reCAPTCHA did not answer', { cause })
    this.name = 'RecaptchaUnavailable'
  }
}

const answerSchema = z.object({
  success: z.boolean(),
  score: z.number().optional(),
  action: z.string().optional(),
  'error-codes': z.array(z.string()).default([]),
})

/** Whether a token of reCAPTCHA v3, good once, was made for this action by a person. Throws RecaptchaUnavailable. */
export async function verifyRecaptcha(account: Account, token: string, action: string): Promise<boolean> {
  const answer = await siteVerify(account, token)
  const foreign = answer['error-codes'].find((code) => !TOKEN_ERRORS.has(code))
  if (!answer.success && foreign) throw new RecaptchaUnavailable(foreign)
  return answer.success && answer.action === action && (answer.score ?? 0) >= MIN_SCORE
}

async function siteVerify({ secret, url }: Account, token: string): Promise<z.infer<typeof answerSchema>> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams({ secret, response: token }),
      signal: AbortSignal.timeout(TIMEOUT),
    })
    return answerSchema.parse(await response.json())
  } catch (cause) {
    throw new RecaptchaUnavailable(cause)
  }
}
