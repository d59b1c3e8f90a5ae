import { useState } from 'react'
import { lazyComponent } from '#web/lib/lazy-component.tsx'
import type { NewToken } from '#web/tokens/index.ts'
import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { OrganizationDetail } from '#worker/organizations/contract.ts'

const OnboardingCard = lazyComponent(
  async () => (await import('./onboarding-card.tsx')).OnboardingCard,
  <Card className="p-5">
    <Skeleton className="h-6 w-40" />
    <Skeleton className="mt-3 h-4 w-72" />
  </Card>,
)

type OnboardingGuideProps = { organization: OrganizationDetail; newToken: NewToken }

/** Give it the organization's id as key. The checklist stays until the user leaves it, even when it is complete. */
export function OnboardingGuide({ organization, newToken }: OnboardingGuideProps) {
  const [isOpen, setOpen] = useState(organization.onboarding !== 'done')
  if (!isOpen || organization.status !== 'ACTIVE') return null
  return <OnboardingCard organization={organization} newToken={newToken} onClose={() => setOpen(false)} />
}
