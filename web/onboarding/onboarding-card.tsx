import { useForm } from 'react-hook-form'
import { lazyResolver } from '#web/lib/lazy-resolver.ts'
import { permissionsIn, renameOrganization } from '#web/organizations/index.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardContent } from '#web/ui/card.tsx'
import { Form } from '#web/ui/form.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useSingleSubmit } from '#web/ui/use-single-submit.ts'
import {
  MAX_ORGANIZATION_NAME_LENGTH,
  type OrganizationDetail,
  type OrganizationName,
} from '#worker/organizations/contract.ts'
import { Checklist, type OnboardingCardProps } from './checklist.tsx'
import { advanceOnboarding } from './onboarding-state.ts'

export function OnboardingCard({ organization, newToken, onClose }: OnboardingCardProps) {
  const asksForName = organization.onboarding === 'name' && permissionsIn(organization).editSettings
  return asksForName ? (
    <NameForm organization={organization} />
  ) : (
    <Checklist organization={organization} newToken={newToken} onClose={onClose} />
  )
}

const resolver = lazyResolver(async () => (await import('./name-resolver.ts')).nameResolver)

function NameForm({ organization: { id, name } }: { organization: OrganizationDetail }) {
  const form = useForm<OrganizationName>({ resolver, defaultValues: { name } })
  const { errors } = form.formState
  const showChecklist = async () => {
    await advanceOnboarding(id, 'checklist')
    document.querySelector('main')?.focus()
  }
  const { submit, isPending } = useSingleSubmit(async (fields: OrganizationName) => {
    if (fields.name === name || (await renameOrganization(id, fields.name))) await showChecklist()
  })
  return (
    <Card title="Name your organization" description="Your team and the people you invite see this name.">
      <CardContent className="@container pt-4">
        <Form className="flex @xl:flex-row flex-col gap-2" onSubmit={form.handleSubmit(submit)}>
          <TextField
            label="Organization name"
            error={errors.name?.message ?? errors.root?.message}
            fieldClassName="flex-1 @xl:max-w-md"
            {...form.register('name')}
            autoComplete="organization"
            maxLength={MAX_ORGANIZATION_NAME_LENGTH}
            onFocus={(event) => event.target.select()}
          />
          <div className="flex gap-2 @xl:pt-6.5">
            <Button type="submit" pending={isPending} pendingLabel="Saving..." className="max-sm:flex-1">
              Save Name
            </Button>
            <Button variant="ghost" className="max-sm:flex-1" onClick={() => void showChecklist()}>
              Keep This Name
            </Button>
          </div>
        </Form>
      </CardContent>
    </Card>
  )
}
