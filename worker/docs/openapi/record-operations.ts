import { exportRecordsSchema, listRecordsSchema, recordParamSchema } from '#worker/records/contract.ts'
import type { Calls } from './operation.ts'
import { pathParameter, queryOf } from './parameters.ts'
import { recordExample, recordListExample } from './record-examples.ts'
import { example, file } from './responses.ts'

const recordId = pathParameter('recordId', recordParamSchema.shape.recordId, {
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
    parameters: [recordId],
    responses: { 200: { content: example('ValidationRecord', 'A record', recordExample) } },
  },
  deleteRecord: {
    parameters: [recordId],
    responses: { 204: {} },
  },
} satisfies Partial<Calls>
