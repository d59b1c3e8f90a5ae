import { Download } from 'lucide-react'
import { type ComponentProps, useEffect, useEffectEvent, useRef, useState } from 'react'
import { encode } from 'uqr'
import * as z from 'zod'
import { api } from '#web/lib/api-client.ts'
import { errorText } from '#web/lib/api-error.ts'
import { confirmed } from '#web/lib/confirmation.ts'
import { queries } from '#web/lib/queries.ts'
import { refetch } from '#web/lib/swr.ts'
import { useDialogForm } from '#web/lib/use-dialog-form.ts'
import { AlertDialog } from '#web/ui/alert-dialog.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { TwoFactorSetup } from '#worker/accounts/two-factor/contract.ts'
import { showOnlyThisSession } from './sign-out-elsewhere.tsx'

export type TwoFactorDialogProps = { kind: 'set-up' | 'codes' | 'turn-off'; onClose: () => void }

export function TwoFactorDialog({ kind, onClose }: TwoFactorDialogProps) {
  const [codes, setCodes] = useState<readonly string[]>()
  if (codes) return <RecoveryCodesDialog codes={codes} onClose={onClose} />
  if (kind === 'set-up') return <SetUpDialog onClose={onClose} onEnabled={setCodes} />
  if (kind === 'codes') return <NewCodesDialog onClose={onClose} onCreated={setCodes} />
  return <TurnOffDialog onClose={onClose} />
}

type CodesShown = (codes: readonly string[]) => void

function SetUpDialog({ onClose, onEnabled }: { onClose: () => void; onEnabled: CodesShown }) {
  const setup = useSetup(onClose)
  const { field, dialog } = useCodeForm(async (code) => {
    const response = await confirmed(() => api.user['two-factor'].enable.$post({ json: { code } }))
    if (!response) return
    onEnabled((await response.json()).recoveryCodes)
    toast.success('Two-factor sign-in is on', { description: "You're signed out everywhere else." })
    void refetch(queries.security)
    void showOnlyThisSession()
  })
  // The password dialog may be open first.
  if (!setup) return null
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
          <p className="break-all font-mono text-sm">{grouped(setup.secret)}</p>
        </div>
        <CodeField label="6-digit code from the app" {...field('code')} />
      </div>
    </FormDialog>
  )
}

const grouped = (secret: string) => (secret.match(/.{1,4}/g) ?? []).join(' ')

/** Starts the setup once, which may ask for the password first. */
function useSetup(onCancelled: () => void): TwoFactorSetup | undefined {
  const [setup, setSetup] = useState<TwoFactorSetup>()
  const hasStarted = useRef(false)
  const cancel = useEffectEvent(onCancelled)
  useEffect(() => {
    if (hasStarted.current) return
    hasStarted.current = true
    confirmed(() => api.user['two-factor'].setup.$post()).then(
      async (response) => {
        if (response) setSetup(await response.json())
        else cancel()
      },
      (error: unknown) => {
        toast.error('Failed to set up two-factor sign-in', { description: errorText(error) })
        cancel()
      },
    )
  }, [])
  return setup
}

function NewCodesDialog({ onClose, onCreated }: { onClose: () => void; onCreated: CodesShown }) {
  const [isCreating, setIsCreating] = useState(false)
  const create = async () => {
    setIsCreating(true)
    try {
      const response = await confirmed(() => api.user['two-factor']['recovery-codes'].$post())
      if (!response) return onClose()
      onCreated((await response.json()).recoveryCodes)
      void refetch(queries.security)
    } catch (error) {
      toast.error('Failed to create recovery codes', { description: errorText(error) })
      onClose()
    }
  }
  if (isCreating) return null
  return (
    <AlertDialog
      tone="primary"
      title="Create new recovery codes?"
      description="Your old recovery codes stop working."
      confirmLabel="Create Codes"
      onConfirm={() => void create()}
      onClose={onClose}
    />
  )
}

function TurnOffDialog({ onClose }: { onClose: () => void }) {
  const { field, dialog } = useCodeForm(async (code) => {
    const response = await confirmed(() => api.user['two-factor'].$delete({ json: { code } }))
    if (!response) return
    onClose()
    toast.success('Two-factor sign-in is off')
    void refetch(queries.security)
  })
  return (
    <FormDialog
      title="Turn off two-factor sign-in?"
      description="Your password or Google alone will be enough to sign in. Your recovery codes stop working."
      submitLabel="Turn Off"
      pendingLabel="Turning off..."
      {...dialog}
      tone="danger"
      onClose={onClose}
    >
      <CodeField label="Code from your app, or a recovery code" {...field('code')} />
    </FormDialog>
  )
}

const codeSchema = z.object({ code: z.string().min(1, 'Enter a code') })

const useCodeForm = (save: (code: string) => Promise<void>) =>
  useDialogForm({
    schema: codeSchema,
    defaultValues: { code: '' },
    failureField: 'code',
    save: ({ code }) => save(code),
  })

const CodeField = (field: ComponentProps<typeof TextField>) => (
  <TextField {...field} mono autoComplete="one-time-code" verbatim maxLength={64} />
)

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

/** Only its button closes it: the codes are not shown again. */
function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const text = codes.join('\n')
  return (
    <Dialog
      title="Save your recovery codes"
      description="If you lose your phone, sign in with one of these codes. Each works once."
      footer={<Button onClick={onClose}>I've Saved My Codes</Button>}
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
          <Button variant="secondary" icon={<Download aria-hidden />} onClick={() => download(text)}>
            Download
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

function download(text: string): void {
  const url = URL.createObjectURL(new Blob([`Tinproof recovery codes\n\n${text}\n`], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = url
  link.download = 'tinproof-recovery-codes.txt'
  link.click()
  URL.revokeObjectURL(url)
}
