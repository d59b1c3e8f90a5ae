import { LogOut } from 'lucide-react'
import { useState } from 'react'
import { api } from '#web/lib/api-client.ts'
import { attempt } from '#web/lib/attempt.ts'
import { confirmed } from '#web/lib/confirmation.ts'
import { formatCount } from '#web/lib/format.ts'
import { queries } from '#web/lib/queries.ts'
import { refetch, updateData } from '#web/lib/swr.ts'
import { AlertDialog } from '#web/ui/alert-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'

type SignOutElsewhereProps = {
  others: number
  onSignedOut: () => void
}

export function SignOutElsewhere({ others, onSignedOut }: SignOutElsewhereProps) {
  const [isAsking, setAsking] = useState(false)
  const signOut = async () => {
    await attempt('Failed to sign out everywhere else', async () => {
      const response = await confirmed(() => api.user.sessions.$delete())
      if (!response) return
      void showOnlyThisSession()
      // The button is disabled now, so the focus can't return to it.
      setTimeout(onSignedOut)
      toast.success('Signed out everywhere else', { description: "You're still signed in here." })
    })
    setAsking(false)
  }

  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        icon={<LogOut aria-hidden />}
        disabled={others === 0}
        onClick={() => setAsking(true)}
      >
        Sign Out Everywhere Else
      </Button>
      {isAsking ? (
        <AlertDialog
          title="Sign out everywhere else?"
          description={`${formatCount(others, 'other session')} will end immediately. You stay signed in here.`}
          confirmLabel="Sign Out Everywhere Else"
          pendingLabel="Signing out..."
          onConfirm={signOut}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  )
}

export async function showOnlyThisSession(): Promise<void> {
  await updateData(queries.sessions, (sessions) => sessions?.filter(({ isCurrent }) => isCurrent))
  await refetch(queries.sessions, queries.ownAudit)
}
