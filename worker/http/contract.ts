import type { ErrorCode, FieldError } from '#worker/errors.ts'

export type ErrorBody = {
  message: string
  code: ErrorCode
  requestId: string
  details?: FieldError[]
  cooldownSeconds?: number
}

export const SESSION_IDLE_SECONDS = 7 * 86_400
export const SESSION_ABSOLUTE_SECONDS = 30 * 86_400
export const KNOWN_DEVICE_SECONDS = 365 * 86_400
export const CONFIRMATION_SECONDS = 600
