import { api, organizationHeader, pathParam, send } from '#web/lib/api-client.ts'
import { polling } from '#web/lib/polling.ts'
import { type Query, query, textsOf } from '#web/lib/queries.ts'
import { useOfOrganization } from '#web/lib/swr.ts'
import type { Batch, BatchResultsPage, ResultFormat, RowResult } from '#worker/batches/contract.ts'
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

export type ResultsFilter = { result: RowResult | undefined; cursor: string | undefined }

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
  const options = { ...textsOf(filter), format: 'json', limit: String(RESULTS_PER_PAGE) }
  const path = batches[':batchId'].results.$path(resultsArgs(organizationId, batchId, options))
  // The client has no type for an answer that can also be a file.
  // The last rows arrive with the end of the batch.
  const key = isGrowing ? `${path} growing` : path
  return { key, read: async (init) => await (await send(path, init)).json() }
}

export const resultsUrl = (
  organizationId: string,
  batchId: string,
  format: ResultFormat,
  result?: RowResult,
): string =>
  batches[':batchId'].results.$path(resultsArgs(organizationId, batchId, textsOf({ format, result })))

export const batchesQuery = (organizationId: string, cursor?: string) =>
  query(batches, { query: { organizationId, ...textsOf({ cursor, limit: BATCHES_PER_PAGE }) } })

/** Reads again as long as the batch is in progress, when the server says. */
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
