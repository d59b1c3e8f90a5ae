import {
  exportRecordsSchema,
  listRecordsSchema,
  recordedRequestSchema,
  recordParamSchema,
  type recordSchemas,
} from '#worker/records/contract.ts'
import { at, exampleAnswers, exampleRequests, requestId } from './examples.ts'
import type { Calls } from './operation.ts'
import { pathParameter, queryOf } from './parameters.ts'
import { example, file } from './responses.ts'

type Detail = ReturnType<typeof recordSchemas>['detail']['_output']

const recordId = 'record_4q7Z9kTn2WxYb8RcVd3LmP'
const keptAt = at.toISOString()
const yearLater = new Date(at)
yearLater.setUTCFullYear(at.getUTCFullYear() + 5)
const expiresAt = yearLater.toISOString()
const request = recordedRequestSchema.parse(exampleRequests.registered.value)
const response = { ...exampleAnswers.registered.value, recordId }
const jws = 'eyJhbGciOiJFZERTQSIsImtpZCI6ImsxIiwidHlwIjoidGlucHJvb2YtcmVjb3JkIn0.eyJ2ZXJzaW9uIjox...Hq0c'
const hash = 'nZ1lXq2mT0cQ1d7c3vF4r9oZzq5u0QmT8b1xKk0YwJc'

const recordFileExample: NonNullable<Detail['file']> = {
  record: {
    version: 1,
    recordId,
    organizationId: 'org_9tVfQ2mXk4LrB7sA',
    live: true,
    number: 42,
    previous: '5bq1Yw0b3Q8mJt2kVd7LxZr4sC9fHn6pTgUaEoRiKcM',
    keptAt,
    signedAt: new Date(at.getTime() + 380).toISOString(),
    rulesAsOf: '2026-11',
    request,
    response,
    salt: 'k3Rz8Xq1LmT5vB9cYw2D7f',
  },
  jws,
}

export const chainFileExample = {
  chain: {
    version: 1,
    organizationId: recordFileExample.record.organizationId,
    live: true,
    exportedAt: '2026-12-01T08:00:00.000Z',
    records: [
      { number: 41, hash: recordFileExample.record.previous, deletedAt: '2026-11-25T10:12:00.000Z' },
      { number: 42, hash, deletedAt: null },
    ],
  },
  jws: 'eyJhbGciOiJFZERTQSIsImtpZCI6ImsxIiwidHlwIjoidGlucHJvb2YtY2hhaW4ifQ.eyJ2ZXJzaW9uIjox...x2Lw',
}

const summary = {
  id: recordId,
  referenceId: requestId,
  live: true,
  number: 42,
  countryCode: response.countryCode,
  tin: response.tinInfo.formattedTin ?? response.tin,
  result: response.result,
  name: response.entity.name,
  isShared: false,
  createdBy: null,
  createdAt: keptAt,
  expiresAt,
}

const recordExample: Detail = { ...summary, request, response, file: recordFileExample, link: null }
const recordListExample = { records: [summary], next: null }

const recordIdParameter = pathParameter('recordId', recordParamSchema.shape.recordId, {
  description: 'ID of the record.',
  example: recordExample.id,
})

export const recordCalls = {
  listRecords: {
    parameters: queryOf('listRecords', listRecordsSchema),
    responses: { 200: { content: example('RecordList', 'One record', recordListExample) } },
  },
  exportRecords: {
    parameters: queryOf('exportRecords', exportRecordsSchema),
    responses: {
      200: {
        content: file('application/zip', {
          format: 'binary',
          description: '`README.txt`, `jwks.json`, `chain.json`, and a file of `records/` for each record.',
        }),
        always: ['Content-Disposition'],
      },
    },
  },
  getRecord: {
    parameters: [recordIdParameter],
    responses: { 200: { content: example('ValidationRecord', 'A record', recordExample) } },
  },
  deleteRecord: {
    parameters: [recordIdParameter],
    responses: { 204: {} },
  },
} satisfies Partial<Calls>
