import type { ErrorCode, FieldError } from '#worker/errors.ts'

/** The body of a refused call. */
export type ErrorBody = {
  message: string
  code: ErrorCode
  requestId: string
  details?: FieldError[]
  /** Of a call that has to wait. */
  cooldownSeconds?: number
}
