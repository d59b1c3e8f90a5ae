import { api, inBody, organizationHeader, pathParam, send } from '#web/lib/api-client.ts'
import { attempt } from '#web/lib/attempt.ts'
import { formatCount, formatNumber } from '#web/lib/format.ts'
import { polling } from '#web/lib/polling.ts'
import { inOrganization, query, textsOf, type Values } from '#web/lib/queries.ts'
import { refetch, refetchOrDrop, useOfOrganization } from '#web/lib/swr.ts'
import { toast } from '#web/ui/toast.tsx'
import type {
  CreateMonitor,
  Imported,
  Monitor,
  MonitorInterval,
  UpdateMonitor,
} from '#worker/monitors/contract.ts'

const PAGE_SIZE = 25
const POLL_MS = 5_000

const { monitors } = api.tinproof

const monitorQuery = (organizationId: string, monitorId: string) =>
  query(monitors[':monitorId'], { param: { monitorId: pathParam(monitorId) }, query: { organizationId } })

const isMonitorList = (organizationId: string) => {
  const path = monitors.$path({ query: { organizationId } })
  return (key: unknown) => typeof key === 'string' && key.startsWith(path)
}

/** This machine's clock may be behind the server's. */
const SOON_MS = 10_000

export const isChecking = ({ nextCheckAt }: Monitor): boolean =>
  nextCheckAt !== null && Date.parse(nextCheckAt) <= Date.now() + SOON_MS

export const useMonitors = (page: Values) =>
  useOfOrganization((id) => query(monitors, inOrganization(id, { ...page, limit: PAGE_SIZE })), {
    ...polling,
    refreshInterval: (latest) => (latest?.monitors.some(isChecking) ? POLL_MS : 0),
  })

export const useMonitor = (monitorId: string) =>
  useOfOrganization((id) => monitorQuery(id, monitorId), {
    ...polling,
    refreshInterval: (latest) => (latest && isChecking(latest) ? POLL_MS : 0),
  })

const IMPORT_TIMEOUT_MS = 300_000

export const refreshLists = (organizationId: string) => refetchOrDrop(isMonitorList(organizationId))

export async function createMonitor(organizationId: string, input: CreateMonitor): Promise<void> {
  await monitors.$post(inBody(organizationId, input))
  toast.success('Monitoring started', { description: 'The first result follows in a moment.' })
  await refreshLists(organizationId)
}

const fileTypes = { csv: 'text/csv', ndjson: 'application/x-ndjson' } as const

export type Upload = {
  type: keyof typeof fileTypes
  body: Blob | string
  every: MonitorInterval
  defaultCountry?: string | undefined
}

export const importFile = (organizationId: string, { type, body, ...options }: Upload): Promise<Imported> =>
  importRows(organizationId, `/${type}?${new URLSearchParams(textsOf(options))}`, {
    type: fileTypes[type],
    body,
  })

export async function importBatch(
  organizationId: string,
  batchId: string,
  every: MonitorInterval,
): Promise<void> {
  const body = JSON.stringify({ batchId, every })
  showImported(await importRows(organizationId, '', { type: 'application/json', body }))
  await refreshLists(organizationId)
}

async function importRows(
  organizationId: string,
  path: string,
  { type, body }: { type: string; body: Blob | string },
): Promise<Imported> {
  const headers = { ...organizationHeader(organizationId), 'Content-Type': type, Accept: 'application/json' }
  const init = { method: 'POST', headers, body }
  const response = await send(`${monitors.$path({ query: {} })}/import${path}`, init, IMPORT_TIMEOUT_MS)
  return await response.json()
}

export const showImported = (imported: Imported) =>
  toast[imported.created > 0 ? 'success' : 'info'](`${formatCount(imported.created, 'number')} added`, {
    description: leftOut(imported),
  })

const MAX_LINES = 5

export function leftOut({ existing, invalid, overLimit, invalidRows }: Imported): string {
  const lines = invalidRows.slice(0, MAX_LINES).map(({ line }) => line)
  const more = invalid > MAX_LINES ? ', …' : ''
  const parts = [
    { count: existing, text: 'already monitored' },
    { count: invalid, text: `invalid (${invalid === 1 ? 'line' : 'lines'} ${lines.join(', ')}${more})` },
    { count: overLimit, text: "above your plan's limit" },
  ].filter(({ count }) => count > 0)
  return parts.map(({ count, text }) => `${formatNumber(count)} ${text}`).join(', ')
}

const of = (organizationId: string, { id }: Pick<Monitor, 'id'>) => ({
  header: organizationHeader(organizationId),
  param: { monitorId: pathParam(id) },
})

export async function updateMonitor(
  organizationId: string,
  monitor: Monitor,
  changes: UpdateMonitor,
): Promise<void> {
  await monitors[':monitorId'].$patch({ ...of(organizationId, monitor), ...inBody(organizationId, changes) })
  await Promise.all([refetch(monitorQuery(organizationId, monitor.id)), refreshLists(organizationId)])
}

export const setPaused = (organizationId: string, monitor: Monitor, paused: boolean) =>
  attempt(`Failed to ${paused ? 'pause' : 'resume'} monitor`, async () => {
    await updateMonitor(organizationId, monitor, { paused })
    if (paused) toast.success('Monitor paused')
    else toast.success('Monitor resumed', { description: 'We check it in a moment. This uses no quota.' })
  })

export const checkNow = (organizationId: string, monitor: Monitor) =>
  attempt('Failed to check now', async () => {
    await monitors[':monitorId'].check.$post({ ...of(organizationId, monitor), query: {} })
    toast.success('Check requested', { description: 'The result appears here in a moment.' })
    await refetch(monitorQuery(organizationId, monitor.id))
  })

export const deleteMonitor = (organizationId: string, monitor: Monitor) =>
  attempt('Failed to delete monitor', async () => {
    await monitors[':monitorId'].$delete({ ...of(organizationId, monitor), query: {} })
    toast.success('Monitor deleted', { onNextScreen: true })
    await refreshLists(organizationId)
    return true
  })
