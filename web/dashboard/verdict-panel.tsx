import { CircleCheck, CircleDashed, CircleX, Clock3, CornerDownLeft, Gauge } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import type { ValidationResponse } from '#worker/validation/contract.ts'
import { RegisterDetails } from './register-details.tsx'
import type { ValidationInput } from './use-validation.ts'
import { type CountryOf, numberOf, verdictOf } from './verdict.ts'

const looks = {
  valid: { Icon: CircleCheck, box: 'border-valid-line bg-valid-soft', ink: 'text-valid' },
  invalid: { Icon: CircleX, box: 'border-invalid-line bg-invalid-soft', ink: 'text-invalid' },
  'no-answer': { Icon: Clock3, box: 'border-unsure-line bg-unsure-soft', ink: 'text-unsure' },
  'not-attempted': { Icon: CircleDashed, box: 'border-idle-line bg-idle-soft', ink: 'text-idle' },
} as const

type VerdictPanelProps = {
  response: ValidationResponse
  input: ValidationInput
  countryOf: CountryOf
  onAdopt: (suggestion: string, country: string) => void
  onRecheck: () => void
}

export function VerdictPanel({ response, input, countryOf, onAdopt, onRecheck }: VerdictPanelProps) {
  const country = countryOf(response.countryCode)
  const { verdict, title, reason, confidence } = verdictOf(response, country)
  const { Icon, box, ink } = looks[verdict]
  const { suggestion, suggestionCountry } = response.additionalInfo
  const elsewhere = suggestionCountry ? (countryOf(suggestionCountry)?.name ?? suggestionCountry) : undefined
  return (
    <div className={cx('@container rounded-lg border p-4', box)}>
      <div className="flex gap-3">
        <Icon aria-hidden className={cx('mt-0.5 size-6 shrink-0', ink)} />
        <div className="min-w-0 flex-1 space-y-2">
          <div>
            <p className={cx('text-balance break-words font-semibold text-xl tracking-tight', ink)}>
              {title}
            </p>
            <p className="break-all font-mono text-muted text-sm">{numberOf(response)}</p>
          </div>
          {reason ? <p className="break-words">{reason}</p> : null}
          {confidence ? (
            <p className="flex gap-2 text-muted text-sm">
              <Gauge aria-hidden className="mt-0.5 size-4 shrink-0" />
              <span>
                <span className="font-medium text-ink">{confidence.label}.</span> {confidence.text}
              </span>
            </p>
          ) : null}
          {suggestion ? (
            <div className="flex flex-wrap items-center gap-x-3 gap-y-2 pt-1 print:hidden">
              <span className="text-sm">
                {elsewhere ? `Did you mean a number of ${elsewhere}?` : 'Did you mean this number?'}
              </span>
              <Button
                variant="secondary"
                size="sm"
                icon={<CornerDownLeft aria-hidden />}
                onClick={() => onAdopt(suggestion, suggestionCountry ?? response.countryCode)}
              >
                Use <span className="font-mono">{suggestion}</span>
              </Button>
            </div>
          ) : null}
        </div>
      </div>
      <RegisterDetails response={response} country={country} name={input.name} onRecheck={onRecheck} />
    </div>
  )
}
