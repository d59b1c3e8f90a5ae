import { api, pathParam } from '#web/lib/api-client.ts'
import { polling } from '#web/lib/polling.ts'
import { query, textsOf } from '#web/lib/queries.ts'
import { fresh, refetch, useOfOrganization, useRead } from '#web/lib/swr.ts'
import type { Delivery } from '#worker/webhooks/contract.ts'

const POLL_MS = 3_000

export const endpointsQuery = (organizationId: string) => query(api.webhooks, { query: { organizationId } })

export const deliveriesQuery = (organizationId: string, endpointId: string, before?: number) =>
  query(api.webhooks[':endpointId'].deliveries, {
    param: { endpointId: pathParam(endpointId) },
    query: { organizationId, ...textsOf({ before }) },
  })

export const useEndpoints = () => useOfOrganization(endpointsQuery, fresh)

/** While a try is made, the next one is already planned: at first in 5 seconds. */
const SOON_MS = 10_000

const isDue = ({ nextTryAt }: Delivery) => nextTryAt !== null && Date.parse(nextTryAt) <= Date.now() + SOON_MS

/** Reads again while something is about to be sent, and then the endpoint, which counts it and may be disabled by it. */
export const useDeliveries = (organizationId: string, endpointId: string, before: number | undefined) =>
  useRead(deliveriesQuery(organizationId, endpointId, before), {
    ...polling,
    onSuccess: () => void refetch(endpointsQuery(organizationId)),
    keepPreviousData: before !== undefined,
    refreshInterval: (latest) => (latest?.some(isDue) ? POLL_MS : 0),
  })
