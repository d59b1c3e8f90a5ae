import { isAxiosError } from 'axios'
import createFetchClient from 'openapi-fetch'
import { client as heyApiClient } from './generated/hey-api/client.gen.ts'
import * as heyApi from './generated/hey-api/index.ts'
import type { operations, paths } from './generated/openapi-typescript.ts'
import { createApiClient } from './generated/openapi-zod-client.ts'
import * as orval from './generated/orval.ts'

type Id = keyof operations
type ContentOf<Part> = Part extends { content: infer Content } ? Content[keyof Content] : undefined
/** A file, which the types of openapi-typescript call a string. */
type Uploaded<Body> = Body extends string ? File : Body

type Input<Operation> = Operation extends { parameters: infer Parameters }
  ? Pick<Parameters, keyof Parameters & ('path' | 'query')> &
      (Operation extends { requestBody: infer Body } ? { body: Uploaded<ContentOf<Body>> } : unknown)
  : never

type Answers = {
  [Each in Id]: ContentOf<
    operations[Each]['responses'][keyof operations[Each]['responses'] & (200 | 201 | 202)]
  >
}

type Calls = { [Each in Id]: (answers: Answers) => Input<operations[Each]> }

const CSV = 'id,vat number\n17,NO974760673\n18,DE136695976\n'
const NDJSON = '{"countryCode":"NO","tin":"974760673"}\n{"countryCode":"DE","tin":"136695976"}\n'
const csv = () => new File([CSV], 'numbers.csv', { type: 'text/csv' })
const ndjson = () => new File([NDJSON], 'numbers.ndjson', { type: 'application/x-ndjson' })

/** What each client sends, in this order. An operation without a call doesn't compile. Norway's register is down. */
const calls: Calls = {
  readHealth: () => ({}),
  listCountries: () => ({}),
  listRegisters: () => ({}),
  createSandboxToken: () => ({}),
  validate: () => ({ body: { countryCode: 'NO', tin: '974760673', async: 'until_confirmed', record: true } }),
  getValidation: ({ validate }) => ({ path: { validationId: validate.validationId ?? '' } }),
  deleteValidation: ({ validate }) => ({ path: { validationId: validate.validationId ?? '' } }),
  listRecords: () => ({ query: { search: 'NO974760673', limit: 1 } }),
  exportRecords: () => ({ query: { from: '2026-01-01' } }),
  getRecord: ({ listRecords }) => ({ path: { recordId: listRecords.records[0]?.id ?? '' } }),
  deleteRecord: ({ listRecords }) => ({ path: { recordId: listRecords.records[0]?.id ?? '' } }),
  estimateBatch: () => ({ body: { items: [{ countryCode: 'DE', tin: '136695976', rows: 7 }] } }),
  createBatch: () => ({ body: { name: 'List', items: [{ countryCode: 'NO', tin: '974760673' }] } }),
  createBatchFromCsv: () => ({ query: { tinColumn: 'vat number', fresh: true }, body: csv() }),
  createBatchFromNdjson: () => ({ query: { name: 'Lines' }, body: ndjson() }),
  listBatches: () => ({ query: { state: 'processing', limit: 2 } }),
  getBatch: ({ createBatch }) => ({ path: { batchId: createBatch.id } }),
  getBatchResults: ({ createBatch }) => ({
    path: { batchId: createBatch.id },
    query: { result: 'confirmed' },
  }),
  getBatchResultsAsCsv: ({ createBatchFromCsv }) => ({ path: { batchId: createBatchFromCsv.id } }),
  getBatchResultsAsNdjson: ({ createBatchFromNdjson }) => ({ path: { batchId: createBatchFromNdjson.id } }),
  importMonitors: ({ createBatch }) => ({ body: { batchId: createBatch.id, every: 'week' } }),
  cancelBatch: ({ createBatch }) => ({ path: { batchId: createBatch.id } }),
  retryBatch: ({ createBatch }) => ({ path: { batchId: createBatch.id } }),
  deleteBatch: ({ createBatch }) => ({ path: { batchId: createBatch.id } }),
  importMonitorsFromCsv: () => ({ query: { every: 'month' }, body: csv() }),
  importMonitorsFromNdjson: () => ({ query: { every: 'day' }, body: ndjson() }),
  createMonitor: () => ({ body: { countryCode: 'DK', tin: '13612870', every: 'day' } }),
  listMonitors: () => ({ query: { search: 'DK13612870', limit: 1 } }),
  getMonitor: ({ createMonitor }) => ({ path: { monitorId: createMonitor.id } }),
  checkMonitor: ({ createMonitor }) => ({ path: { monitorId: createMonitor.id } }),
  updateMonitor: ({ createMonitor }) => ({
    path: { monitorId: createMonitor.id },
    body: { every: 'week', name: 'Acme' },
  }),
  deleteMonitor: ({ createMonitor }) => ({ path: { monitorId: createMonitor.id } }),
  listEvents: () => ({ query: { limit: 5 } }),
}
calls satisfies {
  [Each in keyof Omit<typeof heyApi, 'Options'>]: (
    answers: Answers,
  ) => Omit<Parameters<(typeof heyApi)[Each]>[0] & object, 'headers'>
}

type Setup = {
  url: string
  headers: Record<string, string>
  /** Of each operation, from the document. */
  operations: Record<string, { method: string; path: string; hasQuery: boolean; returnsJson: boolean }>
}
type Arguments = { path?: Record<string, string>; query?: Record<string, unknown>; body?: unknown }
type Answer = { status: number; data: unknown }
type Client = (id: Id, input: Arguments) => Promise<Answer>
/** Cast: a client's functions, called by the name of an operation, whose arguments `calls` has checked. */
const functionsOf = (client: object) => client as Record<Id, (...input: unknown[]) => Promise<unknown>>

const clients: Record<string, (setup: Setup) => Client> = {
  'openapi-fetch': ({ url, headers, operations }) => {
    const client = createFetchClient<paths>({ baseUrl: url, headers })
    return async (id, { path, query, body }) => {
      const { method, path: template, returnsJson } = operations[id]
      const file = body instanceof File && {
        bodySerializer: () => body,
        headers: { 'Content-Type': body.type },
      }
      const input = { params: { path, query }, body, ...file, parseAs: returnsJson ? 'json' : 'text' }
      const { response, data, error } = await client.request(
        method as 'get',
        template as never,
        input as never,
      )
      return { status: response.status, data: data ?? error }
    }
  },
  '@hey-api/openapi-ts': ({ headers }) => {
    heyApiClient.setConfig({ headers })
    return async (id, input) => {
      const answer = (await functionsOf(heyApi)[id](input)) as Awaited<ReturnType<typeof heyApi.validate>>
      return { status: answer.response?.status ?? 0, data: answer.data ?? answer.error }
    }
  },
  orval:
    ({ headers, operations }) =>
    async (id, { path = {}, query, body }) => {
      const input = [
        ...Object.values(path),
        ...(body ? [body] : []),
        ...(operations[id].hasQuery ? [query] : []),
      ]
      return (await functionsOf(orval)[id](...input, { headers })) as Answer
    },
  'openapi-zod-client': ({ url, headers, operations }) => {
    const client = functionsOf(createApiClient(url, { axiosConfig: { headers } }))
    return async (id, { path, query, body }) => {
      const options = { params: path, queries: query }
      try {
        const input = operations[id].method === 'get' ? [options] : [body, options]
        return { status: 200, data: await client[id](...input) }
      } catch (error) {
        if (!isAxiosError(error) || !error.response) throw error
        return { status: error.response.status, data: error.response.data }
      }
    }
  },
}

/** Makes every call with a generated client. */
export async function callAll(name: string, setup: Setup): Promise<Record<string, Answer>> {
  const client = clients[name](setup)
  const made: Record<string, Answer> = {}
  const answers = {} as Answers
  for (const id of Object.keys(calls) as Id[]) {
    const answer = await client(id, calls[id](answers) as Arguments)
    made[id] = answer
    Object.assign(answers, { [id]: answer.data })
  }
  return made
}
