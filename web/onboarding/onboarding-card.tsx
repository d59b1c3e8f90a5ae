import { permissionsIn } from '#web/organizations/index.ts'
import { Checklist, type OnboardingCardProps } from './checklist.tsx'
import { NameForm } from './name-form.tsx'

export function OnboardingCard({ organization, newToken, onClose }: OnboardingCardProps) {
  const asksForName = organization.onboarding === 'name' && permissionsIn(organization).editSettings
  return asksForName ? (
    <NameForm organization={organization} />
  ) : (
    <Checklist organization={organization} newToken={newToken} onClose={onClose} />
  )
}
