import { AppError } from '#worker/errors.ts'
import { once } from '#worker/lib/once.ts'
import { monthlyLimits, NO_FREE_QUOTA } from '#worker/membership/constants.ts'
import type { Caller, Refusal } from './authorization.ts'
import { monthOf } from './month.ts'

/** Loading the locale takes milliseconds. */
const dateFormat = once(() => new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }))

const bearerError = (code: string) => ({ headers: { 'WWW-Authenticate': `Bearer error="${code}"` } })

type Refused = {
  refusal: Refusal
  at: Date
  retryAfter?: number
  caller?: Pick<Caller, 'monthlyLimit'> | undefined
}

export function refusalError({ refusal, at, retryAfter = 0, caller }: Refused): AppError {
  switch (refusal) {
    case 'UNKNOWN_TOKEN':
      return new AppError('INVALID_TOKEN', bearerError('invalid_token'))
    case 'EXPIRED':
      return new AppError('TOKEN_EXPIRED', bearerError('invalid_token'))
    case 'IP':
      return new AppError('IP_NOT_ALLOWED')
    case 'SUSPENDED':
      return new AppError('ORGANIZATION_SUSPENDED')
    case 'NO_PERMISSION':
      return new AppError('PERMISSION_MISSING', bearerError('insufficient_scope'))
    case 'BURST':
    case 'UNKNOWN_TOKEN_LIMIT':
      return new AppError('RATE_LIMITED', { retryAfter })
    case 'QUOTA': {
      const { end } = monthOf(at)
      const { monthlyLimit } = caller ?? { monthlyLimit: monthlyLimits.FREE }
      const advice = monthlyLimit < monthlyLimits.ENTERPRISE ? ' To continue now, upgrade your plan.' : ''
      return new AppError('QUOTA_EXCEEDED', {
        message:
          monthlyLimit === 0
            ? `${NO_FREE_QUOTA} Upgrade its plan to validate.`
            : `The monthly quota of this organization is used up. It resets on ${dateFormat().format(end)} at 00:00 UTC.${advice}`,
        retryAfter: (end.getTime() - at.getTime()) / 1000,
      })
    }
  }
}
