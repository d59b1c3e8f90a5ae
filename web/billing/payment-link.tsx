import { useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { useSettings } from '#web/lib/swr.ts'
import { colorScheme } from '#web/lib/theme.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { StepHeading, StepIcon } from '#web/ui/step-heading.tsx'
import { StepActions, StepCard } from './checkout-layout.tsx'
import { LoadingStep } from './checkout-steps.tsx'
import { loadPaddle } from './paddle.ts'
import { useAttempts } from './use-attempts.ts'

type Step = 'loading' | 'open' | 'paid' | 'closed' | 'failed'

/** Paddle's emails link to `/checkout?_ptxn=…`, for example after a failed payment. Anyone with the link may pay. */
export function PaymentLink({ transactionId }: { transactionId: string }) {
  const { data: settings, error } = useSettings()
  if (error || settings?.paddle === null) return <Outcome step="failed" />
  if (!settings) return <LoadingStep />
  return <OpenPayment transactionId={transactionId} paddle={settings.paddle} />
}

type OpenPaymentProps = { transactionId: string; paddle: Parameters<typeof loadPaddle>[0] }

function OpenPayment({ transactionId, paddle }: OpenPaymentProps) {
  const [step, setStep] = useState<Step>('loading')
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const retry = useAttempts(
    async (signal) => {
      setStep('loading')
      // With the parameter, Paddle.js would open the payment once more.
      void navigate(pathname, { replace: true, state: { paymentLink: transactionId } })
      const checkout = await loadPaddle(paddle)
      const stop = checkout.listen((event) => {
        if (event.name === 'completed') setStep('paid')
        else setStep((current) => (current === 'paid' ? current : event.name))
      })
      signal.addEventListener('abort', () => {
        stop()
        checkout.close()
      })
      if (signal.aborted) return
      checkout.open({
        transactionId,
        settings: { displayMode: 'overlay', theme: colorScheme(), locale: 'en' },
      })
      setStep('open')
    },
    () => setStep('failed'),
  )
  return step === 'loading' ? <LoadingStep /> : <Outcome step={step} onRetry={retry} />
}

const outcomes = {
  open: {
    title: 'Complete your payment',
    text: 'Pay in the window that opens on this page.',
    icon: undefined,
  },
  paid: {
    title: 'Payment received',
    text: 'Thank you. Your subscription updates within a few minutes.',
    icon: 'done',
  },
  closed: { title: 'Payment not completed', text: 'You closed the payment window.', icon: 'waiting' },
  failed: {
    title: "The payment window didn't open",
    text: 'Turn off ad blockers for this page and try again, or open the link in the email again.',
    icon: 'failed',
  },
} as const

function Outcome({ step, onRetry }: { step: keyof typeof outcomes; onRetry?: () => void }) {
  const { title, text, icon } = outcomes[step]
  return (
    <StepCard>
      <StepHeading level={2} takesFocus title={title} icon={icon && <StepIcon of={icon} />}>
        <p>{text}</p>
      </StepHeading>
      <StepActions>
        {onRetry && (step === 'closed' || step === 'failed') ? (
          <Button onClick={onRetry}>Try Again</Button>
        ) : null}
        <Button asChild variant="secondary">
          <Link to={paths.dashboardAlias}>Return to Dashboard</Link>
        </Button>
      </StepActions>
    </StepCard>
  )
}
