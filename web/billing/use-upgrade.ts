import { useState } from 'react'
import { useNavigate } from 'react-router'
import { attempt } from '#web/lib/attempt.ts'
import { toast } from '#web/ui/toast.tsx'
import type { PaidPlan } from '#worker/billing/contract.ts'
import { requestUpgrade } from './checkout-calls.ts'

export function useUpgrade(organizationId: string | undefined) {
  const navigate = useNavigate()
  const [busyPlan, setBusyPlan] = useState<PaidPlan>()

  const upgrade = async (plan: PaidPlan) => {
    if (!organizationId) return toast.error('Upgrade failed', { description: 'No organization selected' })
    setBusyPlan(plan)
    await attempt('Upgrade failed', async () => {
      const checkoutUrl = await requestUpgrade(organizationId, plan)
      if (!checkoutUrl) {
        toast.error('Upgrade error', { description: 'Failed to generate checkout URL' })
        return
      }
      const { pathname, search } = new URL(checkoutUrl)
      await navigate(pathname + search)
    })
    setBusyPlan(undefined)
  }
  return { busyPlan, upgrade }
}
