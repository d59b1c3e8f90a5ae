import { exportRecordsSchema, listRecordsSchema, recordParamSchema } from '#worker/records/contract.ts'
import { callText } from './call-texts.ts'
import { type Calls, response } from './operation.ts'
import { pathParameter, queryParameters } from './parameters.ts'
import { recordExample, recordListExample } from './record-examples.ts'
import { file, json } from './responses.ts'

const recordId = pathParameter('recordId', recordParamSchema.shape.recordId, {
  description: 'ID of the record.',
  example: recordExample.id,
})

export const recordCalls = {
  listRecords: {
    parameters: queryParameters(
      listRecordsSchema.omit({ organizationId: true }),
      callText('listRecords').parameters,
    ),
    responses: {
      200: response(json('RecordList', { list: { summary: 'One record', value: recordListExample } })),
    },
  },
  exportRecords: {
    parameters: queryParameters(
      exportRecordsSchema.omit({ organizationId: true }),
      callText('exportRecords').parameters,
    ),
    responses: {
      200: response(
        file('application/zip', {
          format: 'binary',
          description: '`README.txt`, `jwks.json`, `chain.json`, and a file of `records/` for each record.',
        }),
      ),
    },
  },
  getRecord: {
    parameters: [recordId],
    responses: {
      200: response(json('ValidationRecord', { record: { summary: 'A record', value: recordExample } })),
    },
  },
  deleteRecord: {
    parameters: [recordId],
    responses: { 204: response() },
  },
} satisfies Partial<Calls>
