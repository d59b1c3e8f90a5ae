import { api, inBody, organizationHeader, pathParam } from '#web/lib/api-client.ts'
import { attempt, confirmed } from '#web/lib/attempt.ts'
import { polling } from '#web/lib/polling.ts'
import { query, textsOf } from '#web/lib/queries.ts'
import { fresh, refetch, refetchOrDrop, useOfOrganization, useRead } from '#web/lib/swr.ts'
import { toast } from '#web/ui/toast.tsx'
import type { Delivery, WebhookEndpoint } from '#worker/webhooks/contract.ts'

const POLL_MS = 3_000

const endpointsQuery = (organizationId: string) => query(api.webhooks, { query: { organizationId } })

const deliveriesQuery = (organizationId: string, endpointId: string, before?: string) =>
  query(api.webhooks[':endpointId'].deliveries, {
    param: { endpointId: pathParam(endpointId) },
    query: { organizationId, ...textsOf({ before }) },
  })

export const useEndpoints = () => useOfOrganization(endpointsQuery, fresh)

/** While a try is made, the next one is already planned: at first in 5 seconds. */
const SOON_MS = 10_000

const isDue = ({ nextTryAt }: Delivery) => nextTryAt !== null && Date.parse(nextTryAt) <= Date.now() + SOON_MS

/** Reads again while something is about to be sent, and then the endpoint, which counts it and may be disabled by it. */
export const useDeliveries = (organizationId: string, endpointId: string, before: string | undefined) =>
  useRead(deliveriesQuery(organizationId, endpointId, before), {
    ...polling,
    onSuccess: () => void refetch(endpointsQuery(organizationId)),
    refreshInterval: (latest) => (latest?.some(isDue) ? POLL_MS : 0),
  })

const endpoint = api.webhooks[':endpointId']

const of = (organizationId: string, { id }: WebhookEndpoint) => ({
  header: organizationHeader(organizationId),
  param: { endpointId: pathParam(id) },
})

export const refreshEndpoints = (organizationId: string) => refetch(endpointsQuery(organizationId))

async function refreshDeliveries(organizationId: string, { id }: WebhookEndpoint): Promise<void> {
  const { key: newest } = deliveriesQuery(organizationId, id)
  await Promise.all([
    refreshEndpoints(organizationId),
    refetchOrDrop((key) => String(key).startsWith(newest)),
  ])
}

export const setEnabled = async (
  organizationId: string,
  webhook: WebhookEndpoint,
  enabled: boolean,
): Promise<void> => {
  await attempt(`Failed to ${enabled ? 'enable' : 'disable'} endpoint`, async () => {
    await endpoint.$patch({ ...of(organizationId, webhook), ...inBody(organizationId, { enabled }) })
    toast.success(enabled ? 'Endpoint enabled' : 'Endpoint disabled', {
      description: enabled ? 'It receives events again.' : 'It no longer receives events.',
    })
  })
  await refreshDeliveries(organizationId, webhook)
}

export const deleteEndpoint = (organizationId: string, webhook: WebhookEndpoint) =>
  attempt('Failed to delete endpoint', async () => {
    await endpoint.$delete(of(organizationId, webhook))
    toast.success('Endpoint deleted', { onNextScreen: true })
    return true
  })

/** Undefined if it failed, or if the user didn't confirm it. */
export const readSecret = (organizationId: string, webhook: WebhookEndpoint): Promise<string | undefined> =>
  attempt('Failed to show secret', async () => {
    const response = await confirmed(() =>
      endpoint.secret.$get({ ...of(organizationId, webhook), query: { organizationId } }),
    )
    return response && (await response.json()).secret
  })

export async function rotateSecret(organizationId: string, webhook: WebhookEndpoint) {
  const rotated = await attempt('Failed to rotate secret', async () => {
    const response = await confirmed(() => endpoint.secret.$post(of(organizationId, webhook)))
    return response && (await response.json())
  })
  await refreshEndpoints(organizationId)
  return rotated
}

export const sendTestEvent = async (organizationId: string, webhook: WebhookEndpoint) => {
  const sent = await attempt('Failed to send test event', async () => {
    await endpoint.test.$post(of(organizationId, webhook))
    toast.success('Test event sent', { onNextScreen: true })
    return true
  })
  await refreshDeliveries(organizationId, webhook)
  return sent
}

export const replay = async (
  organizationId: string,
  webhook: WebhookEndpoint,
  { id }: Delivery,
): Promise<void> => {
  await attempt('Failed to replay event', async () => {
    const { header, param } = of(organizationId, webhook)
    await endpoint.deliveries[':deliveryId'].replay.$post({
      header,
      param: { ...param, deliveryId: pathParam(id) },
    })
    toast.success('Event sent again')
  })
  await refreshDeliveries(organizationId, webhook)
}
