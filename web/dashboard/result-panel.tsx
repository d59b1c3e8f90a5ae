import { CornerDownLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { ResultBadge, resultLooks, type ValidationInput } from '#web/results/index.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { countryInSentence } from '#worker/tin/contract/country-in-sentence.ts'
import type { ValidationResponse } from '#worker/validation/contract.ts'
import { RegisterDetails } from './register-details.tsx'
import { type CountryOf, resultTextOf } from './result-text.ts'

type ResultPanelProps = {
  response: ValidationResponse
  input: ValidationInput
  countryOf: CountryOf
  /** Without these, it is a record. */
  onAdopt?: (suggestion: string, country: string) => void
  onRecheck?: (() => void) | undefined
}

export function ResultPanel({ response, input, countryOf, onAdopt, onRecheck }: ResultPanelProps) {
  const country = countryOf(response.countryCode)
  const { result, reason } = response
  const { title, advice, seal } = resultTextOf(response, country)
  const { Icon, box, ink } = resultLooks[result]
  const { suggestion, suggestionCountry } = response.additionalInfo
  const elsewhere = suggestionCountry ? (countryOf(suggestionCountry)?.name ?? suggestionCountry) : undefined
  return (
    <div className={cx('@container rounded-lg border p-4', box)}>
      <div className="flex @min-[12rem]:flex-row flex-col gap-3">
        <Icon className={cx('mt-0.5 size-6 shrink-0', ink)} />
        <div className="min-w-0 flex-1 space-y-2">
          <div>
            <p className={cx('text-balance break-words font-semibold text-xl tracking-tight', ink)}>
              {title}
            </p>
            <p className="mt-1 flex flex-wrap items-center gap-x-2.5 gap-y-1">
              <ResultBadge result={result} />
              <span className="break-all font-mono text-muted text-sm">{response.tin}</span>
            </p>
          </div>
          {result === 'different_name' ? (
            <dl className="grid gap-2 py-1 @md:grid-cols-2">
              {input.name ? <Name term="Name you entered">{input.name}</Name> : null}
              <Name term="Name in the register">{response.entity.name}</Name>
            </dl>
          ) : null}
          <p className="break-words">
            {reason} {advice}
          </p>
          {seal ? (
            <p className="flex gap-2 text-muted text-sm">
              <Icon className={cx('mt-0.5 size-4 shrink-0', ink)} />
              <span>
                <span className="font-medium text-ink">{seal.label}.</span> {seal.text}
              </span>
            </p>
          ) : null}
          {suggestion && onAdopt ? (
            <div className="flex flex-wrap items-center gap-x-3 gap-y-2 pt-1 print:hidden">
              <span className="text-sm">
                {elsewhere
                  ? `Did you mean a number from ${countryInSentence(elsewhere)}?`
                  : 'Did you mean this number?'}
              </span>
              <Button
                variant="secondary"
                size="sm"
                icon={<CornerDownLeft />}
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

function Name({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="min-w-0 rounded-md border border-unsure-line bg-surface px-3 py-2">
      <dt className="text-muted text-sm">{term}</dt>
      <dd className="wrap-anywhere font-medium">{children}</dd>
    </div>
  )
}
