import { LogOut } from 'lucide-react'
import { api } from '#web/lib/api-client.ts'
import { attempt, confirmed } from '#web/lib/attempt.ts'
import { formatCount } from '#web/lib/format.ts'
import { queries } from '#web/lib/queries.ts'
import { refetch, updateData } from '#web/lib/swr.ts'
import { ConfirmButton } from '#web/ui/dialog-button.tsx'
import { toast } from '#web/ui/toast.tsx'

type SignOutElsewhereProps = {
  others: number
  onSignedOut: () => void
}

export function SignOutElsewhere({ others, onSignedOut }: SignOutElsewhereProps) {
  const signOut = () =>
    attempt('Failed to sign out everywhere else', async () => {
      const response = await confirmed(() => api.user.sessions.$delete())
      if (!response) return
      void showOnlyThisSession()
      // The button is disabled now, so the focus can't return to it.
      setTimeout(onSignedOut)
      toast.success('Signed out everywhere else', { description: "You're still signed in here." })
    })

  return (
    <ConfirmButton
      variant="secondary"
      className="h-auto! min-h-9 min-w-0 shrink! whitespace-normal! py-1 pointer-coarse:min-h-11"
      icon={<LogOut />}
      disabled={others === 0}
      question={{
        title: 'Sign out everywhere else?',
        description: `${formatCount(others, 'other session')} will end immediately. You stay signed in here.`,
        confirmLabel: 'Sign Out Everywhere Else',
        pendingLabel: 'Signing out...',
        onConfirm: signOut,
      }}
    >
      Sign Out Everywhere Else
    </ConfirmButton>
  )
}

export async function showOnlyThisSession(): Promise<void> {
  await updateData(queries.sessions, (sessions) => sessions?.filter(({ isCurrent }) => isCurrent))
  await refetch(queries.sessions, queries.ownAudit)
}
