import { importFileSchema } from '#worker/monitors/contract.ts'
import { batchId, resultsExamples, uploadParameters, uploads } from './batch-operations.ts'
import { type EndpointId, endpoints } from './endpoints.ts'
import { headersOf } from './headers.ts'
import type { Operation, Paths } from './operation.ts'
import { type Parameter, queryParameters } from './parameters.ts'
import { type Content, file } from './responses.ts'

const content = {
  csv: {
    upload: (example: string) =>
      file(
        'text/csv',
        {
          format: 'binary',
          description:
            'We recognize the delimiter, the column names, UTF-8 and UTF-16. Name any other character set in the type, such as `text/csv; charset=windows-1250`.',
        },
        { csv: { summary: 'A CSV file', value: example } },
      ),
    results: file(
      'text/csv',
      { description: 'In UTF-8 with a byte order mark, which Excel needs.' },
      { csv: { summary: 'Results of a CSV file', value: resultsExamples.csv } },
    ),
  },
  ndjson: {
    upload: (example: string) =>
      file(
        'application/x-ndjson',
        { format: 'binary', description: 'One JSON item per line.' },
        { ndjson: { summary: 'An NDJSON file', value: example } },
      ),
    results: file(
      'application/x-ndjson',
      { description: 'One `BatchResult` as JSON per line.' },
      { ndjson: { summary: 'Results as NDJSON', value: resultsExamples.ndjson } },
    ),
  },
}

const imported = {
  csv: 'id,vat number\n17,BE0403019261\n18,DE136695976\n',
  ndjson: '{"countryCode":"BE","tin":"0403019261"}\n{"countryCode":"DE","tin":"136695976"}\n',
}

type FileType = 'csv' | 'ndjson'

const parametersOf = (type: FileType): Parameter[] =>
  uploadParameters.filter(({ name }) => type === 'csv' || !name.endsWith('Column'))

const everyParameters = queryParameters(importFileSchema.pick({ every: true }), {
  every: { description: 'How often to check the numbers.' },
}).map((parameter) => ({ ...parameter, required: true }))

const names = { csv: 'CSV', ndjson: 'NDJSON' }

/**
 * Each call that takes or returns a file has a path for each type of file, because code generators expect one content type
 * of an operation. Its errors are those of the call with JSON.
 */
export function filePathsOf(paths: Paths): Paths {
  const call = (id: EndpointId): Operation => {
    const { path, method } = endpoints[id]
    const operation = paths[path]?.[method]
    if (!operation) throw new Error(`The document has no operation ${id}`)
    return operation
  }
  const [create, results, monitors] = [call('createBatch'), call('getBatchResults'), call('importMonitors')]
  // A file names no batch.
  const { 404: _, ...responses } = monitors.responses
  const body = (upload: Content) => ({ requestBody: { required: true, content: upload } })
  const pathsOf = (type: FileType): Paths => ({
    [`${endpoints.createBatch.path}/${type}`]: {
      post: {
        ...create,
        operationId: type === 'csv' ? 'createBatchFromCsv' : 'createBatchFromNdjson',
        summary: `Create a batch from ${names[type]}`,
        parameters: [...(create.parameters ?? []), ...parametersOf(type)],
        ...body(content[type].upload(uploads[type])),
      },
    },
    [`${endpoints.getBatchResults.path}/${type}`]: {
      get: {
        ...results,
        operationId: type === 'csv' ? 'getBatchResultsAsCsv' : 'getBatchResultsAsNdjson',
        summary: `Download the results as ${names[type]}`,
        parameters: [batchId, ...(results.parameters ?? []).filter(({ name }) => name === 'result')],
        responses: {
          ...results.responses,
          200: {
            description: 'The file.',
            headers: { ...results.responses[200]?.headers, ...headersOf(['Content-Disposition']) },
            content: content[type].results,
          },
        },
      },
    },
    [`${endpoints.importMonitors.path}/${type}`]: {
      post: {
        ...monitors,
        operationId: type === 'csv' ? 'importMonitorsFromCsv' : 'importMonitorsFromNdjson',
        summary: `Import monitors from ${names[type]}`,
        parameters: [
          ...everyParameters,
          ...parametersOf(type).filter(({ name }) => name === 'defaultCountry' || name.endsWith('Column')),
        ],
        ...body(content[type].upload(imported[type])),
        responses,
      },
    },
  })
  return { ...pathsOf('csv'), ...pathsOf('ndjson') }
}
