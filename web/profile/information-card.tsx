import { useState } from 'react'
import { attempt } from '#web/lib/attempt.ts'
import { fullName } from '#web/lib/format.ts'
import { useOrganizations, useSelected } from '#web/lib/swr.ts'
import { Time } from '#web/lib/time.tsx'
import { useDialogForm } from '#web/lib/use-dialog-form.ts'
import { Card, CardContent } from '#web/ui/card.tsx'
import { Combobox } from '#web/ui/combobox.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { EditRow } from '#web/ui/edit-row.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Definition, Definitions } from '#web/ui/table.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useSingleSubmit } from '#web/ui/use-single-submit.ts'
import type { User } from '#worker/accounts/contract.ts'
import { roleNames } from '#worker/organizations/contract.ts'
import { personNameSchema } from '#worker/profile/contract.ts'
import { EmailRow, PendingEmailChange } from './email-change.tsx'
import { changeProfile } from './profile-actions.ts'
import { BROWSER_ZONE, timeZoneOptions, zoneValue } from './time-zones.ts'

export function InformationCard({ user }: { user: User }) {
  const { isLoading } = useOrganizations()
  const organization = useSelected()
  return (
    <Card title="Profile Information" description="The account you're signed in with." tabIndex={-1}>
      <CardContent className="pt-3">
        <Definitions>
          <Definition term="Email">
            <EmailRow email={user.email} />
          </Definition>
          <Definition term="Name">
            <NameRow user={user} />
          </Definition>
          <Definition term="User ID">
            <div className="flex min-h-8 items-center gap-1 @sm:-my-[5px]">
              <span className="font-mono text-sm">{user.id}</span>
              <CopyButton text={String(user.id)} label="Copy user ID" />
            </div>
          </Definition>
          <Definition term="Role">{user.role ? 'Administrator' : 'Member'}</Definition>
          {organization || isLoading ? (
            <Definition term="Organization role">
              {organization ? (
                <>
                  {roleNames[organization.role]} <span className="text-muted">in {organization.name}</span>
                </>
              ) : (
                <Skeleton className="my-1 h-3.5 w-48" />
              )}
            </Definition>
          ) : null}
          <Definition term="Time zone">
            <TimeZoneRow timeZone={user.timeZone} />
          </Definition>
        </Definitions>
        <PendingEmailChange email={user.email} />
      </CardContent>
    </Card>
  )
}

function TimeZoneRow({ timeZone }: { timeZone: string | null }) {
  const [options] = useState(() =>
    timeZoneOptions(
      new Intl.DateTimeFormat().resolvedOptions().timeZone,
      Intl.supportedValuesOf('timeZone'),
      new Date(),
    ),
  )
  const [now] = useState(() => new Date().toISOString())
  const [saving, setSaving] = useState<string>()
  const { submit } = useSingleSubmit(async (chosen: string) => {
    setSaving(chosen)
    await attempt('Failed to change time zone', () =>
      changeProfile({ timeZone: chosen === BROWSER_ZONE ? null : chosen }),
    )
    setSaving(undefined)
  })
  return (
    <div className="space-y-1.5">
      <Combobox
        aria-label="Time zone"
        options={options}
        value={zoneValue(options, saving ?? timeZone ?? BROWSER_ZONE)}
        onValueChange={(chosen) => void submit(chosen)}
        searchPlaceholder="Search time zones"
        emptyText="No time zone matches."
      />
      <p className="text-faint text-sm">
        Used for dates and times on every screen. It's now <Time value={now} style="date-time" />.
      </p>
    </div>
  )
}

type NameProps = { user: Pick<User, 'firstName' | 'lastName'> }

function NameRow({ user }: NameProps) {
  const name = fullName(user)
  return (
    <EditRow
      action="Change"
      label="Change name"
      dialog={(close) => <NameDialog user={user} onClose={close} />}
    >
      <span dir="auto" className={name ? 'wrap-anywhere min-w-0' : 'text-muted'}>
        {name || 'Not set'}
      </span>
    </EditRow>
  )
}

function NameDialog({ user, onClose }: NameProps & { onClose: () => void }) {
  const { field, dialog } = useDialogForm({
    schema: personNameSchema,
    defaultValues: { firstName: user.firstName ?? '', lastName: user.lastName ?? '' },
    failure: 'Failed to change name',
    save: async (name) => {
      await changeProfile(name)
      onClose()
    },
  })
  return (
    <FormDialog title="Change Name" submitLabel="Save" pendingLabel="Saving..." {...dialog} onClose={onClose}>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="First name" {...field('firstName')} autoComplete="given-name" maxLength={80} />
        <TextField label="Last name" {...field('lastName')} autoComplete="family-name" maxLength={80} />
      </div>
    </FormDialog>
  )
}
