import type { CallPage } from './call-page.ts'

const validation = '/docs/reference/validate'

export const recordCalls = (): readonly CallPage[] => [
  {
    operationId: 'listRecords',
    description:
      'GET /api/tinproof/records returns the signed records of your tax ID validations, newest first, by number, name, reference or date.',
    keywords: 'evidence proof search audit',
    needsLiveToken: true,
    prints: ['records'],
    response: [
      { schema: 'RecordList', title: 'The page' },
      { schema: 'RecordSummary', title: '`records[]`' },
    ],
  },
  {
    operationId: 'getRecord',
    description:
      'GET /api/tinproof/records/{recordId} returns a record of a tax ID validation with its signature, a JSON Web Signature that anyone can verify.',
    keywords: 'evidence proof signature JWS verify',
    needsLiveToken: true,
    prints: ['result'],
    intro: 'To verify `file`, see [Records](/docs/guides/records#verify-it).',
    response: [
      { schema: 'ValidationRecord', title: 'The record' },
      { schema: 'RecordFile', title: '`file`' },
      { schema: 'SignedRecord', title: '`file.record`' },
      { schema: 'RecordLink', title: '`link`' },
    ],
    elsewhere: { ValidateRequest: validation, ValidationResponse: validation },
  },
  {
    operationId: 'exportRecords',
    description:
      'GET /api/tinproof/records/export returns the signed records of a period as a ZIP file for an auditor, with a signed list that shows deleted and missing records.',
    keywords: 'ZIP audit download chain',
    needsLiveToken: true,
    intro: 'The response is a ZIP file, described in [Records](/docs/guides/records#export-a-period).',
  },
  {
    operationId: 'deleteRecord',
    description:
      'DELETE /api/tinproof/records/{recordId} deletes a record of a tax ID validation immediately.',
    needsLiveToken: true,
    intro: 'The response has no body.',
  },
]
