import type { ErrorCode, FieldError } from '#worker/errors.ts'

type ErrorBody = {
  message?: string
  code?: ErrorCode
  requestId?: string
  details?: FieldError[]
  cooldownSeconds?: number
}

function parseBody(body: string): ErrorBody {
  try {
    const parsed: unknown = JSON.parse(body)
    return typeof parsed === 'object' && parsed !== null ? parsed : {}
  } catch {
    return {}
  }
}

/** A non-OK answer. Its text is the status, a colon and the body (or the status text). */
export class ApiError extends Error {
  readonly status: number
  readonly code: ErrorCode | undefined
  /** The sentence meant for the reader. */
  readonly serverMessage: string | undefined
  readonly requestId: string | undefined
  readonly details: readonly FieldError[]
  /** Until the same may be asked for again, where the server counts that down. */
  readonly cooldownSeconds: number | undefined

  constructor(status: number, body: string, statusText = '') {
    super(`${status}: ${body || statusText}`)
    this.name = 'ApiError'
    const { message, code, requestId, details, cooldownSeconds } = parseBody(body)
    this.status = status
    this.serverMessage = message
    this.code = code
    this.requestId = requestId
    this.details = details ?? []
    this.cooldownSeconds = cooldownSeconds
  }
}

/** No answer came: offline, or the server cannot be reached. */
export class NetworkError extends Error {
  constructor(cause: unknown) {
    super('Unable to connect. Check your connection and try again.', { cause })
    this.name = 'NetworkError'
  }
}

/** The server's no to this very call; anything else may go away by itself. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.status < 500 && error.status !== 429

/** What a toast or an error state says of a failure: the server's sentence where there is one. */
export function errorText(error: unknown, fallback = 'Something went wrong. Try again.'): string {
  if (error instanceof ApiError) return error.serverMessage ?? fallback
  if (error instanceof NetworkError) return error.message
  return fallback
}
