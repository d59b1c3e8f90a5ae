import { useState } from 'react'
import { ApiError, type ErrorCode, NetworkError } from '#web/lib/api-error.ts'
import type { Owner } from '#web/lib/saved.ts'
import { refreshAfterValidation, refreshTokens } from '#web/lib/swr.ts'
import { type ValidationInput, validate } from '#web/results/index.ts'
import { toast } from '#web/ui/toast.tsx'
import { useSingleSubmit } from '#web/ui/use-single-submit.ts'
import { type Answer, saveAnswer } from './saved-validation.ts'

export type Validation =
  | { status: 'idle' }
  | { status: 'running'; input: ValidationInput }
  | Answer
  | {
      status: 'refused'
      input: ValidationInput
      message: string
      code: ErrorCode | undefined
      isRetryable: boolean
    }
  | { status: 'unreachable'; input: ValidationInput }

const FALLBACK = 'Failed to validate tax ID'

export const tokenRefusals: readonly (ErrorCode | undefined)[] = [
  'TOKEN_EXPIRED',
  'INVALID_TOKEN',
  'TOKEN_NOT_FOUND',
]

function failed(input: ValidationInput, error: unknown): Validation {
  if (error instanceof NetworkError) {
    return { status: 'unreachable', input }
  }
  const refusal = error instanceof ApiError ? error : undefined
  const message = refusal?.serverMessage ?? FALLBACK
  const code = refusal?.code
  const isRetryable = !refusal || refusal.status >= 500 || code === 'RATE_LIMITED'
  return { status: 'refused', input, message, code, isRetryable }
}

export function useValidation(owner: Owner | undefined, saved?: Answer) {
  const [validation, setValidation] = useState<Validation>(saved ?? { status: 'idle' })
  const { submit: run } = useSingleSubmit(async (input: ValidationInput) => {
    if (!owner) return toast.error('Validation Failed', { description: 'No organization selected' })
    const { organizationId } = owner
    setValidation({ status: 'running', input })
    try {
      const answer: Answer = { status: 'answered', ...(await validate(owner, input)) }
      saveAnswer(owner, answer)
      setValidation(answer)
      toast.info('Validation Complete', { isBrief: true })
    } catch (error) {
      setValidation(failed(input, error))
      if (error instanceof ApiError && tokenRefusals.includes(error.code)) void refreshTokens(organizationId)
    }
    void refreshAfterValidation(organizationId)
  })
  return { validation, run }
}
