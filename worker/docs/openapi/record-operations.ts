import { exportRecordsSchema, listRecordsSchema, recordParamSchema } from '#worker/records/contract.ts'
import { type Calls, response } from './operation.ts'
import { pathParameter, queryParameters } from './parameters.ts'
import { recordExample, recordListExample } from './record-examples.ts'
import { file, json, limits } from './responses.ts'
import { schemaRef } from './schema.ts'

const recordId = pathParameter('recordId', recordParamSchema.shape.recordId, {
  description: 'ID of the record.',
  example: recordExample.id,
})

const first = { description: 'First day of the period, in UTC.', example: '2026-01-01' }
const last = { description: 'Last day of the period, in UTC.', example: '2026-12-31' }

export const recordCalls = {
  listRecords: {
    summary: 'List records',
    description:
      'Returns the records of your organization, newest first. A test token sees only records of test tokens. Free.',
    parameters: queryParameters(listRecordsSchema.omit({ organizationId: true }), {
      search: {
        description:
          'Only records with this number, name or reference ID. Spelling and separators may differ, but parts of a number or a name find nothing.',
        example: 'BE0403019261',
      },
      from: first,
      to: last,
      cursor: 'The `next` value of the previous page.',
      limit: 'Records per page.',
    }),
    responses: {
      200: response(
        'A page of records.',
        json(schemaRef('RecordList'), { list: { summary: 'One record', value: recordListExample } }),
        { always: limits },
      ),
    },
  },
  exportRecords: {
    summary: 'Export records',
    description:
      'Returns the records that were signed in a period as a ZIP file for an auditor: one JSON file for each, a signed list of all numbers and hashes that also says which records were deleted, our public keys, and a README. Free.',
    parameters: queryParameters(exportRecordsSchema.omit({ organizationId: true }), {
      from: first,
      to: last,
    }),
    responses: {
      200: response(
        'The ZIP file.',
        file('application/zip', {
          format: 'binary',
          description: '`README.txt`, `jwks.json`, `chain.json`, and a file of `records/` for each record.',
        }),
        { always: limits },
      ),
    },
  },
  getRecord: {
    summary: 'Get a record',
    description: 'Returns a record with its signature. Free.',
    parameters: [recordId],
    responses: {
      200: response(
        'The record.',
        json(schemaRef('ValidationRecord'), { record: { summary: 'A record', value: recordExample } }),
        { always: limits },
      ),
    },
  },
  deleteRecord: {
    summary: 'Delete a record',
    description:
      'Deletes the record and its link immediately. Only its number and a hash stay, so that exports can say that it was deleted.',
    parameters: [recordId],
    responses: { 204: response('The record is deleted.', undefined, { always: limits }) },
  },
} satisfies Partial<Calls>
