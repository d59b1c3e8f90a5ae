import type { ErrorBody } from '#worker/http/contract.ts'
import { parseJson } from './parse-json.ts'

export type ErrorCode = ErrorBody['code']

const parseBody = (body: string): Partial<ErrorBody> => Object(parseJson(body))

export class ApiError extends Error {
  readonly status: number
  readonly code: ErrorCode | undefined
  readonly serverMessage: string | undefined
  readonly requestId: string | undefined
  readonly details: NonNullable<ErrorBody['details']>
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

export class NetworkError extends Error {
  constructor(cause: unknown) {
    super('Unable to connect. Check your connection and try again.', { cause })
    this.name = 'NetworkError'
  }
}

/** These errors refuse one call and don't end the session. */
const keepsSession: readonly (ErrorCode | undefined)[] = [
  'INVALID_CREDENTIALS',
  'SIGN_IN_EXPIRED',
  'TOKEN_EXPIRED',
  'INVALID_TOKEN',
]

export const endsSession = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 401 && !keepsSession.includes(error.code)

/** Other errors may be temporary. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.status < 500 && error.status !== 429

export function errorText(error: unknown, fallback = 'Something went wrong. Try again.'): string {
  if (error instanceof ApiError) return error.serverMessage ?? fallback
  if (error instanceof NetworkError) return error.message
  return fallback
}
