import { AppError, type ErrorCode, errorTable } from '#worker/errors.ts'
import { invalidInput } from '#worker/http/input.ts'
import { checkFormat } from '#worker/validation/check-format.ts'
import { validateSchema } from '#worker/validation/contract.ts'
import { refusalError } from '#worker/validation/refusal-error.ts'
import type { EndpointId } from './endpoints.ts'
import { at, requestId } from './examples.ts'

const none: readonly EndpointId[] = []
const every: readonly EndpointId[] = ['validate', 'listCountries', 'listRegisters', 'readHealth']
const validating: readonly EndpointId[] = ['validate']

const endpointsByCode: Readonly<Record<ErrorCode, readonly EndpointId[]>> = {
  INVALID_JSON: validating,
  ORGANIZATION_MISMATCH: none,
  ORGANIZATION_REQUIRED: none,
  NOT_SIGNED_IN: none,
  INVALID_CREDENTIALS: none,
  GOOGLE_SIGN_IN_FAILED: none,
  SIGN_IN_EXPIRED: none,
  INVALID_SIGNATURE: none,
  INVALID_TOKEN: validating,
  TOKEN_REQUIRED: validating,
  TOKEN_EXPIRED: validating,
  CROSS_SITE_REQUEST: none,
  NOT_VERIFIED: none,
  RECAPTCHA_FAILED: none,
  CONFIRMATION_REQUIRED: none,
  TWO_FACTOR_REQUIRED: none,
  ACCOUNT_DISABLED: none,
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
  TRANSACTION_NOT_FOUND: none,
  TOKEN_NOT_FOUND: none,
  USER_NOT_FOUND: none,
  SUPPORT_REQUEST_NOT_FOUND: none,
  INVOICE_NOT_FOUND: none,
  METHOD_NOT_ALLOWED: none,
  EMAIL_TAKEN: none,
  TWO_FACTOR_ON: none,
  TWO_FACTOR_OFF: none,
  PASSWORD_NOT_SET: none,
  EMAIL_NOT_VERIFIED: none,
  ALREADY_SUBSCRIBED: none,
  ALREADY_MEMBER: none,
  LAST_ADMIN: none,
  ONLY_ADMIN: none,
  ORGANIZATION_LIMIT_REACHED: none,
  PROJECT_LIMIT_REACHED: none,
  TOKEN_LIMIT_REACHED: none,
  SUPPORT_REQUEST_FULL: none,
  ACCOUNT_DELETED: none,
  NO_SUBSCRIPTION: none,
  SUBSCRIPTION_BUSY: none,
  SUBSCRIPTION_PAUSED: none,
  SUBSCRIPTION_PAST_DUE: none,
  PAYMENT_DECLINED: none,
  CHANGE_REFUSED: none,
  BODY_TOO_LARGE: validating,
  UNSUPPORTED_MEDIA_TYPE: validating,
  INVALID_INPUT: validating,
  WRONG_PASSWORD: none,
  WRONG_TWO_FACTOR_CODE: none,
  WEAK_PASSWORD: none,
  WRONG_CODE: none,
  EMAIL_CHANGE_INVALID: none,
  RESET_TOKEN_INVALID: none,
  UNSUPPORTED_COUNTRY: validating,
  QUOTA_EXCEEDED: validating,
  RATE_LIMITED: ['validate', 'readHealth'],
  INTERNAL: every,
  SETTINGS_INVALID: every,
  NOT_CONFIGURED: none,
  PAYMENTS_UNAVAILABLE: none,
  LEAD_CONVERSION_FAILED: none,
  SERVICE_UNAVAILABLE: validating,
}

export const bodyLimit = '64 KiB'

const notes: Partial<Record<ErrorCode, string>> = {
  PERMISSION_MISSING: 'The token doesn’t have the `read` permission.',
  BODY_TOO_LARGE: `The limit is ${bodyLimit}.`,
  INVALID_INPUT: '`details` lists the invalid fields. An unknown `type` for the country is one of them.',
}

function errorFrom(work: () => unknown): AppError {
  try {
    work()
  } catch (error) {
    if (error instanceof AppError) return error
  }
  throw new Error('The call did not fail')
}

/** Where the real errors contain more than the error table. */
const realErrors: Partial<Record<ErrorCode, AppError>> = {
  INVALID_INPUT: invalidInput(validateSchema.safeParse({ countryCode: 'DE' }).error?.issues ?? []),
  UNSUPPORTED_COUNTRY: errorFrom(() =>
    checkFormat(validateSchema.parse({ countryCode: 'QQ', tin: '1' }), requestId, at),
  ),
  QUOTA_EXCEEDED: refusalError('QUOTA', 0, at),
}

export type EndpointError = {
  code: ErrorCode
  status: number
  text: string
  body: Record<string, unknown>
}

export function errorsOfEndpoint(endpoint: EndpointId): Map<number, EndpointError[]> {
  const codes = (Object.keys(endpointsByCode) as ErrorCode[]).filter((code) =>
    endpointsByCode[code].includes(endpoint),
  )
  return Map.groupBy(codes.map(toEndpointError), ({ status }) => status)
}

function toEndpointError(code: ErrorCode): EndpointError {
  const { message, status, details } = realErrors[code] ?? new AppError(code)
  return {
    code,
    status,
    text: [`\`${code}\`:`, errorTable[code].message, notes[code]].filter(Boolean).join(' '),
    body: { message, code, requestId, ...(details && { details }) },
  }
}
