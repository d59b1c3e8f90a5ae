import { useId, useState } from 'react'
import { api } from '#web/lib/api-client.ts'
import { errorText } from '#web/lib/api-error.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useSingleSubmit } from '#web/ui/use-single-submit.ts'

/** For accounts that sign in with Google only. */
export function SetPasswordCard({ email }: { email: string }) {
  const titleId = useId()
  const [isSent, setIsSent] = useState(false)
  const { submit: send, isPending } = useSingleSubmit(async () => {
    try {
      await api.auth['forgot-password'].$post({ json: { email } })
      setIsSent(true)
    } catch (error) {
      toast.error('Failed to send the email', { description: errorText(error) })
    }
  })
  return (
    <Card aria-labelledby={titleId}>
      <CardHeader>
        <CardTitle id={titleId}>Set a Password</CardTitle>
        <CardDescription>You sign in with Google. Set a password to also sign in without it.</CardDescription>
      </CardHeader>
      <CardContent>
        {isSent ? (
          <Banner tone="success" role="status" title="Check your email">
            We sent a link to <span className="break-all">{email}</span>. It works once, for 1 hour, and signs
            you out everywhere.
          </Banner>
        ) : (
          <Button pending={isPending} pendingLabel="Sending..." onClick={() => void send()}>
            Email Me a Link
          </Button>
        )}
      </CardContent>
    </Card>
  )
}
