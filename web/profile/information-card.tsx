import { CircleCheck, Clock3 } from 'lucide-react'
import { useState } from 'react'
import { api } from '#web/lib/api-client.ts'
import { attempt, confirmed } from '#web/lib/attempt.ts'
import { EmailText } from '#web/lib/email-text.tsx'
import { fullName } from '#web/lib/format.ts'
import { queries } from '#web/lib/queries.ts'
import { fresh, refetch, setData, useOrganizations, useRead, useSelected } from '#web/lib/swr.ts'
import { Time } from '#web/lib/time.tsx'
import { useDialogForm } from '#web/lib/use-dialog-form.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardContent } from '#web/ui/card.tsx'
import { Combobox } from '#web/ui/combobox.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { EditRow } from '#web/ui/edit-row.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Definition, Definitions } from '#web/ui/table.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useSingleSubmit } from '#web/ui/use-single-submit.ts'
import type { User } from '#worker/accounts/contract.ts'
import { roleNames } from '#worker/organizations/contract.ts'
import { type EmailChange, emailChangeSchema, personNameSchema } from '#worker/profile/contract.ts'
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
      <span dir="auto" className={name ? 'wrap-anywhere min-w-0 text-left' : 'text-muted'}>
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
    <FormDialog title="Change Name" {...dialog} onClose={onClose}>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="First name" {...field('firstName')} autoComplete="given-name" maxLength={80} />
        <TextField label="Last name" {...field('lastName')} autoComplete="family-name" maxLength={80} />
      </div>
    </FormDialog>
  )
}

const EmailRow = ({ email }: { email: string }) => (
  <EditRow
    action="Change"
    label="Change email"
    dialog={(close) => <EmailChangeDialog email={email} onClose={close} />}
  >
    <span className="min-w-0">
      <EmailText>{email}</EmailText>
    </span>
  </EditRow>
)

function PendingEmailChange({ email }: { email: string }) {
  const { data: change } = useRead(queries.emailChange, fresh)
  if (!change) return null

  const cancel = () =>
    attempt('Failed to cancel the email change', async () => {
      await api.user['email-change'].$delete()
      await setData(queries.emailChange, null)
      toast.success('Email change canceled', { description: `Your email stays ${email}.` })
    })
  return (
    <Banner
      tone="info"
      role="status"
      className="mt-4"
      title={
        <>
          Confirm your new email <span className="wrap-anywhere">{change.email}</span>
        </>
      }
    >
      <p>Open the link in each of these mailboxes within 24 hours:</p>
      <ul className="mt-1.5 space-y-1">
        <Mailbox address={email} isConfirmed={change.isCurrentConfirmed} />
        <Mailbox address={change.email} isConfirmed={change.isNewConfirmed} />
      </ul>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button
          variant="secondary"
          size="sm"
          pendingLabel="Checking..."
          action={() => refetch(queries.emailChange, queries.user)}
        >
          Check Again
        </Button>
        <Button variant="secondary" size="sm" pendingLabel="Canceling..." action={cancel}>
          Cancel Change
        </Button>
      </div>
    </Banner>
  )
}

function Mailbox({ address, isConfirmed }: { address: EmailChange['email']; isConfirmed: boolean }) {
  const Icon = isConfirmed ? CircleCheck : Clock3
  return (
    <li className="flex items-start gap-2">
      <Icon
        className={isConfirmed ? 'mt-0.5 size-4 shrink-0 text-valid' : 'mt-0.5 size-4 shrink-0 text-muted'}
      />
      <span className="min-w-0 wrap-anywhere">
        {address}{' '}
        <span className="whitespace-nowrap text-muted">{isConfirmed ? 'Confirmed' : 'Waiting'}</span>
      </span>
    </li>
  )
}

function EmailChangeDialog({ email: current, onClose }: { email: string; onClose: () => void }) {
  const { field, dialog } = useDialogForm({
    schema: emailChangeSchema,
    defaultValues: { email: '' },
    failure: 'Failed to change email',
    save: async ({ email }) => {
      const response = await confirmed(() => api.user['email-change'].$post({ json: { email } }))
      if (!response) return
      await setData(queries.emailChange, await response.json())
      toast.success('Check both mailboxes', { description: `We sent a link to ${current} and to ${email}.` })
      onClose()
    },
  })

  return (
    <FormDialog
      title="Change Email"
      description="We'll email a link to your current and your new address. Your email changes once you open both links."
      submitLabel="Send Links"
      pendingLabel="Sending..."
      {...dialog}
      onClose={onClose}
    >
      <TextField
        label="New email"
        {...field('email')}
        type="email"
        inputMode="email"
        autoComplete="email"
        verbatim
        placeholder="name@company.com"
      />
    </FormDialog>
  )
}
