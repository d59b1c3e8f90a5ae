const errors = {
  400: {
    INVALID_JSON: "The request body isn't valid JSON.",
    BODY_INCOMPLETE: 'The upload was interrupted. Send it again.',
    ORGANIZATION_MISMATCH: 'The request names two different organizations.',
    ORGANIZATION_REQUIRED: 'No organization selected',
  },
  401: {
    NOT_SIGNED_IN: 'Sign in to continue.',
    INVALID_CREDENTIALS: 'Wrong email or password.',
    GOOGLE_SIGN_IN_FAILED: 'Google sign-in failed. Try again.',
    SIGN_IN_EXPIRED: 'This sign-in has expired. Start again.',
    INVALID_SIGNATURE: "The webhook's signature is missing, wrong or too old.",
    INVALID_TOKEN: "We don't recognize this API token. Check that you copied all of it.",
    TOKEN_REQUIRED: 'Send an API token in the header "Authorization: Bearer tp_live_…".',
    TOKEN_EXPIRED: 'This API token has expired.',
  },
  403: {
    CROSS_SITE_REQUEST: "This request didn't come from the dashboard.",
    NOT_VERIFIED: 'Not verified yet',
    RECAPTCHA_FAILED: "We couldn't verify that you're not a bot. Reload the page and try again.",
    CONFIRMATION_REQUIRED: 'Confirm your password to continue.',
    TWO_FACTOR_REQUIRED: 'Turn on two-factor sign-in in your profile to continue.',
    ORGANIZATION_NEEDS_TWO_FACTOR:
      'This organization requires two-factor sign-in. Turn it on in your profile to continue.',
    ACCOUNT_DISABLED: 'This account is disabled. Contact support.',
    INVITATION_NOT_YOURS: 'This invitation is for another email address.',
    ROLE_TOO_LOW: "Your role in this organization doesn't allow this.",
    IP_NOT_ALLOWED: "This API token doesn't accept calls from your IP address.",
    PERMISSION_MISSING: "This API token doesn't have permission to do this.",
    ORGANIZATION_SUSPENDED: 'This organization is suspended or disabled. Contact support.',
    PORTAL_SHARED:
      "The portal would also show another organization's subscription. Ask the person who bought the plan, or contact support.",
    NOT_ON_YOURSELF:
      "You can't change your own role or remove yourself. Ask another admin of the organization.",
    SANDBOX_TOKEN_REFUSED:
      'Sandbox tokens work only for single validations without "async" and "record". For everything else, sign up and create a test token.',
  },
  404: {
    ROUTE_NOT_FOUND: "This URL doesn't exist.",
    ORGANIZATION_NOT_FOUND: 'Organization not found.',
    INVITATION_NOT_FOUND: 'This invitation is no longer valid. Ask for a new one.',
    MEMBER_NOT_FOUND: "This person isn't a member of the organization.",
    PROJECT_NOT_FOUND: 'Project not found.',
    WEBHOOK_NOT_FOUND: 'Webhook endpoint or delivery not found.',
    TRANSACTION_NOT_FOUND: "We couldn't find this payment.",
    CALL_NOT_FOUND: 'Call not found.',
    EVENT_NOT_FOUND: 'Event not found. To start with the oldest event, leave out "after".',
    RECORD_NOT_FOUND: 'Record not found. It was deleted, or its link has expired or is incomplete.',
    BATCH_NOT_FOUND: 'Batch not found.',
    VALIDATION_NOT_FOUND: 'Validation not found.',
    MONITOR_NOT_FOUND: 'Monitor not found.',
    TOKEN_NOT_FOUND: 'API token not found.',
    SESSION_NOT_FOUND: 'This session has already ended.',
    USER_NOT_FOUND: 'User not found.',
    REGISTER_NOT_FOUND: "This register isn't suspected anymore.",
    SUPPORT_REQUEST_NOT_FOUND: 'Support request not found.',
    INVOICE_NOT_FOUND: 'Invoice not found.',
  },
  405: {
    METHOD_NOT_ALLOWED: "This URL doesn't support this method.",
  },
  409: {
    EMAIL_TAKEN: 'Another account already uses this email.',
    TWO_FACTOR_ON: 'Two-factor sign-in is already on.',
    TWO_FACTOR_OFF: "Two-factor sign-in isn't on.",
    TWO_FACTOR_SETUP_REPLACED:
      'This setup is no longer valid. If you started again in another tab, continue there. Otherwise, cancel and start over.',
    TWO_FACTOR_NEEDED: 'An organization that you belong to requires two-factor sign-in.',
    PASSWORD_NOT_SET: 'This account has no password yet.',
    ALREADY_SUBSCRIBED: 'This organization already has a subscription. Change its plan instead.',
    ALREADY_MEMBER: 'This person is already a member of the organization.',
    LAST_ADMIN: 'An organization needs at least one admin. Make someone else an admin first.',
    ONLY_ADMIN:
      "You're the only admin of an organization with other members. Make someone else an admin or delete the organization first.",
    ORGANIZATION_LIMIT_REACHED: "You're already an admin of the maximum number of organizations.",
    PROJECT_LIMIT_REACHED: "You've reached the project limit. Delete a project first.",
    WEBHOOK_LIMIT_REACHED: "Your plan doesn't allow more webhook endpoints. Delete one first.",
    WEBHOOK_DISABLED: 'This endpoint is disabled. Enable it first.',
    TOKEN_ROTATED:
      'This token was rotated or its old secret ended in the meantime. Reload it, then try again.',
    TOKEN_LIMIT_REACHED: "You've reached the API token limit. Delete a token first.",
    RECORD_EXPORT_TOO_LARGE: 'A ZIP file holds up to 20,000 records. Choose a shorter period.',
    BATCH_LIMIT_REACHED:
      "Your plan doesn't allow more batches at a time. Wait until one ends, or cancel one.",
    VALIDATION_LIMIT_REACHED:
      'Your plan doesn\'t allow more pending validations at a time. Try again later, or leave out "async".',
    MONITOR_EXISTS: 'This organization already monitors this number.',
    MONITOR_LIMIT_REACHED: "Your plan doesn't allow more monitors. Delete one first.",
    MONITOR_PAUSED: 'This monitor is paused. Resume it first.',
    BATCH_ENDED: 'This batch has already ended.',
    BATCH_CANCELED:
      'This batch was canceled or deleted while it was being uploaded, the upload paused for too long, or a repeated upload replaced it.',
    NOTHING_TO_RETRY: 'This batch has no rows to retry, or it ended more than 7 days ago.',
    SUPPORT_REQUEST_FULL: 'This request has too many messages. Submit a new one.',
    ACCOUNT_DELETED: 'The account that submitted this request was deleted.',
    NO_SUBSCRIPTION: 'This organization has no paid plan.',
    SUBSCRIPTION_BUSY: 'Another change to this plan is in progress. Try again in a minute.',
    SUBSCRIPTION_PAUSED: 'This plan is paused. Resume it first.',
    SUBSCRIPTION_PAST_DUE: 'The last payment failed. Update your payment method first.',
    PAYMENT_DECLINED:
      'Your payment was declined, so nothing changed. Update your payment method and try again.',
    PRICE_CHANGED:
      "This now costs more than the price you saw, so we didn't change anything. Check the price and try again.",
    CHANGE_REFUSED: "Our payment provider didn't allow this change. Contact support.",
    IDEMPOTENCY_KEY_IN_USE:
      'The first call with this idempotency key is still in progress. Try again in a moment.',
  },
  413: {
    BODY_TOO_LARGE: 'The request body is too large.',
    TOO_MANY_ROWS: 'An upload can have at most 100,000 rows. Split it into several.',
  },
  415: {
    UNSUPPORTED_MEDIA_TYPE: 'Send the request body as application/json.',
  },
  422: {
    INVALID_INPUT: 'Some fields are missing or invalid. See "details".',
    TOO_MANY_UNREADABLE_ROWS: "More than 1,000 rows of this upload can't be validated. Nothing was charged.",
    IDEMPOTENCY_KEY_REUSED: 'This idempotency key was already used for a different request.',
    ANSWER_NOT_SIGNED: 'You can keep a record for 24 hours after the validation. Validate the number again.',
    WRONG_PASSWORD: 'The current password is wrong.',
    WRONG_TWO_FACTOR_CODE: 'This code is wrong or was already used. Try another one.',
    WEAK_PASSWORD: 'This password is too easy to guess.',
    WRONG_CODE: 'This code is wrong or has expired. Open the link in the email again to get a new one.',
    EMAIL_CHANGE_INVALID: 'This link is no longer valid. Change your email again in your profile.',
    RESET_TOKEN_INVALID: 'Invalid or expired reset token.',
    UNSUPPORTED_COUNTRY: "This country isn't supported.",
  },
  429: {
    QUOTA_EXCEEDED: 'This organization has used up its monthly quota.',
    UPLOAD_LIMIT_REACHED: "This organization has reached its plan's limit for uploads.",
    SANDBOX_TOKEN_USED_UP:
      'This sandbox token has no calls left. Get another one, or sign up and create a test token.',
    RATE_LIMITED: 'Too many requests. Wait a moment and try again.',
  },
  500: {
    INTERNAL: 'Something went wrong on our side. Try again.',
  },
  503: {
    SETTINGS_INVALID: "The service isn't fully configured.",
    NOT_CONFIGURED: "This feature isn't configured.",
    PAYMENTS_UNAVAILABLE: "Our payment provider isn't responding. Nothing changed. Try again in a moment.",
    LEAD_CONVERSION_FAILED: 'Failed to convert user to lead in HubSpot',
    SERVICE_UNAVAILABLE: 'The service is temporarily unavailable. Try again in a moment.',
  },
} as const

type Errors = typeof errors
type Status = keyof Errors
export type ErrorCode = { [Of in Status]: keyof Errors[Of] }[Status]

export const errorTable = Object.fromEntries(
  Object.entries(errors).flatMap(([status, messages]) =>
    Object.entries(messages).map(([code, message]) => [code, { status: Number(status), message }]),
  ),
) as Readonly<Record<ErrorCode, { status: Status; message: string }>>

/** What API callers can get. Each code has a page in the docs. */
export const publicErrorCodes = [
  'INVALID_JSON',
  'BODY_INCOMPLETE',
  'INVALID_TOKEN',
  'TOKEN_REQUIRED',
  'TOKEN_EXPIRED',
  'IP_NOT_ALLOWED',
  'PERMISSION_MISSING',
  'ORGANIZATION_SUSPENDED',
  'SANDBOX_TOKEN_REFUSED',
  'ROUTE_NOT_FOUND',
  'EVENT_NOT_FOUND',
  'BATCH_NOT_FOUND',
  'VALIDATION_NOT_FOUND',
  'MONITOR_NOT_FOUND',
  'RECORD_NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'IDEMPOTENCY_KEY_IN_USE',
  'BATCH_LIMIT_REACHED',
  'VALIDATION_LIMIT_REACHED',
  'MONITOR_EXISTS',
  'MONITOR_LIMIT_REACHED',
  'MONITOR_PAUSED',
  'BATCH_ENDED',
  'BATCH_CANCELED',
  'NOTHING_TO_RETRY',
  'RECORD_EXPORT_TOO_LARGE',
  'BODY_TOO_LARGE',
  'TOO_MANY_ROWS',
  'UNSUPPORTED_MEDIA_TYPE',
  'INVALID_INPUT',
  'TOO_MANY_UNREADABLE_ROWS',
  'IDEMPOTENCY_KEY_REUSED',
  'UNSUPPORTED_COUNTRY',
  'QUOTA_EXCEEDED',
  'UPLOAD_LIMIT_REACHED',
  'SANDBOX_TOKEN_USED_UP',
  'RATE_LIMITED',
  'INTERNAL',
  'SETTINGS_INVALID',
  'SERVICE_UNAVAILABLE',
] as const satisfies readonly ErrorCode[]

export type PublicErrorCode = (typeof publicErrorCodes)[number]

const documented: ReadonlySet<string> = new Set(publicErrorCodes)

/** The path of the code's page, or undefined for a code that only the dashboard gets. */
export const errorDocsPath = (code: string): string | undefined =>
  documented.has(code) ? `/docs/errors/${code}` : undefined

export type FieldError = { path: string; message: string }

type Options = {
  message?: string
  details?: readonly FieldError[]
  /** In seconds, sent as `Retry-After`. */
  retryAfter?: number
  headers?: Readonly<Record<string, string>>
  fields?: Readonly<Record<string, number | string>>
  cause?: unknown
}

export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: Status
  readonly details: readonly FieldError[] | undefined
  readonly retryAfter: number | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly fields: Readonly<Record<string, number | string>>

  constructor(code: ErrorCode, options: Options = {}) {
    super(options.message ?? errorTable[code].message, { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.status = errorTable[code].status
    this.details = options.details
    this.retryAfter = options.retryAfter
    this.headers = options.headers ?? {}
    this.fields = options.fields ?? {}
  }
}

/** For a `catch`: returns an AppError, and throws any other error. */
export function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  throw error
}

/** `keys`: of unknown fields. */
export type InputIssue = {
  path: readonly PropertyKey[]
  message: string
  keys?: readonly string[]
  note?: string | undefined
}

/** zod's note on a number too large for an integer. The field's own limit is the one to name. */
const UNSAFE_INTEGER = 'Integers must be within the safe integer range.'

export function invalidInput(issues: readonly InputIssue[]): AppError {
  const details = issues
    .filter(({ note }) => note !== UNSAFE_INTEGER)
    .map(({ path, message, keys: [unknown] = [] }) => ({
      path: [...path, ...(unknown === undefined ? [] : [unknown.slice(0, 50)])].map(String).join('.'),
      message,
    }))
  const [first] = details
  return new AppError('INVALID_INPUT', { details, ...(first && { message: first.message }) })
}

export const invalidField = (path: string, message: string) => invalidInput([{ path: [path], message }])

export const sizeText = (bytes: number): string =>
  bytes < 1024 ** 2 ? `${bytes / 1024} KiB` : `${bytes / 1024 ** 2} MiB`

export const bodyTooLarge = (limit: number) =>
  new AppError('BODY_TOO_LARGE', { message: `The request body is larger than ${sizeText(limit)}.` })
