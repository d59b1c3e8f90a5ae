import { useEffect, useRef, useState } from 'react'
import { api, inBody } from '#web/lib/api-client.ts'
import { attempt } from '#web/lib/attempt.ts'
import { polling } from '#web/lib/polling.ts'
import { type Query, queries, query } from '#web/lib/queries.ts'
import { refetch, updateOptimistically, useRead, useTokens } from '#web/lib/swr.ts'
import type { Onboarding } from '#worker/onboarding/contract.ts'
import type { OrganizationDetail } from '#worker/organizations/contract.ts'

const onboardingQuery = (organizationId: string): Query<Onboarding> =>
  query(api.organization.onboarding, { query: { organizationId } })

export const advanceOnboarding = (organizationId: string, step: 'checklist' | 'done') =>
  attempt("We couldn't save your progress", () =>
    updateOptimistically(
      queries.organization(organizationId),
      api.organization.onboarding.$patch(inBody(organizationId, { step })),
      (organization) => ({ ...organization, onboarding: step }),
    ),
  )

const INTERVAL_MS = 3_000
const WATCH_TIME = 15 * 60_000

const isWaiting = (facts: Onboarding | null | undefined) => Boolean(facts?.hasToken && !facts.call)

export function useOnboarding({ id, quota }: OrganizationDetail) {
  const [watchUntil] = useState(() => Date.now() + WATCH_TIME)
  const query = onboardingQuery(id)
  const { data: facts, ...read } = useRead(query, {
    ...polling,
    revalidateOnFocus: true,
    // Someone may finish a step and come back within SWR's two seconds.
    dedupingInterval: 0,
    refreshInterval: (latest) => (isWaiting(latest) && Date.now() < watchUntil ? INTERVAL_MS : 0),
  })
  const { tokens } = useTokens()
  const done = `${tokens.length} ${quota.usedCount}`
  const seen = useRef(done)
  useEffect(() => {
    if (seen.current === done) return
    seen.current = done
    void refetch(onboardingQuery(id))
  }, [done, id])
  return { facts, isWaiting: isWaiting(facts), ...read }
}
