import { useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { queries } from '#web/lib/queries.ts'
import { refetch, setData } from '#web/lib/swr.ts'
import { paths } from '#web/paths.ts'
import { toast } from '#web/ui/toast.tsx'
import { tierNames } from '#worker/organizations/contract.ts'

/** Anyone can open the URL, so the server confirms the plan before the screen celebrates it. */
export function useUpgradeNotice(organizationId: string | undefined): void {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const isUpgraded = query.get('success') === 'upgrade'
  useEffect(() => {
    if (!isUpgraded || !organizationId) return
    const leaving = new AbortController()
    void celebrate(organizationId, leaving.signal).then(() => {
      if (!leaving.signal.aborted) void navigate(paths.dashboardAlias, { replace: true })
    })
    return () => leaving.abort()
  }, [isUpgraded, organizationId, navigate])
}

async function celebrate(organizationId: string, signal: AbortSignal): Promise<void> {
  const fresh = queries.organization(organizationId)
  const organization = await fresh.read({ cache: 'reload', signal }).catch(() => undefined)
  if (!organization || signal.aborted) return
  void setData(fresh, organization)
  void refetch(queries.user, queries.organizations)
  if (organization.tier === 'FREE') return
  toast.success('Upgrade Successful!', {
    onNextScreen: true,
    description: `${organization.name} is on the ${tierNames[organization.tier]} plan.`,
  })
}
