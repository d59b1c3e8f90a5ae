import { api, organizationHeader } from '#web/lib/api-client.ts'
import { errorText } from '#web/lib/api-error.ts'
import { type Query, queries, query } from '#web/lib/queries.ts'
import { updateOptimistically } from '#web/lib/swr.ts'
import { toast } from '#web/ui/toast.tsx'
import type { Onboarding } from '#worker/onboarding/contract.ts'

export const onboardingQuery = (organizationId: string): Query<Onboarding> =>
  query(api.organization.onboarding, { query: { organizationId } })

export async function advanceOnboarding(organizationId: string, step: 'checklist' | 'done'): Promise<void> {
  const call = api.organization.onboarding.$patch({
    header: organizationHeader(organizationId),
    json: { step, organizationId },
  })
  try {
    await updateOptimistically(queries.organization(organizationId), call, (organization) => ({
      ...organization,
      onboarding: step,
    }))
  } catch (error) {
    toast.error("We couldn't save your progress", { description: errorText(error) })
  }
}
