import {
  batchParamSchema,
  batchResultsSchema,
  listBatchesSchema,
  uploadQuerySchema,
} from '#worker/batches/contract.ts'
import {
  batchExamples,
  batchListExample,
  estimateExample,
  estimateRequest,
  resultsExamples,
  uploads,
} from './batch-examples.ts'
import { fieldTexts } from './field-texts.ts'
import type { Calls } from './operation.ts'
import {
  idempotencyKeyParameter,
  ifNoneMatchParameter,
  pathParameter,
  queryOf,
  queryParameters,
} from './parameters.ts'
import { example, json } from './responses.ts'

export const batchId = pathParameter('batchId', batchParamSchema.shape.batchId, {
  description: 'ID of the batch.',
  example: batchExamples.created.value.id,
})

export const uploadParameters = queryParameters(
  uploadQuerySchema.omit({ tokenId: true }),
  fieldTexts('UploadOptions'),
)

const batchContent = (...ids: readonly (keyof typeof batchExamples)[]) =>
  json('Batch', Object.fromEntries(ids.map((id) => [id, batchExamples[id]])))

export const batchCalls = {
  createBatch: {
    parameters: [
      idempotencyKeyParameter(
        'Makes retries safe. For 24 hours, the same upload with the same key and token returns the batch that the first one created.',
      ),
    ],
    requestBody: example('CreateBatchRequest', 'Four numbers', uploads.json),
    responses: {
      202: {
        content: batchContent('created'),
        always: ['Location'],
        sometimes: ['Retry-After', 'Idempotent-Replayed'],
      },
    },
  },
  listBatches: {
    parameters: queryOf('listBatches', listBatchesSchema),
    responses: { 200: { content: example('BatchList', 'One batch', batchListExample) } },
  },
  estimateBatch: {
    requestBody: example('EstimateRequest', 'Three kinds of rows', estimateRequest),
    responses: { 200: { content: example('BatchEstimate', 'An estimate', estimateExample) } },
  },
  getBatch: {
    parameters: [batchId, ifNoneMatchParameter],
    responses: {
      200: { content: batchContent('waiting', 'completed'), always: ['ETag'], sometimes: ['Retry-After'] },
      304: { always: ['ETag'], sometimes: ['Retry-After'] },
    },
  },
  deleteBatch: {
    parameters: [batchId],
    responses: { 204: {} },
  },
  getBatchResults: {
    parameters: [batchId, ...queryOf('getBatchResults', batchResultsSchema.omit({ format: true }))],
    responses: { 200: { content: example('BatchResults', 'Results', resultsExamples.json) } },
  },
  cancelBatch: {
    parameters: [batchId],
    responses: { 200: { content: batchContent('canceled') } },
  },
  retryBatch: {
    parameters: [batchId],
    responses: { 200: { content: batchContent('retried') } },
  },
} satisfies Partial<Calls>
