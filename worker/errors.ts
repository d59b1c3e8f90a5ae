/** Every error that a caller can meet: code -> HTTP status and the sentence shown when no better one is at hand. */
export const errorTable = {
  INVALID_JSON: { status: 400, message: 'The request body is not valid JSON.' },
  ORGANIZATION_MISMATCH: { status: 400, message: 'The request names two different organizations.' },
  ORGANIZATION_REQUIRED: { status: 400, message: 'No organization selected' },
  NOT_SIGNED_IN: { status: 401, message: 'Sign in to continue.' },
  INVALID_CREDENTIALS: { status: 401, message: 'The e-mail address or the password is wrong.' },
  GOOGLE_SIGN_IN_FAILED: { status: 401, message: 'Signing in with Google did not work. Try again.' },
  INVALID_TOKEN: { status: 401, message: 'This API token is not valid. It may have been revoked.' },
  TOKEN_REQUIRED: {
    status: 401,
    message: 'Send an API token in the header "Authorization: Bearer tp_live_…".',
  },
  TOKEN_EXPIRED: { status: 401, message: 'This API token has expired.' },
  CROSS_SITE_REQUEST: { status: 403, message: 'This request did not come from the dashboard.' },
  NOT_VERIFIED: { status: 403, message: 'Not verified yet' },
  RECAPTCHA_FAILED: {
    status: 403,
    message: 'The check against automated sign-ups failed. Reload the page and try again.',
  },
  INVITATION_NOT_YOURS: { status: 403, message: 'This invitation is for another e-mail address.' },
  ROLE_TOO_LOW: { status: 403, message: 'Your role in this organization does not allow that.' },
  PERMISSION_MISSING: { status: 403, message: 'This API token does not have the permission for that.' },
  ORGANIZATION_SUSPENDED: { status: 403, message: 'This organization is not active. Contact support.' },
  NOT_ON_YOURSELF: {
    status: 403,
    message: 'You cannot do that to yourself. Ask another admin of the organization.',
  },
  ROUTE_NOT_FOUND: { status: 404, message: 'There is nothing at this address.' },
  ORGANIZATION_NOT_FOUND: { status: 404, message: 'There is no such organization.' },
  INVITATION_NOT_FOUND: {
    status: 404,
    message: 'This invitation is not valid any more. Ask for a new one.',
  },
  MEMBER_NOT_FOUND: { status: 404, message: 'This person is not in the organization.' },
  PROJECT_NOT_FOUND: { status: 404, message: 'There is no such project.' },
  TOKEN_NOT_FOUND: { status: 404, message: 'There is no such API token.' },
  METHOD_NOT_ALLOWED: { status: 405, message: 'This address does not take that method.' },
  EMAIL_TAKEN: {
    status: 409,
    message: 'An account with this e-mail address already exists. Sign in instead.',
  },
  ALREADY_MEMBER: { status: 409, message: 'This person is already in the organization.' },
  LAST_ADMIN: {
    status: 409,
    message: 'An organization needs at least one admin. Make somebody else an admin first.',
  },
  ORGANIZATION_LIMIT_REACHED: {
    status: 409,
    message: 'You are admin of the maximum number of organizations.',
  },
  PROJECT_LIMIT_REACHED: {
    status: 409,
    message: 'The maximum number of projects has been reached. Delete one first.',
  },
  TOKEN_LIMIT_REACHED: {
    status: 409,
    message: 'The maximum number of API tokens has been reached. Delete one first.',
  },
  BODY_TOO_LARGE: { status: 413, message: 'The request body is too large.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: 'Send the request body as application/json.' },
  INVALID_INPUT: { status: 422, message: 'The request is not complete or not correct.' },
  WRONG_PASSWORD: { status: 422, message: 'The current password is wrong.' },
  RESET_TOKEN_INVALID: { status: 422, message: 'Invalid or expired reset token.' },
  UNSUPPORTED_COUNTRY: { status: 422, message: 'This country is not supported.' },
  QUOTA_EXCEEDED: { status: 429, message: 'The monthly quota of this organization is used up.' },
  RATE_LIMITED: { status: 429, message: 'Too many requests. Wait a moment and try again.' },
  INTERNAL: { status: 500, message: 'Something went wrong on our side. Try again.' },
  SETTINGS_INVALID: { status: 503, message: 'The service is not set up completely.' },
  NOT_CONFIGURED: { status: 503, message: 'This is not set up here.' },
  SERVICE_UNAVAILABLE: {
    status: 503,
    message: 'The service cannot answer right now. Try again in a moment.',
  },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof errorTable

/** `path` is the field's place in the body, `name` or `permissions.read`. */
export type FieldError = { path: string; message: string }

type Extra = {
  message?: string
  details?: readonly FieldError[]
  /** Seconds until another try makes sense; sent as `Retry-After`. */
  retryAfter?: number
  headers?: Readonly<Record<string, string>>
  /** Told beside message and code. */
  fields?: Readonly<Record<string, number>>
  cause?: unknown
}

/** The one exception that reaches a caller; everything else is told as INTERNAL. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: (typeof errorTable)[ErrorCode]['status']
  readonly details: readonly FieldError[] | undefined
  readonly retryAfter: number | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly fields: Readonly<Record<string, number>>

  constructor(code: ErrorCode, extra: Extra = {}) {
    super(extra.message ?? errorTable[code].message, { cause: extra.cause })
    this.name = 'AppError'
    this.code = code
    this.status = errorTable[code].status
    this.details = extra.details
    this.retryAfter = extra.retryAfter
    this.headers = extra.headers ?? {}
    this.fields = extra.fields ?? {}
  }
}
