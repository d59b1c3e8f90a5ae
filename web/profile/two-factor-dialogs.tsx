import { Download } from 'lucide-react'
import { useState } from 'react'
import { encode } from 'uqr'
import * as z from 'zod'
import { api } from '#web/lib/api-client.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { attempt, confirmed } from '#web/lib/attempt.ts'
import { queries } from '#web/lib/queries.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { refetch } from '#web/lib/swr.ts'
import { useDialogForm } from '#web/lib/use-dialog-form.ts'
import { AlertDialog } from '#web/ui/alert-dialog.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { CodeField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { TwoFactorSetup } from '#worker/accounts/two-factor/contract.ts'
import { refreshTwoFactor, showOnlyThisSession } from './profile-actions.ts'

type DialogProps = { onClose: () => void }
type SetUpProps = DialogProps & { setup: TwoFactorSetup }

/** The recovery codes come first, so that nobody is without them once it is on. */
export function SetUpDialog({ setup, onClose }: SetUpProps) {
  const [isSaved, setSaved] = useState(false)
  if (isSaved) return <TurnOnDialog setup={setup} onClose={onClose} />
  return <RecoveryCodesDialog codes={setup.recoveryCodes} onSaved={() => setSaved(true)} onCancel={onClose} />
}

const codeSchema = z.object({ code: z.string().min(1, 'Enter a code') })

function TurnOnDialog({ setup, onClose }: SetUpProps) {
  const { field, dialog } = useDialogForm({
    schema: codeSchema,
    defaultValues: { code: '' },
    failureField: 'code',
    save: async ({ code }) => {
      const json = { code, secret: setup.secret }
      const response = await confirmed(() => api.user['two-factor'].enable.$post({ json })).catch(ifOn)
      if (!response) return
      // The card's button goes first, so that the focus doesn't return to it.
      await refreshTwoFactor()
      void showOnlyThisSession()
      onClose()
      toast.success('Two-factor sign-in is on', { description: "You're signed out everywhere else." })
    },
  })
  return (
    <FormDialog
      title="Turn on two-factor sign-in"
      description="Scan the code with an authenticator app, such as Google Authenticator, 1Password or Authy."
      submitLabel="Turn On"
      pendingLabel="Turning on..."
      {...dialog}
      onClose={onClose}
    >
      <div className="space-y-5">
        <QrCode text={setup.uri} label="QR code for your authenticator app" />
        <div className="space-y-1">
          <p className="text-muted text-sm">Can't scan it? Enter this key in the app:</p>
          <div className="flex items-center justify-between gap-2">
            <p className="break-all font-mono text-sm">{grouped(setup.secret)}</p>
            <CopyButton text={setup.secret} label="Copy key" />
          </div>
        </div>
        <CodeField label="6-digit code from the app" autoFocus {...field('code')} />
      </div>
    </FormDialog>
  )
}

const grouped = (secret: string) => (secret.match(/.{1,4}/g) ?? []).join(' ')

/** The reply to an earlier try was lost. */
function ifOn(error: unknown): true {
  if (error instanceof ApiError && error.code === 'TWO_FACTOR_ON') return true
  throw error
}

export function NewCodesDialog({ onClose }: DialogProps) {
  const [codes, setCodes] = useState<readonly string[]>()
  const [mayBeReplaced, setMayBeReplaced] = useState(false)
  const refresh = () => refetch(queries.security, queries.ownAudit)
  const create = () =>
    attempt(
      'Failed to create recovery codes',
      async () => {
        const response = await confirmed(() => api.user['two-factor']['recovery-codes'].$post())
        if (!response) return
        setCodes((await response.json()).recoveryCodes)
        void refresh()
      },
      async (error) => {
        // A refusal of a later try doesn't bring back the old codes.
        if (!(error instanceof ApiError && error.status < 500)) setMayBeReplaced(true)
        await refresh()
      },
    )
  if (codes) return <RecoveryCodesDialog codes={codes} onSaved={onClose} />
  return (
    <AlertDialog
      title="Create new recovery codes?"
      description={
        mayBeReplaced
          ? 'Your old recovery codes may have stopped working. Try again to get new ones.'
          : 'Your old recovery codes stop working.'
      }
      tone="primary"
      confirmLabel="Create Codes"
      pendingLabel="Creating..."
      onConfirm={create}
      onClose={onClose}
    />
  )
}

const SIZE_PX = 200
/** Modules of white around the code. Scanners need it. */
const QUIET_ZONE = 4

/** Black on white in dark mode too: many scanners can't read an inverted code. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      width={SIZE_PX}
      height={SIZE_PX}
      shapeRendering="crispEdges"
      className="mx-auto rounded-md border"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}

type RecoveryCodesProps = { codes: readonly string[]; onSaved: () => void; onCancel?: () => void }

/** Without `onCancel`, only its button closes it: the codes are not shown again. */
function RecoveryCodesDialog({ codes, onSaved, onCancel }: RecoveryCodesProps) {
  const text = codes.join('\n')
  return (
    <Dialog
      title="Save your recovery codes"
      description="If you lose your phone, sign in with one of these codes. Each works once. They replace earlier codes."
      {...(onCancel && { onClose: onCancel })}
      footer={
        <>
          {onCancel ? (
            <Button variant="secondary" onClick={onCancel}>
              Cancel
            </Button>
          ) : null}
          <Button onClick={onSaved}>I've Saved My Codes</Button>
        </>
      }
    >
      <div className="space-y-4">
        <Banner tone="warning" title="These codes are shown only once">
          Keep them where you can reach them without your phone, such as a password manager.
        </Banner>
        <ul
          aria-label="Recovery codes"
          className="space-y-1 rounded-md border bg-sunken p-4 text-center font-mono text-sm"
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-2">
          <CopyButton text={text} label="Copy Codes" variant="secondary" size="md" />
          <Button variant="secondary" icon={<Download />} onClick={() => download(text)}>
            Download
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

const download = (text: string) =>
  saveFile('tinproof-recovery-codes.txt', 'text/plain', `Tinproof recovery codes\n\n${text}\n`)
