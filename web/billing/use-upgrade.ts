import { useState } from 'react'
import { useNavigate } from 'react-router'
import { attempt } from '#web/lib/attempt.ts'
import { toast } from '#web/ui/toast.tsx'
import type { PaidPlan } from '#worker/billing/contract.ts'
import { requestUpgrade } from './checkout-calls.ts'

/** Where the browser goes next: a path of this app, or another site. Undefined if it is no web address. */
export function checkoutTarget(
  checkoutUrl: string | undefined,
  origin: string,
): { path: string } | { url: string } | undefined {
  if (!checkoutUrl || !URL.canParse(checkoutUrl, origin)) return undefined
  const url = new URL(checkoutUrl, origin)
  if (url.origin === origin) return { path: url.pathname + url.search }
  return url.protocol === 'https:' ? { url: url.href } : undefined
}

export function useUpgrade(organizationId: string | undefined) {
  const navigate = useNavigate()
  const [busyPlan, setBusyPlan] = useState<PaidPlan>()

  const upgrade = async (plan: PaidPlan) => {
    if (!organizationId) return toast.error('Upgrade failed', { description: 'No organization selected' })
    setBusyPlan(plan)
    await attempt('Upgrade failed', async () => {
      const target = checkoutTarget(await requestUpgrade(organizationId, plan), window.location.origin)
      if (!target) {
        toast.error('Upgrade error', { description: 'Failed to generate checkout URL' })
      } else if ('path' in target) {
        await navigate(target.path)
      } else {
        window.location.assign(target.url)
      }
    })
    setBusyPlan(undefined)
  }
  return { busyPlan, upgrade }
}
