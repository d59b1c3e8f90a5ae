import { Download } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { encode } from 'uqr'
import * as z from 'zod'
import { api } from '#web/lib/api-client.ts'
import { ApiError, errorText } from '#web/lib/api-error.ts'
import { confirmed } from '#web/lib/attempt.ts'
import { isOneOf, queries } from '#web/lib/queries.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { storedSelection } from '#web/lib/selection.ts'
import { refetch, refetchOrDrop, useSecurity } from '#web/lib/swr.ts'
import { failedFactor, useDialogForm } from '#web/lib/use-dialog-form.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { CodeField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { TwoFactorSetup } from '#worker/accounts/two-factor/contract.ts'
import { showOnlyThisSession } from './profile-actions.ts'

export type TwoFactorDialogProps = { kind: 'set-up' | 'codes' | 'turn-off'; onClose: () => void }

export function TwoFactorDialog({ kind, onClose }: TwoFactorDialogProps) {
  const [codes, setCodes] = useState<readonly string[]>()
  const [isAlreadyOn, setAlreadyOn] = useState(false)
  const showOn = () => {
    setAlreadyOn(true)
    refreshAfterTurningOn()
  }
  // The toast would cover the dialog's title.
  const finish = () => {
    onClose()
    if (kind === 'set-up' && !isAlreadyOn)
      toast.success('Two-factor sign-in is on', { description: "You're signed out everywhere else." })
  }
  if (codes) return <RecoveryCodesDialog codes={codes} onClose={finish} />
  if (kind === 'turn-off') return <TurnOffDialog onClose={onClose} />
  if (kind === 'codes' || isAlreadyOn)
    return <NewCodesDialog isAlreadyOn={isAlreadyOn} onClose={onClose} onCreated={setCodes} />
  return <SetUpDialog onClose={onClose} onEnabled={setCodes} onAlreadyOn={showOn} />
}

/** Also what an organization that requires it answered, which the page may have preloaded. */
function refreshTwoFactor(): Promise<void> {
  const organizationId = storedSelection()
  if (organizationId) void refetch(queries.organization(organizationId), queries.tokens(organizationId))
  return refetchOrDrop(
    (key) =>
      isOneOf(queries.security, queries.ownAudit, queries.organizations)(key) ||
      String(key).includes('organizationId='),
  )
}

function refreshAfterTurningOn(): void {
  void refreshTwoFactor()
  void showOnlyThisSession()
}

type CodesShown = (codes: readonly string[]) => void
type SetUpDialogProps = {
  onClose: () => void
  onEnabled: CodesShown
  /** Another tab turned it on, or the reply that had the recovery codes was lost. */
  onAlreadyOn: () => void
}

function SetUpDialog({ onClose, onEnabled, onAlreadyOn }: SetUpDialogProps) {
  const setup = useSetup(onClose, onAlreadyOn)
  const { field, dialog } = useDialogForm({
    schema: codeSchema,
    defaultValues: { code: '' },
    failureField: 'code',
    save: async (json) => {
      try {
        const response = await confirmed(() => api.user['two-factor'].enable.$post({ json }))
        if (!response) return
        onEnabled((await response.json()).recoveryCodes)
        refreshAfterTurningOn()
      } catch (error) {
        if (!meansOn(error)) throw error
        onAlreadyOn()
      }
    },
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

const meansOn = (error: unknown) => error instanceof ApiError && error.code === 'TWO_FACTOR_ON'

/** Starts the setup once, which may ask for the password first. */
function useSetup(onCanceled: () => void, onAlreadyOn: () => void): TwoFactorSetup | undefined {
  const [setup, setSetup] = useState<TwoFactorSetup>()
  const hasStarted = useRef(false)
  const cancel = useEffectEvent(onCanceled)
  const showOn = useEffectEvent(onAlreadyOn)
  useEffect(() => {
    if (hasStarted.current) return
    hasStarted.current = true
    confirmed(() => api.user['two-factor'].setup.$post()).then(
      async (response) => {
        if (response) setSetup(await response.json())
        else cancel()
      },
      (error: unknown) => {
        if (meansOn(error)) return showOn()
        toast.error('Failed to set up two-factor sign-in', { description: errorText(error) })
        cancel()
      },
    )
  }, [])
  return setup
}

type NewCodesDialogProps = { isAlreadyOn: boolean; onClose: () => void; onCreated: CodesShown }

function NewCodesDialog({ isAlreadyOn, onClose, onCreated }: NewCodesDialogProps) {
  const { fields, dialog } = useBothFactorsForm(async (factors) => {
    const response = await confirmed(() => api.user['two-factor']['recovery-codes'].$post({ json: factors }))
    if (!response) return
    onCreated((await response.json()).recoveryCodes)
    void refetch(queries.security, queries.ownAudit)
  })
  return (
    <FormDialog
      title="Create new recovery codes?"
      description={
        isAlreadyOn
          ? "Two-factor sign-in is already on. If you didn't save its recovery codes, create new ones."
          : 'Your old recovery codes stop working.'
      }
      submitLabel="Create Codes"
      pendingLabel="Creating..."
      {...dialog}
      onClose={onClose}
    >
      {fields}
    </FormDialog>
  )
}

function TurnOffDialog({ onClose }: { onClose: () => void }) {
  const { fields, dialog } = useBothFactorsForm(async (factors) => {
    const response = await confirmed(() => api.user['two-factor'].$delete({ json: factors }))
    if (!response) return
    // Its buttons go first, so that the focus doesn't return to one of them.
    await refreshTwoFactor()
    onClose()
    toast.success('Two-factor sign-in is off')
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
      {fields}
    </FormDialog>
  )
}

/** An account without a password confirms with Google instead. */
function useBothFactorsForm(save: (factors: { password?: string; code: string }) => Promise<void>) {
  const { data: security } = useSecurity()
  const hasPassword = Boolean(security?.hasPassword)
  const { field, dialog } = useDialogForm({
    schema: codeSchema.extend({
      password: hasPassword ? z.string().min(1, 'Password is required') : z.string(),
    }),
    defaultValues: { password: '', code: '' },
    failureField: failedFactor,
    save: ({ password, code }) => save(hasPassword ? { password, code } : { code }),
  })
  const fields = (
    <div className="space-y-4">
      {hasPassword ? (
        <PasswordField label="Password" {...field('password')} autoComplete="current-password" />
      ) : null}
      <CodeField label="Code from your app, or a recovery code" {...field('code')} />
    </div>
  )
  return { fields, dialog }
}

const codeSchema = z.object({ code: z.string().min(1, 'Enter a code') })

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
