import type { Context as HonoContext } from 'hono'
import type { AppError } from '#worker/errors.ts'
import { invalidInput } from './input.ts'

export const MAX_IDEMPOTENCY_KEY = 255

/** Undefined without the header. */
export function idempotencyKey(c: HonoContext): string | AppError | undefined {
  const key = c.req.header('Idempotency-Key')
  if (key === undefined || (key !== '' && key.length <= MAX_IDEMPOTENCY_KEY)) return key
  const message = `An idempotency key has 1 to ${MAX_IDEMPOTENCY_KEY} characters.`
  return invalidInput([{ path: ['Idempotency-Key'], message }])
}
