import { Gauge, KeyRound, WifiOff } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { formatInstant } from '#web/lib/format.ts'
import { GetMore } from '#web/lib/get-more.tsx'
import { lazyComponent } from '#web/lib/lazy-component.tsx'
import { useOrganization } from '#web/lib/swr.ts'
import { paths } from '#web/paths.ts'
import type { ValidationInput } from '#web/results/index.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { SpinnerScreen } from '#web/ui/spinner.tsx'
import type { ValidationResponse } from '#worker/validation/contract.ts'
import { hasRegister } from './register-availability.ts'
import { ResultPending } from './result-pending.tsx'
import type { CountryOf } from './result-text.ts'
import { tokenRefusals, type Validation } from './use-validation.ts'

const ResultPanel = lazyComponent(
  async () => (await import('./result-panel.tsx')).ResultPanel,
  <SpinnerScreen className="min-h-60" />,
)
const ResultDetails = lazyComponent(
  async () => (await import('./result-details.tsx')).ResultDetails,
  <div className="min-h-96" />,
)

const PANEL_HEIGHT = 320
const HEADER_HEIGHT = 56

type ValidationResultProps = {
  validation: Validation
  idle: ReactNode
  countryOf: CountryOf
  onRetry: (input: ValidationInput) => void
  onAdopt: (suggestion: string, country: string, input: ValidationInput) => void
}

export function ValidationResult({ validation, idle, countryOf, onRetry, onAdopt }: ValidationResultProps) {
  const area = useRef<HTMLDivElement>(null)
  const hasRun = useRef(false)
  const [height, setHeight] = useState(0)
  const { status } = validation
  // Its reason is an alert, which a screen reader would speak twice.
  const isFailed = status === 'unreachable' || status === 'refused'

  useEffect(() => {
    const element = area.current
    if (status === 'running') hasRun.current = true
    // A restored result leaves the page where it is.
    if (!element || !hasRun.current) return
    if (status === 'running') {
      void Promise.all([ResultPanel.preload(), ResultDetails.preload()])
      if (!element.contains(document.activeElement)) return
      element.focus({ preventScroll: true })
      return
    }
    setHeight(element.getBoundingClientRect().height)
    const { top } = element.getBoundingClientRect()
    if (top <= window.innerHeight - PANEL_HEIGHT) return
    element.scrollIntoView({ block: 'nearest' })
    if (isAboveView(document.activeElement)) element.focus({ preventScroll: true })
  }, [status])

  return (
    <div
      ref={area}
      tabIndex={-1}
      className="min-w-0 border-t pt-5 @4xl:border-t-0 @4xl:border-l @4xl:pt-0 @4xl:pl-6 print:border-0 print:p-0"
      data-proof={status === 'answered' ? '' : undefined}
      style={status === 'running' ? { minHeight: height } : undefined}
    >
      {status === 'answered' ? <PrintHeader response={validation.response} /> : null}
      <div aria-live={isFailed ? 'off' : 'polite'} aria-busy={status === 'running'}>
        {head(validation, { idle, countryOf, onRetry, onAdopt })}
      </div>
      {status === 'answered' ? <ResultDetails answer={validation} countryOf={countryOf} /> : null}
    </div>
  )
}

const isAboveView = (element: Element | null) => (element?.getBoundingClientRect().top ?? 0) < HEADER_HEIGHT

const asksRegister = ({ source, countryCode }: ValidationInput, countryOf: CountryOf) =>
  source !== false && hasRegister(countryOf(countryCode))

type Handlers = Omit<ValidationResultProps, 'validation'>

function head(validation: Validation, { idle, countryOf, onRetry, onAdopt }: Handlers): ReactNode {
  switch (validation.status) {
    case 'idle':
      return idle
    case 'running':
      return <ResultPending asksRegister={asksRegister(validation.input, countryOf)} />
    case 'answered':
      return (
        <ResultPanel
          response={validation.response}
          input={validation.input}
          countryOf={countryOf}
          onAdopt={(suggestion, country) => onAdopt(suggestion, country, validation.input)}
          // Repeats the answered input, even if the form has changed since.
          onRecheck={() => onRetry({ ...validation.input, fresh: true })}
        />
      )
    case 'unreachable':
      return (
        <ErrorState
          icon={<WifiOff />}
          title="Request Failed"
          description="Network error: Unable to connect to validation service."
          onRetry={() => onRetry(validation.input)}
        />
      )
    case 'refused':
      if (validation.code === 'QUOTA_EXCEEDED') return <QuotaUsedUp />
      if (tokenRefusals.includes(validation.code)) {
        return (
          <ErrorState
            icon={<KeyRound />}
            title="Validation Failed"
            description={`${validation.message} Choose another API token, or create one.`}
            action={
              <LinkButton to={paths.tokens} variant="secondary" size="sm">
                Manage Tokens
              </LinkButton>
            }
          />
        )
      }
      return (
        <ErrorState
          title="Validation Failed"
          description={validation.message}
          {...(validation.isRetryable ? { onRetry: () => onRetry(validation.input) } : {})}
        />
      )
  }
}

function QuotaUsedUp() {
  const { data: organization } = useOrganization()
  return (
    <ErrorState
      icon={<Gauge />}
      title="Monthly quota used up"
      description="Validations fail until your quota resets."
      action={organization ? <GetMore organization={organization} /> : null}
    />
  )
}

function PrintHeader({ response }: { response: ValidationResponse }) {
  const { data: organization } = useOrganization()
  return (
    <div className="mb-4 hidden print:block">
      <p className="font-semibold text-lg">Tax ID validation</p>
      <p className="break-words text-sm">
        {organization ? `Made for ${organization.name} by Tinproof, ` : 'Made by Tinproof, '}
        {location.host}. {formatInstant(response.requestDate)}.
      </p>
    </div>
  )
}
