import { useState } from 'react'
import { api } from '#web/lib/api-client.ts'
import { attempt } from '#web/lib/attempt.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardContent } from '#web/ui/card.tsx'
import { useSingleSubmit } from '#web/ui/use-single-submit.ts'

/** For accounts that sign in with Google only. */
export function SetPasswordCard({ email }: { email: string }) {
  const [isSent, setIsSent] = useState(false)
  const { submit: send, isPending } = useSingleSubmit(async () => {
    await attempt('Failed to send the email', async () => {
      await api.auth['forgot-password'].$post({ json: { email } })
      setIsSent(true)
    })
  })
  return (
    <Card
      title="Set a Password"
      description="You sign in with Google. Set a password to also sign in without it."
    >
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
