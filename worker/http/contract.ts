import type { ErrorCode, FieldError } from '#worker/errors.ts'

export type ErrorBody = {
  message: string
  code: ErrorCode
  requestId: string
  details?: FieldError[]
  cooldownSeconds?: number
}
