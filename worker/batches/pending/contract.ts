import * as z from 'zod/mini'
import { AppError } from '#worker/errors.ts'
import type { Tier } from '#worker/membership/constants.ts'

/** A number that its register hasn't confirmed by then stays `unconfirmed`. */
export const PENDING_HOURS = 24

/** Pending validations of an organization at a time. They are free, because the call was counted. */
export const pendingLimits: Readonly<Record<Tier, number>> = { FREE: 20, PRO: 500, ENTERPRISE: 2_000 }

/** When to ask again: as often as the register is called. */
export const POLL_SECONDS = 15

export const validationParamSchema = z.object({
  validationId: z.string().check(z.regex(/^validation_[0-9A-Za-z]{22}$/)),
})

export const limitReached = (limit: number) =>
  new AppError('VALIDATION_LIMIT_REACHED', {
    message: `Your plan allows ${limit.toLocaleString('en-US')} pending validations at a time. Try again later, or leave out "async".`,
    fields: { limit },
  })
