import { mutate } from 'swr'
import { api, inBody, organizationHeader, pathParam, send } from '#web/lib/api-client.ts'
import { polling } from '#web/lib/polling.ts'
import { type Query, query, textsOf } from '#web/lib/queries.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { refreshAfterValidation, useOfOrganization } from '#web/lib/swr.ts'
import { reloadOnce } from '#web/ui/reload-once.ts'
import { type Batch, type BatchResultsPage, downloadName, type RowResult } from '#worker/batches/contract.ts'
import { isInProgress } from './batch-state.ts'

const RESULTS_PER_PAGE = 50
const BATCHES_PER_PAGE = 20
const POLL_MS = 5_000

const { batches } = api.tinproof

type Polled = { batch: Batch; pollMs: number }

const batchQuery = (organizationId: string, batchId: string): Query<Polled> => {
  const args = { param: { batchId: pathParam(batchId) }, query: { organizationId } }
  return {
    key: batches[':batchId'].$path(args),
    read: async (init = {}) => {
      const response = await batches[':batchId'].$get(args, {
        init,
        headers: organizationHeader(organizationId),
      })
      const batch = await response.json()
      const seconds = Number(response.headers.get('Retry-After') ?? 0)
      return { batch, pollMs: isInProgress(batch.state) ? Math.max(1, seconds) * 1_000 : 0 }
    },
  }
}

type ResultsFilter = { result: RowResult | undefined; cursor: string | undefined }

const resultsArgs = (organizationId: string, batchId: string, options: Record<string, string>) => ({
  param: { batchId: pathParam(batchId) },
  query: { organizationId, ...options },
})

const resultsQuery = (
  organizationId: string,
  batchId: string,
  filter: ResultsFilter,
  isGrowing: boolean,
): Query<BatchResultsPage> => {
  const options = { ...textsOf(filter), limit: String(RESULTS_PER_PAGE) }
  const { key, read } = query(batches[':batchId'].results, resultsArgs(organizationId, batchId, options))
  // The last rows arrive with the end of the batch.
  return { key: isGrowing ? `${key} growing` : key, read }
}

export const resultsUrl = (
  organizationId: string,
  batchId: string,
  format: 'csv' | 'ndjson',
  result?: RowResult,
): string =>
  batches[':batchId'].results[format].$path(resultsArgs(organizationId, batchId, textsOf({ result })))

export const batchesQuery = (organizationId: string, cursor?: string) =>
  query(batches, { query: { organizationId, ...textsOf({ cursor, limit: BATCHES_PER_PAGE }) } })

export const useBatch = (batchId: string) =>
  useOfOrganization((id) => batchQuery(id, batchId), {
    ...polling,
    refreshInterval: (latest) => latest?.pollMs ?? 0,
  })

export const useBatches = (cursor: string | undefined) =>
  useOfOrganization((id) => batchesQuery(id, cursor), {
    ...polling,
    keepPreviousData: cursor !== undefined,
    refreshInterval: (latest) => (latest?.batches.some(({ state }) => isInProgress(state)) ? POLL_MS : 0),
  })

export const useResults = (batchId: string, filter: ResultsFilter, isGrowing: boolean) =>
  useOfOrganization((id) => resultsQuery(id, batchId, filter, isGrowing), {
    ...polling,
    refreshInterval: isGrowing ? POLL_MS : 0,
  })

/** The newest batch of the same name before this one, of the last 20 of the organization. */
export function useEarlier({ name, state, live, createdAt }: Batch): Batch | undefined {
  const isComparable = state === 'completed' && name !== null
  const { data } = useOfOrganization((id) => (isComparable ? batchesQuery(id) : null))
  return data?.batches.find(
    (other) =>
      other.name === name &&
      other.live === live &&
      other.state === 'completed' &&
      other.createdAt < createdAt,
  )
}

/** 20 MB take ten minutes at 0.3 Mbit/s. */
const UPLOAD_TIMEOUT_MS = 10 * 60_000

type Upload = {
  /** The same upload starts one batch, also if its response was lost. */
  key?: string | undefined
  body: Blob
  encoding?: string | undefined
  name: string
  source: boolean
  defaultCountry: string | undefined
  columns: Readonly<Record<string, string>>
  signal: AbortSignal
}

export async function startBatch(organizationId: string, upload: Upload): Promise<Batch> {
  const { key, body, encoding, name, source, defaultCountry, columns, signal } = upload
  const options = new URLSearchParams({
    source: String(source),
    ...(name.trim() && { name: name.trim() }),
    ...(defaultCountry && { defaultCountry }),
    ...columns,
  })
  const response = await send(
    `${batches.csv.$path()}?${options}`,
    {
      method: 'POST',
      headers: {
        ...organizationHeader(organizationId),
        Accept: 'application/json',
        ...(key && { 'Idempotency-Key': key }),
        'Content-Type': encoding ? `text/csv; charset=${encoding}` : 'text/csv',
      },
      body,
      signal,
    },
    UPLOAD_TIMEOUT_MS,
  ).catch((error: unknown) => {
    // It may have started.
    void refreshBatches(organizationId)
    throw error
  })
  const batch: Batch = await response.json()
  await refreshBatches(organizationId)
  return batch
}

const changeArgs = (organizationId: string, batchId: string) => ({
  ...inBody(organizationId, {}),
  param: { batchId: pathParam(batchId) },
})

export async function cancelBatch(organizationId: string, batchId: string): Promise<void> {
  await batches[':batchId'].cancel.$post(changeArgs(organizationId, batchId))
  await refreshBatches(organizationId)
}

export async function retryBatch(organizationId: string, batchId: string): Promise<void> {
  await batches[':batchId'].retry.$post(changeArgs(organizationId, batchId))
  await refreshBatches(organizationId)
}

export async function deleteBatch(organizationId: string, batchId: string): Promise<void> {
  await batches[':batchId'].$delete(changeArgs(organizationId, batchId))
  await mutate((key) => typeof key === 'string' && key.startsWith(`${batches.$path()}?`))
}

async function refreshBatches(organizationId: string): Promise<void> {
  const path = batches.$path()
  await Promise.all([
    mutate((key) => typeof key === 'string' && key.startsWith(path)),
    refreshAfterValidation(organizationId),
  ])
}

const INTERRUPTED = 'The download was interrupted'

export async function downloadWorkbook(
  organizationId: string,
  batchId: string,
  result?: RowResult,
): Promise<void> {
  const [{ csvToWorkbook }, { body }] = await Promise.all([
    import('./workbook.ts').catch(reloadOnce),
    send(resultsUrl(organizationId, batchId, 'csv', result), {}, UPLOAD_TIMEOUT_MS),
  ])
  if (!body) throw new Error(INTERRUPTED)
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  saveFile(downloadName(batchId, 'xlsx', result), type, await csvToWorkbook(body, INTERRUPTED))
}

/** All results as one JSON array. The API has them in pages or as NDJSON. */
export async function downloadJson(
  organizationId: string,
  batchId: string,
  result?: RowResult,
): Promise<void> {
  const response = await send(resultsUrl(organizationId, batchId, 'ndjson', result), {}, UPLOAD_TIMEOUT_MS)
  const lines = (await response.text()).split('\n').filter((line) => line !== '')
  if (lines.at(-1)?.startsWith('{"error":')) throw new Error(INTERRUPTED)
  saveFile(downloadName(batchId, 'json', result), 'application/json', `[\n${lines.join(',\n')}\n]\n`)
}
