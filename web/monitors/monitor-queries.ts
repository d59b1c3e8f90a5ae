import { api, pathParam } from '#web/lib/api-client.ts'
import { polling } from '#web/lib/polling.ts'
import { query, textsOf } from '#web/lib/queries.ts'
import { useOfOrganization } from '#web/lib/swr.ts'
import type { Monitor } from '#worker/monitors/contract.ts'

const PAGE_SIZE = 25
const POLL_MS = 5_000

const { monitors } = api.tinproof

export type MonitorFilter = {
  search?: string | undefined
  result?: string | undefined
  state?: string | undefined
  changedSince?: string | undefined
}

export const monitorQuery = (organizationId: string, monitorId: string) =>
  query(monitors[':monitorId'], { param: { monitorId: pathParam(monitorId) }, query: { organizationId } })

export const isMonitorList = (organizationId: string) => {
  const path = monitors.$path({ query: { organizationId } })
  return (key: unknown) => typeof key === 'string' && key.startsWith(path)
}

/** This machine's clock may be behind the server's. */
const SOON_MS = 10_000

/** The check is under way, or about to begin. */
export const isChecking = ({ nextCheckAt }: Monitor): boolean =>
  nextCheckAt !== null && Date.parse(nextCheckAt) <= Date.now() + SOON_MS

export const useMonitors = (filter: MonitorFilter, cursor: string | undefined) =>
  useOfOrganization(
    (organizationId) =>
      query(monitors, { query: { organizationId, ...textsOf({ ...filter, cursor, limit: PAGE_SIZE }) } }),
    { ...polling, refreshInterval: (latest) => (latest?.monitors.some(isChecking) ? POLL_MS : 0) },
  )

export const useMonitor = (monitorId: string) =>
  useOfOrganization((id) => monitorQuery(id, monitorId), {
    ...polling,
    refreshInterval: (latest) => (latest && isChecking(latest) ? POLL_MS : 0),
  })
