import { Play, Send } from 'lucide-react'
import { useNavigate } from 'react-router'
import { useIsShown } from '#web/lib/use-is-shown.ts'
import { paths } from '#web/paths.ts'
import { Button, type ButtonProps } from '#web/ui/button.tsx'
import type { WebhookEndpoint } from '#worker/webhooks/contract.ts'
import { sendTestEvent, setEnabled } from './webhook-actions.ts'

type EndpointButtonProps = Pick<ButtonProps, 'size'> & { organizationId: string; endpoint: WebhookEndpoint }

/** Enables the endpoint, or sends it a test event. The same button, so that it keeps the focus. */
export function EndpointButton({ organizationId, endpoint, ...button }: EndpointButtonProps) {
  const navigate = useNavigate()
  const isShown = useIsShown()
  const isDisabled = endpoint.disabledAt !== null
  const sendTest = async () => {
    const isSent = await sendTestEvent(organizationId, endpoint)
    if (isSent && isShown()) void navigate(`${paths.webhooks}/${endpoint.id}`)
  }
  return (
    <Button
      variant="secondary"
      icon={isDisabled ? <Play /> : <Send />}
      action={() => (isDisabled ? setEnabled(organizationId, endpoint, true) : sendTest())}
      {...button}
    >
      {isDisabled ? 'Enable' : 'Send Test Event'}
    </Button>
  )
}
