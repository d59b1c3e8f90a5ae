type Details = {
  /** Null if there was no response. */
  status: number | null
  code: string
  requestId: string | null
  docs: string | null
  /** In seconds. */
  retryAfter: number | null
  details: unknown
}

/** `TIMEOUT`, `UNREACHABLE`, `INVALID_SIGNATURE` and `INCOMPLETE_CHAIN` come from the client; all other codes come from the API. */
export class TinproofError extends Error {
  override readonly name = 'TinproofError'
  readonly status: Details['status']
  readonly code: Details['code']
  readonly requestId: Details['requestId']
  readonly docs: Details['docs']
  readonly retryAfter: Details['retryAfter']
  readonly details: Details['details']

  constructor(
    message: string,
    { status, code, requestId, docs, retryAfter, details }: Details,
    cause?: unknown,
  ) {
    super(message, { cause })
    this.status = status
    this.code = code
    this.requestId = requestId
    this.docs = docs
    this.retryAfter = retryAfter
    this.details = details
  }
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** Gateways in front of the API answer without JSON. */
export async function errorOf(response: Response): Promise<TinproofError> {
  const body: Record<string, unknown> = await response.json().catch(() => ({}))
  const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN)
  return new TinproofError(textOf(body.message) ?? `The API returned status ${response.status}.`, {
    status: response.status,
    code: textOf(body.code) ?? 'INTERNAL',
    requestId: textOf(body.requestId) ?? response.headers.get('X-Request-Id'),
    docs: textOf(body.docs),
    retryAfter: Number.isFinite(seconds) ? seconds : null,
    details: body.details,
  })
}

export const noResponse = (code: 'TIMEOUT' | 'UNREACHABLE', cause: unknown): TinproofError =>
  new TinproofError(
    code === 'TIMEOUT' ? "The API didn't respond in time." : "The API couldn't be reached.",
    { status: null, code, requestId: null, docs: null, retryAfter: null, details: undefined },
    cause,
  )
