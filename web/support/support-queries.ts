import { api, pathParam } from '#web/lib/api-client.ts'
import { query } from '#web/lib/queries.ts'
import { fresh, useRead } from '#web/lib/swr.ts'

export const requestsQuery = (before?: string) =>
  query(api.support.requests, { query: before ? { before } : {} })

export const requestQuery = (reference: string) =>
  query(api.support.requests[':reference'], { param: { reference: pathParam(reference) } })

export const useSupportRequests = (before: string | undefined) => useRead(requestsQuery(before), fresh)

export const useSupportRequest = (reference: string) => useRead(requestQuery(reference), fresh)
