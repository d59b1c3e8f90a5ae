import { useState } from 'react'
import { errorText } from '#web/lib/api-error.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useOrganizationId, useSettings, useUser } from '#web/lib/swr.ts'
import { useTitle } from '#web/lib/use-title.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Form } from '#web/ui/form.tsx'
import { StepHeading } from '#web/ui/step-heading.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useSingleSubmit } from '#web/ui/use-single-submit.ts'
import { payDemo } from './checkout-calls.ts'
import { CheckoutScreen, LoadingStep, Step, StepCard } from './checkout-steps.tsx'
import { formatCardNumber, formatCvc, formatExpiry } from './demo-card.ts'

const PAYMENT_MS = 1_500
const FAILED = 'Transaction verification failed'

export function PaddleDemoPage() {
  const { data: settings, ...read } = useSettings()
  useTitle('Payment Demo')
  return (
    <CheckoutScreen>
      {read.error ? (
        <StepCard>
          <LoadError title="Failed to load the demo" {...read} />
        </StepCard>
      ) : read.isLoading || !settings ? (
        <LoadingStep text="Loading the demo..." />
      ) : settings.paymentDemo ? (
        <Demo />
      ) : (
        <TurnedOff />
      )}
    </CheckoutScreen>
  )
}

const TurnedOff = () => (
  <Step
    level={useHeadingLevel()}
    takesFocus={false}
    title="The payment demo is turned off"
    text="It runs only with Paddle's sandbox."
    actions={<LinkButton to={paths.products}>See Pricing Plans</LinkButton>}
  />
)

/** The header of signed-in screens has the h1. */
const useHeadingLevel = () => (useUser().data ? 2 : 1)

function Demo() {
  const level = useHeadingLevel()
  const selected = useOrganizationId()
  const [typed, setTyped] = useState<string>()
  const [number, setNumber] = useState('4242 4242 4242 4242')
  const [expiry, setExpiry] = useState('12/30')
  const [cvc, setCvc] = useState('123')
  const organizationId = typed ?? selected ?? ''
  const [paid, setPaid] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const { submit, isPending } = useSingleSubmit(async () => {
    setProblem(undefined)
    try {
      await new Promise((resolve) => setTimeout(resolve, PAYMENT_MS))
      const { message } = await payDemo(organizationId.trim())
      setPaid(message)
    } catch (error) {
      setProblem(errorText(error))
    }
  })

  if (paid !== undefined) {
    return (
      <Step
        level={level}
        icon="done"
        title="Demo payment complete"
        text={paid}
        actions={
          <Button variant="secondary" onClick={() => setPaid(undefined)}>
            Start Over
          </Button>
        }
      />
    )
  }
  return (
    <StepCard>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <StepHeading level={level} title="Payment demo" />
        <Badge tone="unsure">Sandbox</Badge>
      </div>
      <Banner tone="warning" title="No real payment is made" className="mb-5">
        This page is a demo. It charges nothing, changes no plan and sends no card data. Don't enter a real
        card.
      </Banner>
      <Form aria-label="Payment demo" autoComplete="off" className="space-y-4" onSubmit={submit}>
        <TextField
          label="Organization ID"
          mono
          autoComplete="off"
          spellCheck={false}
          placeholder="org_…"
          value={organizationId}
          onChange={(event) => setTyped(event.target.value)}
        />
        <CardField label="Card number" value={number} onType={(text) => setNumber(formatCardNumber(text))} />
        <div className="grid grid-cols-2 gap-4">
          <CardField label="Expiry (MM/YY)" value={expiry} onType={(text) => setExpiry(formatExpiry(text))} />
          <CardField label="CVC" value={cvc} onType={(text) => setCvc(formatCvc(text))} />
        </div>
        {problem ? (
          <Banner tone="critical" role="alert" title={FAILED}>
            {problem}
          </Banner>
        ) : null}
        <Button
          type="submit"
          size="lg"
          className="w-full"
          pending={isPending}
          pendingLabel="Processing demo payment..."
        >
          Pay $49.00
        </Button>
      </Form>
    </StepCard>
  )
}

type CardFieldProps = { label: string; value: string; onType: (text: string) => void }

const CardField = ({ label, value, onType }: CardFieldProps) => (
  <TextField
    label={label}
    mono
    inputMode="numeric"
    autoComplete="off"
    value={value}
    onChange={(event) => onType(event.target.value)}
  />
)
