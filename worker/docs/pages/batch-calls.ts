import { batchLimits, RETRY_DAYS } from '#worker/batches/contract.ts'
import { uploads } from '#worker/docs/openapi/batch-examples.ts'
import { rowProblems } from '#worker/docs/openapi/response-codes.ts'
import type { Block } from '#worker/docs/site/page.ts'
import { markdownTable, section, textBlock } from './blocks.ts'
import type { CallPage } from './call-page.ts'
import { snippets } from './try-it.ts'

export const uploadSnippets = (): Block =>
  snippets('upload', {
    method: 'POST',
    path: '/api/tinproof/batches/csv?name=Customers',
    needsToken: 'live',
    file: { name: 'customers.csv', type: 'text/csv' },
    prints: ['id'],
  })

const uploadPart = (): (string | Block)[] => [
  section(2, 'upload', 'Upload a file'),
  'Send CSV as `text/csv` to `/csv`, or one JSON item per line as `application/x-ndjson` to `/ndjson`. Send options as [query parameters](#query-parameters).',
  uploadSnippets(),
  textBlock('customers.csv', 'csv', uploads.csv),
  textBlock('customers.ndjson', 'json', uploads.ndjson),
]

const unreadableRows = (): (string | Block)[] => [
  section(2, 'unreadable-rows', 'Unreadable rows'),
  'These codes appear in `errors` of rows with the result `unreadable` or `unsupported`.',
  markdownTable(
    ['Code', 'Meaning'],
    Object.entries(rowProblems).map(([code, text]) => [`\`${code}\``, text]),
  ),
]

const batchFields = '/docs/reference/get-batch'
const answersBatch = `The response has [the fields of a batch](${batchFields}#Batch).`

export const batchCalls = (): CallPage[] => calls().map((call) => ({ ...call, needsLiveToken: true }))

const calls = (): readonly CallPage[] => [
  {
    operationId: 'createBatch',
    description:
      'POST /api/tinproof/batches validates up to 100,000 tax IDs in the background. Send them as JSON, CSV or NDJSON.',
    keywords: 'bulk upload mass validation file',
    intro: `The [guide](/docs/guides/batches) explains what a batch costs and how it runs. ${answersBatch}`,
    prints: ['id'],
    request: [
      { schema: 'CreateBatchRequest', title: 'Request body' },
      { schema: 'BatchItem', title: '`items[]`' },
    ],
    afterRequest: uploadPart(),
  },
  {
    operationId: 'estimateBatch',
    description:
      'POST /api/tinproof/batches/estimate returns how long a batch of tax IDs would take and which registers it would wait for.',
    keywords: 'duration time slow register',
    prints: ['seconds'],
    request: [
      { schema: 'EstimateRequest', title: 'Request body' },
      { schema: 'EstimateItem', title: '`items[]`' },
    ],
    response: [
      { schema: 'BatchEstimate', title: 'The estimate' },
      { schema: 'RegisterEstimate', title: '`registers[]`' },
    ],
  },
  {
    operationId: 'listBatches',
    description:
      'GET /api/tinproof/batches returns the batches of your organization, newest first, with their state and progress.',
    response: [{ schema: 'BatchList', title: 'The page' }],
    elsewhere: { Batch: batchFields },
  },
  {
    operationId: 'getBatch',
    description:
      'GET /api/tinproof/batches/{batchId} returns the state, progress, cost and estimated end of a batch of tax IDs.',
    keywords: 'progress poll status',
    prints: ['state'],
    response: [
      { schema: 'Batch', title: 'The batch' },
      { schema: 'BatchCounts', title: '`counts`' },
      { schema: 'BatchCost', title: '`cost`' },
      { schema: 'BatchRegister', title: '`registers[]`' },
      { schema: 'BatchFailure', title: '`failure`' },
    ],
  },
  {
    operationId: 'getBatchResults',
    title: 'Get the results of a batch',
    navTitle: 'Get the results',
    description:
      'GET /api/tinproof/batches/{batchId}/results returns the result of each row as JSON, NDJSON or CSV, filtered by result if you like.',
    keywords: 'download export',
    prints: ['results'],
    response: [
      { schema: 'BatchResults', title: 'The page' },
      { schema: 'BatchResult', title: '`results[]`' },
      { schema: 'BatchReporting', title: '`reporting`' },
      { schema: 'BatchResultWarning', title: '`warnings[]`' },
      { schema: 'BatchResultError', title: '`errors[]`' },
    ],
    elsewhere: {
      TinInfo: '/docs/reference/validate',
      Comparison: '/docs/reference/validate',
      Entity: '/docs/reference/validate',
      AdditionalInfo: '/docs/reference/validate',
    },
    after: unreadableRows(),
  },
  {
    operationId: 'cancelBatch',
    description:
      'POST /api/tinproof/batches/{batchId}/cancel ends a batch and returns the cost of its remaining rows.',
    intro: answersBatch,
    prints: ['state'],
  },
  {
    operationId: 'retryBatch',
    description: `POST /api/tinproof/batches/{batchId}/retry retries rows whose register didn't respond. Free for ${RETRY_DAYS} days.`,
    intro: `\`retryableRows\` is the number of these rows. A retry counts toward your plan's limit of concurrent batches: ${batchLimits.FREE}, ${batchLimits.PRO} or ${batchLimits.ENTERPRISE}. ${answersBatch}`,
    prints: ['state'],
  },
  {
    operationId: 'deleteBatch',
    description:
      'DELETE /api/tinproof/batches/{batchId} deletes a batch with its rows and results immediately.',
    intro: 'The response has no body.',
    prints: false,
  },
]
