import { api, organizationHeader } from '#web/lib/api-client.ts'
import type { Query } from '#web/lib/queries.ts'
import { fresh, useOfOrganization } from '#web/lib/swr.ts'
import type { BatchEstimate, Estimate } from '#worker/batches/contract.ts'

const { estimate } = api.tinproof.batches

const estimateQuery = (organizationId: string, items: Estimate['items']): Query<BatchEstimate> => ({
  key: `${estimate.$path()}?${organizationId} ${JSON.stringify(items)}`,
  read: async (init = {}) => {
    const response = await estimate.$post(
      { json: { items, organizationId } },
      { init, headers: organizationHeader(organizationId) },
    )
    return await response.json()
  },
})

export const useEstimate = (items: Estimate['items']) =>
  useOfOrganization((id) => (items.length > 0 ? estimateQuery(id, items) : null), {
    ...fresh,
    keepPreviousData: true,
  })

const steps = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
] as const

export function durationText(seconds: number): string {
  const [length, unit] = steps.find(([each]) => seconds >= 1.5 * each) ?? [1, 'second']
  if (unit === 'second')
    return seconds < 10 ? 'a few seconds' : `about ${Math.ceil(seconds / 10) * 10} seconds`
  return `about ${Math.round(seconds / length)} ${unit}s`
}
