import { Send } from 'lucide-react'
import { useNavigate } from 'react-router'
import { useIsShown } from '#web/lib/use-is-shown.ts'
import { paths } from '#web/paths.ts'
import { Button, type ButtonProps } from '#web/ui/button.tsx'
import type { WebhookEndpoint } from '#worker/webhooks/contract.ts'
import { sendTestEvent } from './webhook-actions.ts'

type TestButtonProps = Pick<ButtonProps, 'size'> & { organizationId: string; endpoint: WebhookEndpoint }

/** Then the endpoint's page shows the event arrive. */
export function TestButton({ organizationId, endpoint, ...button }: TestButtonProps) {
  const navigate = useNavigate()
  const isShown = useIsShown()
  const send = async () => {
    const isSent = await sendTestEvent(organizationId, endpoint)
    if (isSent && isShown()) void navigate(`${paths.webhooks}/${endpoint.id}`)
  }
  return (
    <Button variant="secondary" icon={<Send />} pendingLabel="Sending..." action={send} {...button}>
      Send Test Event
    </Button>
  )
}
