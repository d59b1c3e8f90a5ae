import { ListPlus, Shuffle } from 'lucide-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useOpenRequest } from '#web/lib/open-request.ts'
import { useTokens } from '#web/lib/swr.ts'
import { paths } from '#web/paths.ts'
import { usableTokens } from '#web/tokens/index.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardContent, CardDescription, CardHeader, CardTitle, cardLinkClass } from '#web/ui/card.tsx'
import { Combobox } from '#web/ui/combobox.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { toast } from '#web/ui/toast.ts'
import { useFocusReturn } from '#web/ui/use-focus-return.ts'
import { ApiKeyField } from './api-key-field.tsx'
import { MoreOptions } from './more-options.tsx'
import type { PasteListDialog } from './paste-list-dialog.tsx'
import { pickSample } from './random-sample.ts'
import { registerUnavailable } from './register-availability.ts'
import { useCountries } from './use-countries.ts'
import { useValidation, type ValidationInput } from './use-validation.ts'
import { ValidationResult } from './validation-result.tsx'

const emptyText = (isLoaded: boolean, isFailed: boolean) =>
  isLoaded
    ? 'No country matches.'
    : isFailed
      ? 'The countries could not be loaded.'
      : 'Loading the countries…'

type ValidateCardProps = { onCreateToken: () => void }

export function ValidateCard({ onCreateToken }: ValidateCardProps) {
  const titleId = useId()
  const tinField = useRef<HTMLInputElement>(null)
  const { tokens, organizationId, isLoading, error } = useTokens()
  const { options, countryOf, error: countriesError, retry: retryCountries } = useCountries()
  const { validation, run } = useValidation(organizationId)
  const [country, setCountry] = useState<string>()
  const [tin, setTin] = useState('')
  const [picked, setPicked] = useState<number>()
  const [name, setName] = useState('')
  const [asksRegister, setAsksRegister] = useState(true)
  const [ListDialog, setListDialog] = useState<typeof PasteListDialog>()
  const focus = useFocusReturn()

  const usable = usableTokens(tokens, new Date())
  const token = usable.length === 1 ? usable[0] : usable.find(({ id }) => id === picked)
  const unavailable = registerUnavailable(country === undefined ? undefined : countryOf(country), token)
  const isEarly = isLoading && organizationId === undefined
  const isComplete = country !== undefined && tin.trim() !== ''
  const isRunning = validation.status === 'running'

  useOpenRequest('validate', true, ({ country: wanted }) => {
    if (wanted !== undefined) setCountry(wanted)
    tinField.current?.focus()
  })

  const submit = () => {
    if (country === undefined || tin.trim() === '') {
      toast.error('Missing Information', { description: 'Please select a country and enter a TIN.' })
      return
    }
    if (isEarly) return
    void run({
      countryCode: country,
      tin: tin.trim(),
      ...(token && { tokenId: token.id }),
      ...(name.trim() && { name: name.trim() }),
      ...(!asksRegister && { source: false }),
    })
  }
  // A form with a disabled button does not submit on Enter and shows no errors.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    submit()
  }
  const loadSample = async () => {
    const loaded = await import('#worker/tin/samples.ts').catch(() => undefined)
    if (!loaded) {
      toast.error('No tax ID could be loaded', {
        description: 'Check your connection and try again. If it fails again, reload the page.',
      })
      return
    }
    const sample = pickSample(loaded.samples)
    if (!sample) return
    setCountry(sample.country)
    setTin(sample.tin)
    setName('')
    // One line, because the form shows the number and the header is all it may cover.
    toast.success('Random Tax ID Loaded')
    tinField.current?.focus({ preventScroll: true })
  }
  const openList = async () => {
    focus.capture()
    const loaded = await import('./paste-list-dialog.tsx').catch(() => undefined)
    if (loaded) setListDialog(() => loaded.PasteListDialog)
    else toast.error('The list could not be opened', { description: 'Check your connection and try again.' })
  }
  const retry = (input: ValidationInput) => void run(input)
  const adopt = (suggestion: string, ofCountry: string, input: ValidationInput) => {
    setCountry(ofCountry)
    setTin(suggestion)
    void run({ ...input, countryCode: ofCountry, tin: suggestion })
  }

  return (
    <Card aria-labelledby={titleId}>
      <CardHeader
        action={
          <Link to={paths.registers} className={cardLinkClass}>
            Register status
          </Link>
        }
      >
        <CardTitle id={titleId}>Validate Tax ID</CardTitle>
        <CardDescription>Check one number here, the same way your code does over the API.</CardDescription>
      </CardHeader>
      <CardContent className="@container">
        <div className="grid gap-5 @4xl:grid-cols-[20rem_minmax(0,1fr)] @4xl:gap-0">
          <form
            noValidate
            className="@4xl:sticky @4xl:top-20 @4xl:self-start space-y-4 @4xl:pr-6"
            onSubmit={(event) => {
              event.preventDefault()
              submit()
            }}
          >
            <div className="grid gap-4 @lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] @4xl:grid-cols-1">
              <Field label="Country">
                {(control) => (
                  <Combobox
                    {...control}
                    options={options ?? []}
                    value={country}
                    onValueChange={setCountry}
                    placeholder="Select a country"
                    searchPlaceholder="Search countries"
                    emptyText={emptyText(options !== undefined, countriesError !== undefined)}
                  />
                )}
              </Field>
              <Field label="Tax ID (TIN)">
                {(control) => (
                  <Input
                    {...control}
                    ref={tinField}
                    mono
                    name="tin"
                    value={tin}
                    maxLength={100}
                    onChange={(event) => setTin(event.target.value)}
                    onKeyDown={onKeyDown}
                    placeholder="Paste or type a number"
                    autoComplete="off"
                    autoCorrect="off"
                    autoCapitalize="off"
                    spellCheck={false}
                    enterKeyHint="go"
                    data-1p-ignore
                  />
                )}
              </Field>
            </div>
            {countriesError ? (
              <p role="alert" className="text-sm">
                The countries could not be loaded.{' '}
                <Button variant="secondary" size="sm" onClick={retryCountries}>
                  Retry
                </Button>
              </p>
            ) : null}
            <ApiKeyField
              tokens={usable}
              isKnown={!isLoading && !error}
              picked={token?.id}
              onPick={setPicked}
              onCreateToken={onCreateToken}
            />
            <MoreOptions
              name={name}
              onName={setName}
              asksRegister={asksRegister}
              onAsksRegister={setAsksRegister}
              unavailable={unavailable}
              onKeyDown={onKeyDown}
            />
            <div className="flex flex-wrap items-center gap-2">
              <Button
                type="submit"
                disabled={!isComplete || isEarly}
                pending={isRunning}
                pendingLabel="Validating..."
                className="@4xl:w-full max-sm:w-full"
              >
                Validate
              </Button>
              <Button
                variant="secondary"
                icon={<Shuffle aria-hidden />}
                onClick={() => void loadSample()}
                className="@4xl:flex-1 max-sm:flex-1"
              >
                Load Random Tax ID
              </Button>
              <Button
                variant="ghost"
                icon={<ListPlus aria-hidden />}
                onClick={() => void openList()}
                className="@4xl:flex-1 max-sm:flex-1"
              >
                Paste a List
              </Button>
            </div>
          </form>
          <ValidationResult validation={validation} countryOf={countryOf} onRetry={retry} onAdopt={adopt} />
        </div>
      </CardContent>
      {ListDialog ? (
        <ListDialog
          organizationId={organizationId}
          country={country}
          onClose={() => {
            setListDialog(undefined)
            focus.restore()
          }}
        />
      ) : null}
    </Card>
  )
}
