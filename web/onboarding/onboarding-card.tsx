import { permissionsIn } from '#web/organizations/index.ts'
import type { NewToken } from '#web/tokens/index.ts'
import type { OrganizationDetail } from '#worker/organizations/contract.ts'
import { Checklist } from './checklist.tsx'
import { NameForm } from './name-form.tsx'

export type OnboardingCardProps = {
  organization: OrganizationDetail
  newToken: NewToken
  onClose: () => void
}

export function OnboardingCard({ organization, newToken, onClose }: OnboardingCardProps) {
  const asksForName = organization.onboarding === 'name' && permissionsIn(organization).editSettings
  return asksForName ? (
    <NameForm organization={organization} />
  ) : (
    <Checklist organization={organization} newToken={newToken} onClose={onClose} />
  )
}
