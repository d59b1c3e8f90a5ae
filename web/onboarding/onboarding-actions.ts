import { api, inBody } from '#web/lib/api-client.ts'
import { attempt } from '#web/lib/attempt.ts'
import { type Query, queries, query } from '#web/lib/queries.ts'
import { updateOptimistically } from '#web/lib/swr.ts'
import type { Onboarding } from '#worker/onboarding/contract.ts'

export const onboardingQuery = (organizationId: string): Query<Onboarding> =>
  query(api.organization.onboarding, { query: { organizationId } })

export async function advanceOnboarding(organizationId: string, step: 'checklist' | 'done'): Promise<void> {
  const call = api.organization.onboarding.$patch(inBody(organizationId, { step }))
  await attempt("We couldn't save your progress", async () => {
    await updateOptimistically(queries.organization(organizationId), call, (organization) => ({
      ...organization,
      onboarding: step,
    }))
  })
}
