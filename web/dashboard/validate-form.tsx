import { ListPlus, Shuffle } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Combobox } from '#web/ui/combobox.tsx'
import { Field } from '#web/ui/field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { Token } from '#worker/tokens/contract.ts'
import { ApiKeyField, TokenPrompt } from './api-key-field.tsx'
import { CountryCandidates } from './country-candidates.tsx'
import { MoreOptions } from './more-options.tsx'
import { pickSample } from './random-sample.ts'
import { registerUnavailable } from './register-availability.ts'
import type { Countries } from './use-countries.ts'
import type { useValidateForm } from './use-validate-form.ts'

const emptyText = (isLoaded: boolean, isFailed: boolean) =>
  isLoaded ? 'No country matches.' : isFailed ? "The countries didn't load." : 'Loading the countries...'

type ValidateFormProps = {
  state: ReturnType<typeof useValidateForm>
  countries: Countries
  onUseCountries: () => void
  tinField: RefObject<HTMLInputElement | null>
  tokens: readonly Token[] | undefined
  token: Token | undefined
  isReady: boolean
  isRunning: boolean
  onSubmit: (country: string) => void
  onCreateToken: (() => void) | undefined
  onOpenList: () => void
}

export function ValidateForm({
  state: { form, change, resolveCountry, candidates, isDetected },
  countries: { options, countryOf, error: countriesError, retry: retryCountries },
  onUseCountries,
  tinField,
  tokens,
  token,
  isReady,
  isRunning,
  onSubmit,
  onCreateToken,
  onOpenList,
}: ValidateFormProps) {
  const [showsMissing, setShowsMissing] = useState(false)
  const countryField = useRef<HTMLDivElement>(null)
  const { country, tin } = form
  const hasTin = tin.trim() !== ''
  const unavailable = registerUnavailable(country === undefined ? undefined : countryOf(country), token)

  const submit = async () => {
    const known = hasTin ? await resolveCountry() : undefined
    setShowsMissing(known === undefined)
    if (known === undefined) {
      toast.error('Missing Information', { description: 'Please select a country and enter a TIN.' })
      if (hasTin) countryField.current?.querySelector<HTMLElement>('[role=combobox]')?.focus()
      else tinField.current?.focus()
      return
    }
    if (isReady) onSubmit(known)
  }
  // A form with a disabled button does not submit on Enter and shows no errors.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    void submit()
  }
  const loadSample = async () => {
    const loaded = await import('#worker/tin/contract/samples.ts').catch(() => undefined)
    if (!loaded) {
      toast.error("The tax IDs didn't load", {
        description: 'Check your connection and try again. If it fails again, reload the page.',
      })
      return
    }
    const sample = pickSample(loaded.samples)
    if (!sample) return
    change({ country: sample.country, foundFor: sample.tin, tin: sample.tin, name: '' })
    // One line, because the form shows the number and the header is all it may cover.
    toast.success('Random Tax ID Loaded')
    tinField.current?.focus({ preventScroll: true })
  }

  return (
    <form
      noValidate
      className="@4xl:sticky @4xl:top-20 @4xl:self-start space-y-4 @4xl:pr-6"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <div className="grid items-start gap-4 @lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] @4xl:grid-cols-1">
        <div ref={countryField}>
          <Field
            label="Country"
            hint={isDetected ? 'Detected from the number.' : undefined}
            error={showsMissing && country === undefined ? 'Select a country.' : undefined}
          >
            {(control) => (
              <Combobox
                {...control}
                options={options ?? []}
                onApproach={onUseCountries}
                value={country}
                onValueChange={(picked) => change({ country: picked, foundFor: undefined })}
                placeholder="Select a country"
                searchPlaceholder="Search countries"
                emptyText={emptyText(options !== undefined, countriesError !== undefined)}
              />
            )}
          </Field>
        </div>
        <TextField
          label="Tax ID (TIN)"
          error={showsMissing && !hasTin ? 'Enter a tax ID.' : undefined}
          ref={tinField}
          mono
          name="tin"
          value={tin}
          maxLength={100}
          onChange={(event) => change({ tin: event.target.value })}
          onKeyDown={onKeyDown}
          placeholder="Paste or type a number"
          autoComplete="off"
          autoCorrect="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          data-1p-ignore
        />
      </div>
      <CountryCandidates
        key={tin}
        codes={candidates}
        countryOf={countryOf}
        onPick={(picked) => {
          change({ country: picked, foundFor: tin })
          tinField.current?.focus()
        }}
      />
      {countriesError ? (
        <p role="alert" className="text-sm">
          The countries didn't load.{' '}
          <Button variant="secondary" size="sm" onClick={retryCountries}>
            Retry
          </Button>
        </p>
      ) : null}
      <ApiKeyField tokens={tokens ?? []} picked={token?.id} onPick={(tokenId) => change({ tokenId })} />
      <MoreOptions
        name={form.name}
        onName={(name) => change({ name })}
        asksRegister={form.checksRegister}
        onAsksRegister={(checksRegister) => change({ checksRegister })}
        unavailable={unavailable}
        onKeyDown={onKeyDown}
      />
      <div className="flex flex-wrap items-center gap-2">
        <Button
          type="submit"
          disabled={country === undefined || !hasTin || !isReady}
          pending={isRunning}
          pendingLabel="Validating..."
          className="min-w-32 @4xl:w-full max-sm:w-full"
        >
          Validate
        </Button>
        <Button
          variant="secondary"
          icon={<Shuffle aria-hidden className="@max-lg:hidden" />}
          onClick={() => void loadSample()}
          className="@4xl:flex-1 max-sm:flex-1"
        >
          Load Random Tax ID
        </Button>
        <Button
          variant="ghost"
          icon={<ListPlus aria-hidden className="@max-lg:hidden" />}
          onClick={onOpenList}
          className="@4xl:flex-1 max-sm:flex-1"
        >
          Paste a List
        </Button>
      </div>
      {tokens?.length === 0 && onCreateToken ? <TokenPrompt onCreateToken={onCreateToken} /> : null}
    </form>
  )
}
