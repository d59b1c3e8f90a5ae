import { api, pathParam } from '#web/lib/api-client.ts'
import { query } from '#web/lib/queries.ts'
import { useActivityDays, useOrganizationId, useRead } from '#web/lib/swr.ts'
import { CHART_DAYS, type UsageRange } from '#worker/activity/contract.ts'
import { daySteps, hourSteps, WEEK } from './chart-steps.ts'

const hoursQuery = (organizationId: string) => query(api.activity.hours, { query: { organizationId } })

const usageQuery = (organizationId: string, range: UsageRange) =>
  query(api.activity.usage, { query: { organizationId, range } })

const callQuery = (organizationId: string, requestId: string) =>
  query(api.activity[':requestId'], {
    param: { requestId: pathParam(requestId) },
    query: { organizationId },
  })

/** The steps of the chart: hours or days, oldest first. */
export function useSteps(range: UsageRange) {
  const organizationId = useOrganizationId()
  const isHourly = range === '24h'
  const { days, ...read } = useActivityDays()
  const { data: hours, ...hourly } = useRead(isHourly && organizationId ? hoursQuery(organizationId) : null, {
    revalidateIfStale: true,
  })
  if (isHourly) return { steps: hours && hourSteps(hours), ...hourly }
  return { steps: days && daySteps(days.slice(range === '7d' ? -WEEK : -CHART_DAYS)), ...read }
}

export function useUsage(range: UsageRange) {
  const organizationId = useOrganizationId()
  const { data: usage, ...read } = useRead(organizationId ? usageQuery(organizationId, range) : null, {
    revalidateIfStale: true,
  })
  return { usage, ...read }
}

export function useCall(requestId: string) {
  const organizationId = useOrganizationId()
  const { data: call, ...read } = useRead(organizationId ? callQuery(organizationId, requestId) : null)
  return { call, ...read }
}
