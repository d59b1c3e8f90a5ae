import { api, pathParam } from '#web/lib/api-client.ts'
import { query } from '#web/lib/queries.ts'
import { fresh, useActivityDays, useOfOrganization } from '#web/lib/swr.ts'
import { CHART_DAYS, type UsageRange } from '#worker/activity/contract.ts'
import { daySteps, hourSteps, WEEK } from './chart-steps.ts'

const hoursQuery = (organizationId: string) => query(api.activity.hours, { query: { organizationId } })

const usageQuery = (organizationId: string, range: UsageRange) =>
  query(api.activity.usage, { query: { organizationId, range } })

export const callQuery = (organizationId: string, requestId: string) =>
  query(api.activity[':requestId'], {
    param: { requestId: pathParam(requestId) },
    query: { organizationId },
  })

export function useSteps(range: UsageRange) {
  const isHourly = range === '24h'
  const { data: days, ...read } = useActivityDays()
  const { data: hours, ...hourly } = useOfOrganization((id) => (isHourly ? hoursQuery(id) : null), fresh)
  if (isHourly) return { steps: hours && hourSteps(hours), ...hourly }
  return { steps: days && daySteps(days.slice(range === '7d' ? -WEEK : -CHART_DAYS)), ...read }
}

export const useUsage = (range: UsageRange) => useOfOrganization((id) => usageQuery(id, range), fresh)

export const useCall = (requestId: string) => useOfOrganization((id) => callQuery(id, requestId), fresh)
