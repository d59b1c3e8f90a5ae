import { CircleCheck, Clock3 } from 'lucide-react'
import { api } from '#web/lib/api-client.ts'
import { attempt } from '#web/lib/attempt.ts'
import { confirmed } from '#web/lib/confirmation.ts'
import { EmailText } from '#web/lib/email-text.tsx'
import { queries } from '#web/lib/queries.ts'
import { refetch, setData, useEmailChange } from '#web/lib/swr.ts'
import { useDialogForm } from '#web/lib/use-dialog-form.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { EditRow } from '#web/ui/edit-row.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { type EmailChange, emailChangeSchema } from '#worker/profile/contract.ts'

export const EmailRow = ({ email }: { email: string }) => (
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

export function PendingEmailChange({ email }: { email: string }) {
  const { data: change } = useEmailChange()
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
