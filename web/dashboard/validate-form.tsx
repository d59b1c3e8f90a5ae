import { FileUp, ListPlus, Shuffle } from 'lucide-react'
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type KeyboardEventHandler,
  type RefObject,
  useRef,
  useState,
} from 'react'
import { FILE_TYPES } from '#web/lib/file-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Field } from '#web/ui/field.tsx'
import { FileButton } from '#web/ui/file-button.tsx'
import { Form } from '#web/ui/form.tsx'
import { MoreArrow } from '#web/ui/more.tsx'
import { reloadOnce } from '#web/ui/reload-once.ts'
import { Select } from '#web/ui/select.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { Token } from '#worker/tokens/contract.ts'
import { MAX_TIN_LENGTH } from '#worker/validation/contract.ts'
import { CountriesFailure, CountryCandidates, CountryCombobox } from './country-field.tsx'
import { type RegisterUnavailable, registerUnavailable } from './register-availability.ts'
import type { Countries } from './use-countries.ts'
import type { FormValues, useValidateForm } from './use-validate-form.ts'

type ValidateFormProps = {
  state: ReturnType<typeof useValidateForm>
  countries: Countries
  onUseCountries: () => void
  tinField: RefObject<HTMLInputElement | null>
  tokens: readonly Token[]
  token: Token | undefined
  isReady: boolean
  isRunning: boolean
  onSubmit: (country: string) => void
  onOpenList: () => void
  /** True if the pasted or dropped data isn't for the field. */
  onTake: (data: DataTransfer) => boolean
  onFile: (file: File) => void
}

export function ValidateForm({
  state: { form, change, resolveCountry, candidates, isDetected },
  countries,
  onUseCountries,
  tinField,
  tokens,
  token,
  isReady,
  isRunning,
  onSubmit,
  onOpenList,
  onTake,
  onFile,
}: ValidateFormProps) {
  const [showsMissing, setShowsMissing] = useState(false)
  const countryField = useRef<HTMLDivElement>(null)
  const { countryOf } = countries
  const { country, tin } = form
  const hasTin = tin.trim() !== ''
  const isTooLong = tin.trim().length > MAX_TIN_LENGTH
  const unavailable = registerUnavailable(country === undefined ? undefined : countryOf(country), token)

  const submit = async () => {
    if (isTooLong) return tinField.current?.focus()
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
    const loaded = await import('./random-sample.ts').catch(reloadOnce).catch(() => undefined)
    if (!loaded) {
      toast.error("The tax IDs didn't load", { description: 'Check your connection and try again.' })
      return
    }
    const sample = loaded.pickSample(loaded.samples)
    if (!sample) return
    change({ country: sample.country, foundFor: sample.tin, tin: sample.tin, name: '', address: '' })
    // One line, because the form shows the number and the header is all it may cover.
    toast.success('Random Tax ID Loaded')
    tinField.current?.focus({ preventScroll: true })
  }

  return (
    <Form className="@4xl:sticky @4xl:top-20 @4xl:self-start space-y-4 @4xl:pr-6" onSubmit={submit}>
      <div className="grid items-start gap-4 @lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] @4xl:grid-cols-1">
        <TextField
          label="Tax ID (TIN)"
          error={
            isTooLong
              ? `Enter at most ${MAX_TIN_LENGTH} characters. To check several numbers, paste a list.`
              : showsMissing && !hasTin
                ? 'Enter a tax ID.'
                : undefined
          }
          ref={tinField}
          mono
          name="tin"
          value={tin}
          onChange={(event) => change({ tin: event.target.value })}
          onKeyDown={onKeyDown}
          onPaste={(event: ClipboardEvent) => {
            if (onTake(event.clipboardData)) event.preventDefault()
          }}
          placeholder="Paste a number or a list"
          autoComplete="off"
          autoCorrect="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
        />
        <div ref={countryField} className="min-w-0">
          <Field
            label="Country"
            hint={isDetected ? 'Detected from the number.' : undefined}
            error={showsMissing && country === undefined ? 'Select a country.' : undefined}
          >
            <CountryCombobox
              countries={countries}
              onApproach={onUseCountries}
              value={country}
              onValueChange={(picked) => change({ country: picked, foundFor: undefined })}
            />
          </Field>
        </div>
      </div>
      <CountriesFailure countries={countries} />
      <CountryCandidates
        key={tin}
        codes={candidates}
        countryOf={countryOf}
        onPick={(picked) => {
          change({ country: picked, foundFor: tin })
          tinField.current?.focus()
        }}
      />
      <ApiKeyField tokens={tokens} picked={token?.id} onPick={(tokenId) => change({ tokenId })} />
      <MoreOptions form={form} onChange={change} unavailable={unavailable} onKeyDown={onKeyDown} />
      <div className="flex flex-wrap items-center gap-2">
        <Button
          type="submit"
          disabled={country === undefined || !hasTin || !isReady}
          pending={isRunning}
          pendingLabel="Validating..."
          className="sm:min-w-32 @4xl:w-full max-sm:w-full"
        >
          Validate
        </Button>
        <Button
          variant="secondary"
          icon={<Shuffle />}
          onClick={() => void loadSample()}
          className="@4xl:w-full max-sm:w-full"
        >
          Load Random Tax ID
        </Button>
        <Button
          variant="ghost"
          icon={<ListPlus />}
          onClick={onOpenList}
          className="@4xl:flex-1 max-sm:flex-auto"
        >
          Paste a List
        </Button>
        <FileButton
          variant="ghost"
          icon={<FileUp />}
          accept={FILE_TYPES}
          onPick={onFile}
          className="@4xl:flex-1 max-sm:flex-auto"
        >
          Upload a File
        </FileButton>
      </div>
    </Form>
  )
}

type ApiKeyFieldProps = {
  tokens: readonly Token[]
  picked: number | undefined
  /** Undefined selects the `default` token. */
  onPick: (tokenId: number | undefined) => void
}

const OWN = 'own'

function ApiKeyField({ tokens, picked, onPick }: ApiKeyFieldProps) {
  if (tokens.length < 2) return null
  const options = [
    { value: OWN, label: 'Organization default' },
    ...tokens.map((token) => ({
      value: String(token.id),
      label: `${token.name} (${token.obfuscatedToken})`,
    })),
  ]
  return (
    <Field label="API token" optional>
      <Select
        options={options}
        value={picked === undefined ? OWN : String(picked)}
        onValueChange={(value) => onPick(value === OWN ? undefined : Number(value))}
      />
    </Field>
  )
}

type MoreOptionsProps = {
  form: FormValues
  onChange: (changes: Partial<FormValues>) => void
  unavailable: RegisterUnavailable | undefined
  onKeyDown: KeyboardEventHandler
}

function MoreOptions({
  form: { name, address, checksRegister },
  onChange,
  unavailable,
  onKeyDown,
}: MoreOptionsProps) {
  const isAsked = checksRegister && !unavailable
  const chosen = [
    ...(unavailable?.of === 'key'
      ? [unavailable.text]
      : checksRegister
        ? []
        : ["Doesn't check the register."]),
    ...(name.trim() ? [`Compares the name "${name.trim()}".`] : []),
    ...(address.trim() ? [`Compares the address "${address.trim()}".`] : []),
  ]
  return (
    <details className="group">
      <summary className="w-fit max-w-full rounded-sm text-sm">
        <span className="flex min-h-8 items-center gap-1.5 font-medium text-muted hover:text-ink pointer-coarse:min-h-11">
          <MoreArrow />
          More options
        </span>
        {chosen.map((text) => (
          <span key={text} className="block break-words pl-5.5 text-faint group-open:hidden">
            {text}
          </span>
        ))}
      </summary>
      <div className="mt-2 mb-5 grid gap-4 @lg:grid-cols-2 @4xl:grid-cols-1 @lg:gap-6 @4xl:gap-4">
        <TextField
          label="Company name"
          optional
          hint="We compare it with the name in the register."
          name="company"
          value={name}
          maxLength={200}
          onChange={(event) => onChange({ name: event.target.value })}
          onKeyDown={onKeyDown}
          autoComplete="off"
          enterKeyHint="go"
        />
        <TextField
          label="Company address"
          optional
          hint="On one line. We compare it with the address in the register."
          name="address"
          value={address}
          maxLength={300}
          onChange={(event) => onChange({ address: event.target.value })}
          onKeyDown={onKeyDown}
          autoComplete="off"
          enterKeyHint="go"
        />
        <Checkbox
          className="@lg:col-span-2 @4xl:col-span-1"
          label="Check the register"
          hint={unavailable?.text ?? 'Shows whether the number is registered, and to whom.'}
          checked={isAsked}
          disabled={unavailable !== undefined}
          onCheckedChange={(asks) => onChange({ checksRegister: asks })}
        />
      </div>
    </details>
  )
}
