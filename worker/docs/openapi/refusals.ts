import { AppError, type ErrorCode, errorTable } from '#worker/errors.ts'
import { invalidInput } from '#worker/http/input.ts'
import { validateSchema } from '#worker/validation/contract.ts'
import { refusalError } from '#worker/validation/refuse.ts'
import { validate } from '#worker/validation/validate.ts'
import type { CallId } from './calls.ts'
import { at, requestId } from './examples.ts'

const none: readonly CallId[] = []
const every: readonly CallId[] = ['validate', 'listCountries', 'listRegisters', 'readHealth']
const validating: readonly CallId[] = ['validate']

/** Which calls can be refused with which code: a new one is put here. */
const toldBy: Readonly<Record<ErrorCode, readonly CallId[]>> = {
  INVALID_JSON: validating,
  ORGANIZATION_MISMATCH: none,
  ORGANIZATION_REQUIRED: none,
  NOT_SIGNED_IN: none,
  INVALID_CREDENTIALS: none,
  GOOGLE_SIGN_IN_FAILED: none,
  INVALID_TOKEN: validating,
  TOKEN_REQUIRED: validating,
  TOKEN_EXPIRED: validating,
  CROSS_SITE_REQUEST: none,
  NOT_VERIFIED: none,
  RECAPTCHA_FAILED: none,
  INVITATION_NOT_YOURS: none,
  ROLE_TOO_LOW: none,
  PERMISSION_MISSING: validating,
  ORGANIZATION_SUSPENDED: validating,
  NOT_ON_YOURSELF: none,
  ROUTE_NOT_FOUND: none,
  ORGANIZATION_NOT_FOUND: none,
  INVITATION_NOT_FOUND: none,
  MEMBER_NOT_FOUND: none,
  PROJECT_NOT_FOUND: none,
  TOKEN_NOT_FOUND: none,
  METHOD_NOT_ALLOWED: none,
  EMAIL_TAKEN: none,
  ALREADY_MEMBER: none,
  LAST_ADMIN: none,
  ORGANIZATION_LIMIT_REACHED: none,
  PROJECT_LIMIT_REACHED: none,
  TOKEN_LIMIT_REACHED: none,
  BODY_TOO_LARGE: validating,
  UNSUPPORTED_MEDIA_TYPE: validating,
  INVALID_INPUT: validating,
  WRONG_PASSWORD: none,
  RESET_TOKEN_INVALID: none,
  UNSUPPORTED_COUNTRY: validating,
  QUOTA_EXCEEDED: validating,
  RATE_LIMITED: ['validate', 'readHealth'],
  INTERNAL: every,
  SETTINGS_INVALID: every,
  NOT_CONFIGURED: none,
  SERVICE_UNAVAILABLE: validating,
}

/** As the Worker holds it. */
export const bodyLimit = '64 KiB'

/** What the message does not tell a caller with a token. */
const notes: Partial<Record<ErrorCode, string>> = {
  PERMISSION_MISSING: 'The token lacks `read`.',
  BODY_TOO_LARGE: `${bodyLimit} at most.`,
  INVALID_INPUT: '`details` names the fields, a `type` that the country does not have among them.',
}

function thrownBy(work: () => unknown): AppError {
  try {
    work()
  } catch (error) {
    if (error instanceof AppError) return error
  }
  throw new Error('nothing was refused')
}

/** As they come about, where that says more than the table. */
const real: Partial<Record<ErrorCode, AppError>> = {
  INVALID_INPUT: invalidInput(validateSchema.safeParse({ countryCode: 'DE' }).error?.issues ?? []),
  UNSUPPORTED_COUNTRY: thrownBy(() =>
    validate(validateSchema.parse({ countryCode: 'QQ', tin: '1' }), requestId, at),
  ),
  QUOTA_EXCEEDED: refusalError('QUOTA', 0, at),
}

export type Refusal = {
  code: ErrorCode
  status: number
  /** A line of Markdown. */
  text: string
  body: Record<string, unknown>
}

/** With what a call can be refused, by status. */
export function refusalsOf(call: CallId): Map<number, Refusal[]> {
  const codes = (Object.keys(toldBy) as ErrorCode[]).filter((code) => toldBy[code].includes(call))
  return Map.groupBy(codes.map(toRefusal), ({ status }) => status)
}

function toRefusal(code: ErrorCode): Refusal {
  const { message, status, details } = real[code] ?? new AppError(code)
  return {
    code,
    status,
    text: [`\`${code}\`:`, errorTable[code].message, notes[code]].filter(Boolean).join(' '),
    body: { message, code, requestId, ...(details && { details }) },
  }
}
