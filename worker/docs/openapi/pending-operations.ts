import { PENDING_HOURS, validationParamSchema } from '#worker/validation/pending/contract.ts'
import { at, exampleAnswers } from './examples.ts'
import { type Calls, response } from './operation.ts'
import { pathParameter } from './parameters.ts'
import { json, limits } from './responses.ts'
import { schemaRef } from './schema.ts'

const waiting = {
  validationId: 'validation_4q7Z9kTn2WxYb8RcVd3LmP',
  deadlineAt: new Date(at.getTime() + PENDING_HOURS * 3_600_000).toISOString(),
}

export const pendingExamples = {
  pending: {
    summary: 'The register is unavailable',
    value: { ...exampleAnswers.silent.value, ...waiting, pending: true },
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
    summary: 'Get a pending validation',
    description:
      'Returns a validation that you started with `async`. While it is `pending`, this is the first response: wait for the number of seconds in `Retry-After` between calls. After that, it is the final result. Free.',
    parameters: [validationId],
    responses: {
      200: response('The validation.', json(schemaRef('ValidationResponse'), pendingExamples), {
        always: limits,
        sometimes: ['Retry-After'],
      }),
    },
  },
  deleteValidation: {
    summary: 'Delete a pending validation',
    description: 'Deletes the number and its result immediately. If it is pending, we stop waiting.',
    parameters: [validationId],
    responses: { 204: response('The validation is deleted.', undefined, { always: limits }) },
  },
} satisfies Partial<Calls>
