import {
  batchParamSchema,
  batchResultsSchema,
  listBatchesSchema,
  MAX_ROWS,
  RETRY_DAYS,
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
import { uploadLimit } from './endpoint-errors.ts'
import { fieldText } from './field-texts.ts'
import { type Calls, response } from './operation.ts'
import {
  idempotencyKeyParameter,
  ifNoneMatchParameter,
  pathParameter,
  queryParameters,
} from './parameters.ts'
import { json, limits } from './responses.ts'
import { schemaRef } from './schema.ts'

const maxRows = new Intl.NumberFormat('en-US').format(MAX_ROWS)

export const batchId = pathParameter('batchId', batchParamSchema.shape.batchId, {
  description: 'ID of the batch.',
  example: batchExamples.created.value.id,
})

const optionText = (name: string) => fieldText('CreateBatchRequest', name)

/** Of a CSV file. One of NDJSON has no columns. */
export const uploadParameters = queryParameters(
  uploadQuerySchema.omit({ tokenId: true, organizationId: true }),
  {
    name: {
      description: optionText('name'),
      example: 'Customers',
    },
    source: optionText('source'),
    fresh: optionText('fresh'),
    maxAge: optionText('maxAge'),
    deadlineHours: optionText('deadlineHours'),
    defaultCountry: {
      description: 'Country for rows without one, unless the number begins with a country prefix.',
      example: 'DE',
    },
    tinColumn: {
      description: "Name of the column with the numbers, if we don't recognize it.",
      example: 'Vendor reg.',
    },
    countryColumn:
      'Name of the column with the country, as a code of two or three letters or a name. Send it empty to ignore a column that we recognized by mistake. The same goes for the next seven options.',
    typeColumn: 'Name of the column with the type.',
    kindColumn: 'Name of the column with the kind, such as `customs`.',
    nameColumn: 'Name of the column with the company name.',
    addressColumn: 'Name of the column with the address.',
    purposeColumn: 'Name of the column with the purpose, `crs`.',
    holderColumn:
      'Name of the column with the holder, `person` or `entity`. Required for rows with a purpose.',
    customIdColumn: 'Name of the column with your own ID, which becomes `customId`.',
  },
)

const batchContent = (...ids: readonly (keyof typeof batchExamples)[]) =>
  json(schemaRef('Batch'), Object.fromEntries(ids.map((id) => [id, batchExamples[id]])))

export const batchCalls = {
  createBatch: {
    summary: 'Create a batch',
    description: `Validates up to ${maxRows} numbers in the background. Send them as JSON, or upload a file of up to ${uploadLimit}, uncompressed, to \`/csv\` or \`/ndjson\`. JSON and NDJSON must be UTF-8. The whole cost is reserved when you create the batch. If your quota isn't enough, the request fails and no row is validated.`,
    parameters: [
      idempotencyKeyParameter(
        'Makes retries safe. For 24 hours, the same upload with the same key and token returns the batch that the first one created.',
      ),
    ],
    requestBody: {
      required: true,
      content: json(schemaRef('CreateBatchRequest'), {
        json: { summary: 'Four numbers', value: uploads.json },
      }),
    },
    responses: {
      202: response('The batch. Its rows are being validated.', batchContent('created'), {
        always: [...limits, 'Location'],
        sometimes: ['Retry-After', 'Idempotent-Replayed'],
      }),
    },
  },
  listBatches: {
    summary: 'List batches',
    description:
      'Returns the batches of your organization, newest first. A test token sees only sandbox batches.',
    parameters: queryParameters(listBatchesSchema.omit({ organizationId: true }), {
      state: 'Only batches in this state.',
      cursor: 'The `next` value of the previous page.',
      limit: 'Batches per page.',
    }),
    responses: {
      200: response(
        'A page of batches.',
        json(schemaRef('BatchList'), {
          list: { summary: 'One batch', value: batchListExample },
        }),
        { always: limits },
      ),
    },
  },
  estimateBatch: {
    summary: 'Estimate a batch',
    description:
      'Returns how long a batch would take if it started now, and which registers it would wait for. Free.',
    requestBody: {
      required: true,
      content: json(schemaRef('EstimateRequest'), {
        estimate: { summary: 'Three kinds of rows', value: estimateRequest },
      }),
    },
    responses: {
      200: response(
        'The estimate.',
        json(schemaRef('BatchEstimate'), {
          estimate: { summary: 'An estimate', value: estimateExample },
        }),
        { always: limits },
      ),
    },
  },
  getBatch: {
    summary: 'Get a batch',
    description:
      'Returns the state and progress of a batch. While it is in progress, wait for the number of seconds in `Retry-After` between calls.',
    parameters: [batchId, ifNoneMatchParameter],
    responses: {
      200: response('The batch.', batchContent('waiting', 'completed'), {
        always: [...limits, 'ETag'],
        sometimes: ['Retry-After'],
      }),
      304: response("The batch hasn't changed.", undefined, {
        always: [...limits, 'ETag'],
        sometimes: ['Retry-After'],
      }),
    },
  },
  deleteBatch: {
    summary: 'Delete a batch',
    description:
      'Deletes a batch with its rows and results immediately. A batch in progress is canceled first.',
    parameters: [batchId],
    responses: { 204: response('The batch is deleted.', undefined, { always: limits }) },
  },
  getBatchResults: {
    summary: 'Get the results',
    description:
      'Returns the rows that have a result, in the order of your rows, even while the batch is in progress. As JSON, they are paginated. `/csv` and `/ndjson` return one file with all rows; CSV keeps your columns and adds ours.',
    parameters: [
      batchId,
      ...queryParameters(batchResultsSchema.omit({ organizationId: true, format: true }), {
        result: 'Only rows with this result.',
        cursor: 'The `next` value of the previous page.',
        limit: 'Rows per page. With `result`, a page can have fewer.',
      }),
    ],
    responses: {
      200: response(
        'The results.',
        json(schemaRef('BatchResults'), { json: { summary: 'Results', value: resultsExamples.json } }),
        { always: limits },
      ),
    },
  },
  cancelBatch: {
    summary: 'Cancel a batch',
    description:
      'Ends a batch in progress. Rows that have a result keep it. The cost of the rest is returned to your quota. Lookups in progress finish first, so the state can be `canceling` for a moment.',
    parameters: [batchId],
    responses: {
      200: response('The batch.', batchContent('canceled'), { always: limits }),
    },
  },
  retryBatch: {
    summary: 'Retry a batch',
    description: `Retries the rows of a completed batch whose register didn't respond. Free for ${RETRY_DAYS} days after the batch was completed.`,
    parameters: [batchId],
    responses: {
      200: response('The batch. Its rows are being looked up.', batchContent('retried'), { always: limits }),
    },
  },
} satisfies Partial<Calls>
