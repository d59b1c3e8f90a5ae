import { LogOut } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { api } from '#web/lib/api-client.ts'
import { errorText } from '#web/lib/api-error.ts'
import { formatCount } from '#web/lib/format.ts'
import { queries } from '#web/lib/queries.ts'
import { refetch, updateData } from '#web/lib/swr.ts'
import { AlertDialog } from '#web/ui/alert-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'

type Step = 'idle' | 'asking' | 'working' | 'cancelled' | 'done'

type SignOutElsewhereProps = {
  others: number
  onSignedOut: () => void
}

export function SignOutElsewhere({ others, onSignedOut }: SignOutElsewhereProps) {
  const [step, setStep] = useState<Step>('idle')
  const buttonRef = useRef<HTMLButtonElement>(null)
  const isOpen = step === 'asking' || step === 'working'

  // The dialog has no trigger to return the focus to.
  useEffect(() => {
    if (step === 'cancelled') buttonRef.current?.focus()
    if (step === 'done') onSignedOut()
    if (step === 'cancelled' || step === 'done') setStep('idle')
  }, [step, onSignedOut])

  const signOut = async () => {
    setStep('working')
    try {
      await api.user.sessions.$delete()
      void showOnlyThisSession()
      setStep('done')
      toast.success('Signed out everywhere else', { description: "You're still signed in here." })
    } catch (error) {
      setStep('cancelled')
      toast.error('Failed to sign out everywhere else', { description: errorText(error) })
    }
  }

  return (
    <>
      <Button
        ref={buttonRef}
        variant="secondary"
        size="sm"
        icon={<LogOut aria-hidden />}
        disabled={others === 0}
        onClick={() => setStep('asking')}
      >
        Sign Out Everywhere Else
      </Button>
      <AlertDialog
        open={isOpen}
        onOpenChange={(open) => {
          if (!open && step === 'asking') setStep('cancelled')
        }}
        title="Sign out everywhere else?"
        description={`${formatCount(others, 'other session')} will end immediately. You stay signed in here.`}
        confirmLabel="Sign Out Everywhere Else"
        pendingLabel="Signing out..."
        pending={step === 'working'}
        onConfirm={() => void signOut()}
      />
    </>
  )
}

export async function showOnlyThisSession(): Promise<void> {
  await updateData(queries.sessions, (sessions) => sessions?.filter(({ isCurrent }) => isCurrent))
  await refetch(queries.sessions)
}
