type Details = {
  status: number | null
  code: string
  requestId?: string | null
  docs?: string | null
  retryAfter?: number | null
  body?: Readonly<Record<string, unknown>>
}

/**
 * All errors. If an earlier attempt got no response or a 5xx, it's the `cause`. `TIMEOUT`, `UNREACHABLE`, `INVALID_RESPONSE`, `INCOMPLETE_DOWNLOAD`, `INVALID_SIGNATURE` and `INCOMPLETE_CHAIN` come from the client; all other
 * codes come from the API.
 */
export class TinproofError extends Error {
  override readonly name: string = 'TinproofError'
  /** HTTP status. Null if there was no response. */
  readonly status: number | null
  readonly code: string
  readonly requestId: string | null
  /** Link to the page about the code. */
  readonly docs: string | null
  /** In seconds. */
  readonly retryAfter: number | null
  /** Which fields are wrong, for `INVALID_INPUT`. */
  readonly details: unknown
  /** The API's error with all its fields, such as `monitorId`, `limit` or `missing`. Empty without one. */
  readonly body: Readonly<Record<string, unknown>>

  constructor(message: string, details: Details, cause?: unknown) {
    super(message, { cause })
    this.status = details.status
    this.code = details.code
    this.requestId = details.requestId ?? null
    this.docs = details.docs ?? null
    this.retryAfter = details.retryAfter ?? null
    this.body = details.body ?? {}
    this.details = this.body.details
  }
}

/** 400, 405, 413, 415 and 422: the request is wrong. */
export class InvalidRequestError extends TinproofError {
  override readonly name = 'InvalidRequestError'
}
/** 401: the token is missing, wrong or expired. */
export class AuthenticationError extends TinproofError {
  override readonly name = 'AuthenticationError'
}
/** 403: the token isn't allowed to do this. */
export class PermissionError extends TinproofError {
  override readonly name = 'PermissionError'
}
/** 404: the ID or URL doesn't exist. */
export class NotFoundError extends TinproofError {
  override readonly name = 'NotFoundError'
}
/** 409: not possible in this state. */
export class ConflictError extends TinproofError {
  override readonly name = 'ConflictError'
}
/** 429, after all retries: too many requests or uploads. */
export class RateLimitError extends TinproofError {
  override readonly name = 'RateLimitError'
}
/** 429: the quota is used up. */
export class QuotaError extends TinproofError {
  override readonly name = 'QuotaError'
}
/** 5xx, after all retries. */
export class ServerError extends TinproofError {
  override readonly name = 'ServerError'
}
/** No response, or one that isn't from the API, such as a proxy's page, after all retries. */
export class ConnectionError extends TinproofError {
  override readonly name: string = 'ConnectionError'
}
/** No response in time, after all retries. */
export class TimeoutError extends ConnectionError {
  override readonly name = 'TimeoutError'
}

const classes: Readonly<Record<number, typeof TinproofError>> = {
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  429: RateLimitError,
}

function classOf(status: number, code: string): typeof TinproofError {
  if (code === 'QUOTA_EXCEEDED' || code === 'SANDBOX_TOKEN_USED_UP') return QuotaError
  return classes[status] ?? (status >= 500 ? ServerError : InvalidRequestError)
}

/** Of a gateway in front of the API, which answers without JSON. */
const codes: Readonly<Record<number, string>> = {
  404: 'ROUTE_NOT_FOUND',
  413: 'BODY_TOO_LARGE',
  429: 'RATE_LIMITED',
  503: 'SERVICE_UNAVAILABLE',
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** Undefined if it isn't an object, as all of the API's answers are. */
export async function readJson(response: Response): Promise<Record<string, unknown> | undefined> {
  const text = await response.text()
  try {
    const data: unknown = JSON.parse(text)
    return data instanceof Object && !Array.isArray(data) ? { ...data } : undefined
  } catch {
    return undefined
  }
}

/** A proxy, a firewall, or the sign-in page of a network has answered. */
export const foreign = ({ status, headers }: Response): ConnectionError =>
  new ConnectionError(
    `The response with status ${status} isn't from the API. A proxy or a firewall may have sent it.`,
    { status, code: 'INVALID_RESPONSE', requestId: requestIdOf(headers) },
  )

export async function errorOf(response: Response): Promise<TinproofError> {
  const { status, headers } = response
  const body = (await readJson(response)) ?? {}
  const code = textOf(body.code) ?? codes[status] ?? (status >= 500 ? 'INTERNAL' : undefined)
  if (code === undefined) return foreign(response)
  return new (classOf(status, code))(textOf(body.message) ?? `The API returned status ${status}.`, {
    status,
    code,
    requestId: textOf(body.requestId) ?? requestIdOf(headers),
    docs: textOf(body.docs),
    retryAfter: retryAfterOf(headers),
    body,
  })
}

export const requestIdOf = (headers: Headers): string | null => headers.get('X-Request-Id')

/** In seconds. The header is a number of seconds or a date. */
export function retryAfterOf(headers: Headers): number | null {
  const text = headers.get('Retry-After')
  if (!text) return null
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1_000
  return Number.isNaN(seconds) ? null : Math.max(0, Math.ceil(seconds))
}
