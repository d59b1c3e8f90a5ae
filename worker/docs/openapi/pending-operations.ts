import { PENDING_HOURS, validationParamSchema } from '#worker/batches/pending/contract.ts'
import { HOUR } from '#worker/lib/time.ts'
import { at, exampleAnswers } from './examples.ts'
import type { Calls } from './operation.ts'
import { pathParameter } from './parameters.ts'
import { json } from './responses.ts'

export const waiting = {
  validationId: 'validation_4q7Z9kTn2WxYb8RcVd3LmP',
  deadlineAt: new Date(at.getTime() + PENDING_HOURS * HOUR).toISOString(),
  pending: true,
}

export const pendingExamples = {
  pending: {
    summary: 'The register is unavailable',
    value: { ...exampleAnswers.silent.value, ...waiting },
  },
  ended: {
    summary: 'The register has confirmed the number',
    value: { ...exampleAnswers.registered.value, ...waiting, pending: false },
  },
}

const validationId = pathParameter('validationId', validationParamSchema.shape.validationId, {
  description: 'ID of the validation.',
  example: waiting.validationId,
})

export const pendingCalls = {
  getValidation: {
    parameters: [validationId],
    responses: {
      200: { content: json('ValidationResponse', pendingExamples), sometimes: ['Retry-After'] },
    },
  },
  deleteValidation: {
    parameters: [validationId],
    responses: { 204: {} },
  },
} satisfies Partial<Calls>
