import {
  type Batch,
  type BatchEstimate,
  type BatchList,
  type BatchResult,
  type BatchResultsPage,
  batchParamSchema,
  batchResultsSchema,
  type CreateBatch,
  type Estimate,
  listBatchesSchema,
  noRows,
  uploadQuerySchema,
} from '#worker/batches/contract.ts'
import { formatRow, toLookedUpResult } from '#worker/batches/format-row.ts'
import { toRow } from '#worker/batches/read-upload.ts'
import { at, registered, requestId, silent } from './examples.ts'
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

const instant = ({ days = 0, hours = 0, seconds = 0 } = {}) =>
  new Date(at.getTime() + ((days * 24 + hours) * 3_600 + seconds) * 1_000).toISOString()

const items = [
  { customId: 'K-1', countryCode: 'BE', tin: '0403019261', name: 'Summit Energy' },
  { customId: 'K-2', countryCode: 'DE', tin: '136695967' },
  { customId: 'K-3', countryCode: 'CH', tin: 'CHE-116.281.710', type: 'CH.UID' },
  { customId: 'K-4', countryCode: 'FR', tin: '' },
] satisfies CreateBatch['items']

export const estimateRequest = {
  items: [
    { countryCode: 'CH', tin: 'CHE-116.281.710', type: 'CH.UID', rows: 800 },
    { countryCode: 'DE', tin: '136695976', rows: 300 },
    { countryCode: 'US', tin: '12-3456789', rows: 40 },
  ],
} satisfies Estimate

export const estimateExample: BatchEstimate = {
  rows: 1_140,
  rowsWithoutRegister: 40,
  registers: [
    {
      id: 'uid',
      name: 'UID register',
      rows: 800,
      rowsPerMinute: 10,
      waiting: 0,
      seconds: 4_800,
      estimatedEndAt: instant({ seconds: 4_800 }),
      rowsAfterDeadline: 0,
    },
    {
      id: 'vies:DE',
      name: 'VIES DE',
      rows: 300,
      rowsPerMinute: 120,
      waiting: 0,
      seconds: 150,
      estimatedEndAt: instant({ seconds: 150 }),
      rowsAfterDeadline: 0,
    },
  ],
  seconds: 4_800,
  estimatedEndAt: instant({ seconds: 4_800 }),
  deadlineAt: instant({ hours: 24 }),
}

export const uploads = {
  json: { name: 'Customers', items } satisfies CreateBatch,
  csv: [
    'Customer ID;Country;VAT number;Company',
    'K-1;Belgium;0403019261;Summit Energy',
    'K-2;Germany;136695967;',
    'K-3;Switzerland;CHE-116.281.710;',
    'K-4;France;;',
    '',
  ].join('\n'),
  ndjson: items.map((item) => `${JSON.stringify(item)}\n`).join(''),
} as const

const created: Batch = {
  id: 'batch_4q7Z9kTn2WxYb8RcVd3LmP',
  name: 'Customers',
  state: 'processing',
  live: true,
  source: true,
  fresh: false,
  maxAge: null,
  rows: 4,
  pendingRows: 4,
  counts: noRows,
  duplicateRows: 0,
  cost: { reserved: 3, returned: 0 },
  retryableRows: 0,
  registers: [],
  failure: null,
  createdBy: null,
  tokenName: 'Web shop',
  createdAt: instant(),
  processingAt: instant(),
  completedAt: null,
  canceledAt: null,
  failedAt: null,
  deadlineAt: instant({ hours: 24 }),
  estimatedEndAt: null,
  retryUntil: null,
  expiresAt: null,
}

const waiting: Batch = {
  ...created,
  pendingRows: 1,
  counts: { ...noRows, confirmed: 1, invalid: 1, unreadable: 1 },
  registers: [
    {
      id: 'uid',
      name: 'UID register',
      waiting: 1,
      reason: 'UNAVAILABLE',
      message: 'The register is currently unavailable.',
      nextAt: instant({ seconds: 20 }),
      estimatedEndAt: null,
    },
  ],
}

const completed: Batch = {
  ...created,
  state: 'completed',
  pendingRows: 0,
  counts: { ...noRows, confirmed: 1, invalid: 1, unconfirmed: 1, unreadable: 1 },
  retryableRows: 1,
  completedAt: instant({ hours: 24 }),
  retryUntil: instant({ days: 8 }),
  expiresAt: instant({ days: 31 }),
}

const retried: Batch = {
  ...waiting,
  registers: waiting.registers.map((wait) => ({
    ...wait,
    reason: 'RATE',
    message: 'Lookups run as fast as the register allows.',
    nextAt: instant({ days: 2 }),
    estimatedEndAt: instant({ days: 2, seconds: 6 }),
  })),
  processingAt: instant({ days: 2 }),
  deadlineAt: instant({ days: 3 }),
  estimatedEndAt: instant({ days: 2, seconds: 6 }),
  retryUntil: completed.retryUntil,
}

const canceled: Batch = {
  ...created,
  state: 'canceled',
  pendingRows: 0,
  cost: { reserved: 3, returned: 3 },
  canceledAt: instant({ seconds: 1 }),
  expiresAt: instant({ days: 30, seconds: 1 }),
}

export const batchExamples = {
  created: { summary: 'A new batch', value: created },
  waiting: { summary: 'A batch that waits for a register', value: waiting },
  completed: { summary: 'A completed batch', value: completed },
  retried: { summary: 'A retried batch', value: retried },
  canceled: { summary: 'A canceled batch', value: canceled },
} as const

export const batchListExample: BatchList = { batches: [completed], next: null }

/** By row. The second number is invalid, the last row unreadable. */
const lookUps = [registered(), undefined, silent('UNAVAILABLE', 'CH.UID')]

const batch = { live: true, id: requestId, source: true, fresh: false, maxAge: null, createdAt: at }

function resultOf(item: (typeof items)[number], index: number): BatchResult {
  const formatted = formatRow(toRow({ line: index + 1 }, item), batch, {})
  if (formatted.kind === 'result') return formatted.result
  return toLookedUpResult(formatted, lookUps[index] ?? registered(), at)
}

const results = items.map(resultOf)

export const resultsExamples = {
  json: { results, next: null } satisfies BatchResultsPage,
  ndjson: results.map((result) => `${JSON.stringify(result)}\n`).join(''),
  csv: [
    'Customer ID;Country;VAT number;Company;Result;Reason;Proof;Formatted TIN;Type;Confidence;Registered name;Registered address;Name match;Name score;Address match;Register;Checked at;Accepted in reports',
    `K-1;Belgium;0403019261;Summit Energy;confirmed;${results[0]?.reason};vat_registration;BE 0403.019.261;BTW / TVA;register;SUMMIT ENERGY LTD;"Garden Row 52, 37973 Eastbridge";exact;100;;VIES;${results[0]?.checkedAt};`,
    `K-2;Germany;136695967;;invalid;"${results[1]?.reason}";;;USt-IdNr.;checksum;;;;;;;;`,
    `K-3;Switzerland;CHE-116.281.710;;unconfirmed;${results[2]?.reason};;CHE-116.281.710;UID / IDE;checksum;;;;;;;;`,
    'K-4;France;;;unreadable;This row has no tax ID.;;;;;;;;;;;;',
    '',
  ].join('\r\n'),
} as const

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
    parameters: [batchId, ...queryOf('getBatchResults', batchResultsSchema)],
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
