export const errorTable = {
  INVALID_JSON: { status: 400, message: "The request body isn't valid JSON." },
  BODY_INCOMPLETE: { status: 400, message: 'The upload was interrupted. Send it again.' },
  ORGANIZATION_MISMATCH: { status: 400, message: 'The request names two different organizations.' },
  ORGANIZATION_REQUIRED: { status: 400, message: 'No organization selected' },
  NOT_SIGNED_IN: { status: 401, message: 'Sign in to continue.' },
  INVALID_CREDENTIALS: { status: 401, message: 'Wrong email or password.' },
  GOOGLE_SIGN_IN_FAILED: { status: 401, message: 'Google sign-in failed. Try again.' },
  SIGN_IN_EXPIRED: { status: 401, message: 'This sign-in has expired. Start again.' },
  INVALID_SIGNATURE: { status: 401, message: "The webhook's signature is missing, wrong or too old." },
  INVALID_TOKEN: { status: 401, message: 'This API token is invalid. It may have been revoked.' },
  TOKEN_REQUIRED: {
    status: 401,
    message: 'Send an API token in the header "Authorization: Bearer tp_live_…".',
  },
  TOKEN_EXPIRED: { status: 401, message: 'This API token has expired.' },
  CROSS_SITE_REQUEST: { status: 403, message: "This request didn't come from the dashboard." },
  NOT_VERIFIED: { status: 403, message: 'Not verified yet' },
  EMAIL_NOT_VERIFIED: {
    status: 403,
    message: 'Verify your email address first: sign out and select "Forgot password?".',
  },
  RECAPTCHA_FAILED: {
    status: 403,
    message: "We couldn't verify that you're not a bot. Reload the page and try again.",
  },
  CONFIRMATION_REQUIRED: { status: 403, message: 'Confirm your password to continue.' },
  TWO_FACTOR_REQUIRED: { status: 403, message: 'Turn on two-factor sign-in in your profile to continue.' },
  ACCOUNT_DISABLED: { status: 403, message: 'This account is disabled. Contact support.' },
  INVITATION_NOT_YOURS: { status: 403, message: 'This invitation is for another email address.' },
  ROLE_TOO_LOW: { status: 403, message: "Your role in this organization doesn't allow this." },
  PERMISSION_MISSING: { status: 403, message: "This API token doesn't have permission to do this." },
  ORGANIZATION_SUSPENDED: { status: 403, message: "This organization isn't active. Contact support." },
  NOT_ON_YOURSELF: {
    status: 403,
    message: "You can't do this to yourself. Ask another admin of the organization.",
  },
  SANDBOX_TOKEN_REFUSED: {
    status: 403,
    message:
      'Sandbox tokens work only for single validations. For everything else, sign up and create a test token.',
  },
  ROUTE_NOT_FOUND: { status: 404, message: "This URL doesn't exist." },
  ORGANIZATION_NOT_FOUND: { status: 404, message: 'Organization not found.' },
  INVITATION_NOT_FOUND: {
    status: 404,
    message: 'This invitation is no longer valid. Ask for a new one.',
  },
  MEMBER_NOT_FOUND: { status: 404, message: "This person isn't a member of the organization." },
  PROJECT_NOT_FOUND: { status: 404, message: 'Project not found.' },
  TRANSACTION_NOT_FOUND: { status: 404, message: "We couldn't find this payment." },
  CALL_NOT_FOUND: { status: 404, message: 'Call not found.' },
  RECEIPT_NOT_FOUND: {
    status: 404,
    message: 'This receipt has expired or was deleted, or its link is incomplete.',
  },
  BATCH_NOT_FOUND: { status: 404, message: 'Batch not found.' },
  TOKEN_NOT_FOUND: { status: 404, message: 'API token not found.' },
  SESSION_NOT_FOUND: { status: 404, message: 'This session has already ended.' },
  USER_NOT_FOUND: { status: 404, message: 'User not found.' },
  SUPPORT_REQUEST_NOT_FOUND: { status: 404, message: 'Support request not found.' },
  INVOICE_NOT_FOUND: { status: 404, message: 'Invoice not found.' },
  METHOD_NOT_ALLOWED: { status: 405, message: "This URL doesn't support this method." },
  EMAIL_TAKEN: { status: 409, message: 'Another account already uses this email.' },
  TWO_FACTOR_ON: { status: 409, message: 'Two-factor sign-in is already on.' },
  TWO_FACTOR_OFF: { status: 409, message: "Two-factor sign-in isn't on." },
  PASSWORD_NOT_SET: { status: 409, message: 'This account has no password yet.' },
  ALREADY_SUBSCRIBED: {
    status: 409,
    message: 'This organization already has a subscription. Change its plan instead.',
  },
  ALREADY_MEMBER: { status: 409, message: 'This person is already a member of the organization.' },
  LAST_ADMIN: {
    status: 409,
    message: 'An organization needs at least one admin. Make someone else an admin first.',
  },
  ONLY_ADMIN: {
    status: 409,
    message:
      "You're the only admin of an organization with other members. Make someone else an admin or delete the organization first.",
  },
  ORGANIZATION_LIMIT_REACHED: {
    status: 409,
    message: "You're already an admin of the maximum number of organizations.",
  },
  PROJECT_LIMIT_REACHED: {
    status: 409,
    message: "You've reached the project limit. Delete a project first.",
  },
  TOKEN_LIMIT_REACHED: {
    status: 409,
    message: "You've reached the API token limit. Delete a token first.",
  },
  RECEIPT_LIMIT_REACHED: {
    status: 409,
    message: "You've reached the limit of shared receipts. Delete one first.",
  },
  BATCH_LIMIT_REACHED: {
    status: 409,
    message: "Your plan doesn't allow more batches at a time. Wait until one ends, or cancel one.",
  },
  BATCH_RECEIVING: { status: 409, message: 'This batch is still being uploaded. Cancel it first.' },
  BATCH_ENDED: { status: 409, message: 'This batch has already ended.' },
  BATCH_CANCELLED: { status: 409, message: 'This batch was canceled while it was being uploaded.' },
  NOTHING_TO_RETRY: {
    status: 409,
    message: 'This batch has no rows to retry, or it ended more than 7 days ago.',
  },
  SUPPORT_REQUEST_FULL: {
    status: 409,
    message: 'This request has too many messages. Submit a new one.',
  },
  ACCOUNT_DELETED: { status: 409, message: 'The account that submitted this request was deleted.' },
  NO_SUBSCRIPTION: { status: 409, message: 'This organization has no paid plan.' },
  SUBSCRIPTION_BUSY: {
    status: 409,
    message: 'Another change to this plan is in progress. Try again in a minute.',
  },
  SUBSCRIPTION_PAUSED: { status: 409, message: 'This plan is paused. Resume it first.' },
  SUBSCRIPTION_PAST_DUE: {
    status: 409,
    message: 'The last payment failed. Update your payment method first.',
  },
  PAYMENT_DECLINED: {
    status: 409,
    message: 'Your payment was declined, so nothing changed. Update your payment method and try again.',
  },
  CHANGE_REFUSED: { status: 409, message: "Our payment provider didn't allow this change. Contact support." },
  IDEMPOTENCY_KEY_IN_USE: {
    status: 409,
    message: 'The first call with this idempotency key is still in progress. Try again in a moment.',
  },
  BODY_TOO_LARGE: { status: 413, message: 'The request body is too large.' },
  TOO_MANY_ROWS: { status: 413, message: 'A batch can have at most 100,000 rows. Split it into several.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: 'Send the request body as application/json.' },
  INVALID_INPUT: { status: 422, message: 'The request is incomplete or invalid.' },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    message: 'This idempotency key was already used for a different request.',
  },
  ANSWER_NOT_SIGNED: {
    status: 422,
    message: 'Results can be shared for 24 hours. Validate the number again.',
  },
  WRONG_PASSWORD: { status: 422, message: 'The current password is wrong.' },
  WRONG_TWO_FACTOR_CODE: { status: 422, message: 'This code is wrong or was already used.' },
  WEAK_PASSWORD: { status: 422, message: 'This password is too easy to guess.' },
  WRONG_CODE: {
    status: 422,
    message: 'This code is wrong or has expired. Open the link in the email again to get a new one.',
  },
  EMAIL_CHANGE_INVALID: {
    status: 422,
    message: 'This link is no longer valid. Change your email again in your profile.',
  },
  RESET_TOKEN_INVALID: { status: 422, message: 'Invalid or expired reset token.' },
  UNSUPPORTED_COUNTRY: { status: 422, message: "This country isn't supported." },
  QUOTA_EXCEEDED: { status: 429, message: 'This organization has used up its monthly quota.' },
  SANDBOX_TOKEN_USED_UP: {
    status: 429,
    message: 'This sandbox token has no calls left. Get another one, or sign up and create a test token.',
  },
  RATE_LIMITED: { status: 429, message: 'Too many requests. Wait a moment and try again.' },
  INTERNAL: { status: 500, message: 'Something went wrong on our side. Try again.' },
  SETTINGS_INVALID: { status: 503, message: "The service isn't fully configured." },
  NOT_CONFIGURED: { status: 503, message: "This feature isn't configured." },
  PAYMENTS_UNAVAILABLE: {
    status: 503,
    message: "Our payment provider isn't responding. Nothing changed. Try again in a moment.",
  },
  LEAD_CONVERSION_FAILED: { status: 503, message: 'Failed to convert user to lead in HubSpot' },
  SERVICE_UNAVAILABLE: {
    status: 503,
    message: 'The service is temporarily unavailable. Try again in a moment.',
  },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof errorTable

const messages: ReadonlyMap<string, string> = new Map(
  Object.entries(errorTable).map(([code, { message }]) => [code, message]),
)

export const errorMessage = (code: string): string | undefined => messages.get(code)

/** What API callers can get. Each code has a page in the docs. */
export const publicErrorCodes = [
  'INVALID_JSON',
  'BODY_INCOMPLETE',
  'INVALID_TOKEN',
  'TOKEN_REQUIRED',
  'TOKEN_EXPIRED',
  'PERMISSION_MISSING',
  'ORGANIZATION_SUSPENDED',
  'SANDBOX_TOKEN_REFUSED',
  'ROUTE_NOT_FOUND',
  'BATCH_NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'IDEMPOTENCY_KEY_IN_USE',
  'BATCH_LIMIT_REACHED',
  'BATCH_RECEIVING',
  'BATCH_ENDED',
  'BATCH_CANCELLED',
  'NOTHING_TO_RETRY',
  'BODY_TOO_LARGE',
  'TOO_MANY_ROWS',
  'UNSUPPORTED_MEDIA_TYPE',
  'INVALID_INPUT',
  'IDEMPOTENCY_KEY_REUSED',
  'UNSUPPORTED_COUNTRY',
  'QUOTA_EXCEEDED',
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
  fields?: Readonly<Record<string, number>>
  cause?: unknown
}

export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: (typeof errorTable)[ErrorCode]['status']
  readonly details: readonly FieldError[] | undefined
  readonly retryAfter: number | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly fields: Readonly<Record<string, number>>

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
