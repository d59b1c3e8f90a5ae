import * as z from 'zod'
import { api } from '#web/lib/api-client.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useSecurity, useUser } from '#web/lib/swr.ts'
import { failedFactor, useDialogForm } from '#web/lib/use-dialog-form.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { SpinnerScreen } from '#web/ui/spinner.tsx'
import { CodeField } from '#web/ui/text-field.tsx'
import { GoogleMark } from './google-link.tsx'

type ConfirmationDialogProps = { onClose: (isConfirmed: boolean) => void }

export function ConfirmationDialog({ onClose }: ConfirmationDialogProps) {
  const { data: security, ...read } = useSecurity()
  if (security?.hasPassword)
    return <PasswordDialog needsCode={security.twoFactor.enabledAt !== null} onClose={onClose} />
  return (
    <Dialog
      onClose={() => onClose(false)}
      title="Confirm it's you"
      description={
        security ? "Your account has no password, so confirm with Google. You'll come back here." : undefined
      }
      footer={
        <>
          <Button variant="secondary" onClick={() => onClose(false)}>
            Cancel
          </Button>
          {security ? (
            <LinkButton href={googleLink()} icon={<GoogleMark />}>
              Confirm with Google
            </LinkButton>
          ) : null}
        </>
      }
    >
      {read.error ? (
        <LoadError title="Failed to load your account" {...read} />
      ) : security ? null : (
        <SpinnerScreen className="min-h-24" />
      )}
    </Dialog>
  )
}

/** Not a router link: the Worker handles /auth/google. */
const googleLink = () =>
  `/auth/google?${new URLSearchParams({ confirm: `${location.pathname}${location.search}` })}`

const code = z.string().min(1, 'Enter a code')
const codeSchema = z.object({ code })
const passwordSchema = z.object({
  password: z.string().min(1, 'Password is required'),
  code: code.optional(),
})

export function CodeDialog({ onClose }: ConfirmationDialogProps) {
  const { field, dialog } = useDialogForm({
    schema: codeSchema,
    defaultValues: { code: '' },
    failureField: 'code',
    save: async (json) => {
      await api.user['confirm-code'].$post({ json })
      onClose(true)
    },
  })
  return (
    <FormDialog
      title="Enter your code"
      description="You confirmed with Google. Two-factor sign-in is on, so enter a code too."
      width="sm"
      submitLabel="Confirm"
      pendingLabel="Confirming..."
      {...dialog}
      onClose={() => onClose(false)}
    >
      <CodeField label="Code from your app, or a recovery code" {...field('code')} />
    </FormDialog>
  )
}

function PasswordDialog({ needsCode, onClose }: ConfirmationDialogProps & { needsCode: boolean }) {
  const { data: user } = useUser()
  const { field, dialog } = useDialogForm({
    schema: needsCode ? passwordSchema.required() : passwordSchema,
    defaultValues: { password: '', ...(needsCode && { code: '' }) },
    failureField: failedFactor,
    save: async (json) => {
      await api.user['confirm-password'].$post({ json })
      onClose(true)
    },
  })

  return (
    <FormDialog
      title={needsCode ? "Confirm it's you" : 'Confirm your password'}
      description="This is a sensitive change. We won't ask again for 10 minutes."
      width="sm"
      submitLabel="Confirm"
      pendingLabel="Confirming..."
      {...dialog}
      onClose={() => onClose(false)}
    >
      <input type="text" name="username" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
      <div className="space-y-4">
        <PasswordField label="Password" {...field('password')} autoComplete="current-password" />
        {needsCode ? <CodeField label="Code from your app, or a recovery code" {...field('code')} /> : null}
      </div>
    </FormDialog>
  )
}
