import { useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { queries } from '#web/lib/queries.ts'
import { refetch } from '#web/lib/swr.ts'
import { paths } from '#web/paths.ts'
import { toast } from '#web/ui/toast.ts'

export function useUpgradeNotice(organizationId: string | undefined): void {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const isUpgraded = query.get('success') === 'upgrade'
  useEffect(() => {
    if (!isUpgraded || !organizationId) return
    toast.success('Upgrade Successful!', { description: 'Your new plan is active.' })
    void refetch(queries.user, queries.organizations, queries.organization(organizationId))
    void navigate(paths.dashboardAlias, { replace: true })
  }, [isUpgraded, organizationId, navigate])
}
