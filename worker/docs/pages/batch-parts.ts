import { uploads } from '#worker/docs/openapi/batch-operations.ts'
import { rowProblems } from '#worker/docs/openapi/response-codes.ts'
import type { Block } from '#worker/docs/site/page.ts'
import { markdownTable, section, textBlock } from './blocks.ts'
import { snippets } from './try-it.ts'

export const uploadSnippets = (): Block =>
  snippets('upload', {
    method: 'POST',
    path: '/api/tinproof/batches/csv?name=Customers',
    needsToken: 'live',
    file: { name: 'customers.csv', type: 'text/csv' },
    prints: ['id'],
  })

export const uploadedFile = (): string => textBlock('customers.csv', 'csv', uploads.csv)

export const uploadPart = (): (string | Block)[] => [
  section(2, 'upload', 'Upload a file'),
  'Send CSV as `text/csv` to `/csv`, or one JSON item per line as `application/x-ndjson` to `/ndjson`. Send options as [query parameters](#query-parameters).',
  uploadSnippets(),
  uploadedFile(),
  textBlock('customers.ndjson', 'json', uploads.ndjson),
]

export const unreadableRows = (): (string | Block)[] => [
  section(2, 'unreadable-rows', 'Unreadable rows'),
  'These codes appear in `errors` of rows with the result `unreadable` or `unsupported`.',
  markdownTable(
    ['Code', 'Meaning'],
    Object.entries(rowProblems).map(([code, text]) => [`\`${code}\``, text]),
  ),
]
