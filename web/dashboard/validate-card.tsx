import { FileSearch } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { type FileDraft, keepFile, listFile } from '#web/lib/file-draft.ts'
import { triedNumber } from '#web/lib/kept-text.ts'
import { lazyComponent } from '#web/lib/lazy-component.tsx'
import { useOpenRequest } from '#web/lib/open-request.ts'
import { type Owner, useOwner } from '#web/lib/saved.ts'
import { storedSelection } from '#web/lib/selection.ts'
import { useTokens, useUser } from '#web/lib/swr.ts'
import { paths } from '#web/paths.ts'
import type { ValidationInput } from '#web/results/index.ts'
import { usableTokens } from '#web/tokens/index.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardContent, cardLinkClass } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { reloadOnce } from '#web/ui/reload-once.ts'
import { SpinnerScreen } from '#web/ui/spinner.tsx'
import { toast } from '#web/ui/toast.tsx'
import { MAX_LIST } from './list-rows.ts'
import { readValidation, saveValidation } from './saved-validation.ts'
import { useCountries } from './use-countries.ts'
import { useValidateForm } from './use-validate-form.ts'
import { useValidation } from './use-validation.ts'
import { ValidateForm } from './validate-form.tsx'
import { ValidationResult } from './validation-result.tsx'

type ValidateCardProps = {
  onCreateToken: (() => void) | undefined
}

type Taken = Partial<FileDraft> & { text?: string }

const loadList = async () => (await import('./list-part.tsx')).ListPart
const ListPart = lazyComponent(loadList, <SpinnerScreen className="min-h-80" />)

export function ValidateCard({ onCreateToken }: ValidateCardProps) {
  const navigate = useNavigate()
  const tinField = useRef<HTMLInputElement>(null)
  const { data: user } = useUser()
  const owner = useOwner()
  const { tokens, organizationId, isLoading, error } = useTokens()
  const [saved] = useState(() => {
    const ofOrganization = organizationId ?? storedSelection()
    return user && ofOrganization
      ? readValidation({ userId: user.id, organizationId: ofOrganization })
      : undefined
  })
  const state = useValidateForm(saved?.form)
  const { validation, run } = useValidation(owner, saved?.answer)
  const { form, change } = state
  const [list, setList] = useState<'closed' | 'restored' | 'opened'>(saved?.isList ? 'restored' : 'closed')
  const isList = list !== 'closed'
  const [usesCountries, setUsesCountries] = useState(false)
  const countries = useCountries(usesCountries || form.country !== undefined || form.tin !== '')
  const [isOver, setOver] = useState(false)

  const usable = usableTokens(tokens, new Date())
  const token = usable.length === 1 ? usable[0] : usable.find(({ id }) => id === form.tokenId)

  useEffect(() => {
    const answer = validation.status === 'answered' && { answer: validation }
    if (owner) saveValidation(owner, { form, isList, ...answer })
  }, [owner, form, isList, validation])

  const closeList = () => {
    setList('closed')
    requestAnimationFrame(() => tinField.current?.focus())
  }
  useOpenRequest('validate', true, ({ country: wanted }) => {
    const tin = triedNumber.read()
    triedNumber.forget()
    if (tin !== undefined) change({ tin, country: undefined, foundFor: undefined, name: '', address: '' })
    if (wanted !== undefined) change({ country: wanted, foundFor: undefined })
    closeList()
  })

  const validate = (countryCode: string, { tin, name, address, checksRegister } = form) =>
    void run({
      countryCode,
      tin: tin.trim(),
      ...(token && { tokenId: token.id }),
      ...(name.trim() && { name: name.trim() }),
      ...(address.trim() && { address: address.trim() }),
      ...(!checksRegister && { source: false }),
    })
  const tryExample = ({ country, tin, name }: Example) => {
    const values = { ...form, country, foundFor: tin, tin, name, address: '', checksRegister: true }
    change(values)
    validate(country, values)
  }
  const adopt = (suggestion: string, country: string, input: ValidationInput) => {
    change({ country, foundFor: suggestion, tin: suggestion })
    void run({ ...input, countryCode: country, tin: suggestion })
  }

  /** Opened once the organization is known. */
  const [taken, setTaken] = useState<Taken>()
  const open = useEffectEvent(async (of: Owner, { text, ...draft }: Taken) => {
    if (draft.file) {
      await keepFile(of, { ...draft, file: draft.file })
      void navigate(paths.batches)
      return
    }
    const [code] = await Promise.all([import('./validation-list.ts'), ListPart.load()])
      .catch(reloadOnce)
      .catch(() => [])
    if (!code) {
      toast.error("The list didn't open", { description: 'Check your connection and try again.' })
      return
    }
    if (text !== undefined) await code.changeList(of, { text })
    setList('opened')
  })
  useEffect(() => {
    if (!taken || !owner) return
    setTaken(undefined)
    void open(owner, taken)
  }, [taken, owner])

  const take = (data: DataTransfer): boolean => {
    const [file] = data.files
    const text = data.getData('text')
    const way = file ? 'batch' : routeText(text)
    if (way === 'batch') setTaken({ file: file ?? listFile(text) })
    else if (way === 'list') setTaken({ text })
    return way !== 'number'
  }

  return (
    <Card
      title="Validate Tax ID"
      description="Paste a number or a list, or drop a CSV or XLSX file."
      action={
        <Link to={paths.registers} className={cardLinkClass}>
          Register status
        </Link>
      }
      className={cx(isOver && 'border-accent-text bg-accent-soft')}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        if (!take(event.dataTransfer)) change({ tin: event.dataTransfer.getData('text').trim() })
      }}
    >
      <CardContent className="@container">
        {isList ? (
          <ListPart
            owner={owner}
            takesFocus={list === 'opened'}
            onOpenBatch={(text, country) =>
              setTaken({
                file: listFile(text),
                settings: { name: '', columns: {}, country, asksRegister: true },
              })
            }
            onClose={closeList}
          />
        ) : (
          <div className="grid grid-cols-1 gap-5 @4xl:grid-cols-[20rem_minmax(0,1fr)] @4xl:gap-0">
            <ValidateForm
              state={state}
              countries={countries}
              onUseCountries={() => setUsesCountries(true)}
              tinField={tinField}
              tokens={isLoading || error ? [] : usable}
              token={token}
              isReady={!(isLoading && organizationId === undefined)}
              isRunning={validation.status === 'running'}
              onSubmit={validate}
              onOpenList={() => setTaken({})}
              onTake={take}
              onFile={(file) => setTaken({ file })}
            />
            <ValidationResult
              validation={validation}
              idle={
                <Examples
                  onTry={tryExample}
                  onCreateToken={isLoading || error || usable.length > 0 ? undefined : onCreateToken}
                />
              }
              countryOf={countries.countryOf}
              onRetry={(input) => void run(input)}
              onAdopt={adopt}
            />
          </div>
        )}
      </CardContent>
    </Card>
  )
}

/** The company's real number, so that the register names it. */
const examples = [
  { label: 'Valid number', country: 'IE', tin: 'IE6388047V', name: '' },
  { label: 'Typo', country: 'DE', tin: 'DE136695967', name: '' },
  { label: 'Different name', country: 'IE', tin: 'IE6388047V', name: 'Northwind Traders' },
] as const

type Example = (typeof examples)[number]

type ExamplesProps = {
  onTry: (example: Example) => void
  onCreateToken: (() => void) | undefined
}

function Examples({ onTry, onCreateToken }: ExamplesProps) {
  return (
    <EmptyState
      icon={<FileSearch />}
      title="Results appear here"
      description="You'll see whether the number is valid, why, and every check we ran. Try an example, for one validation each:"
      className="py-10"
      action={
        <>
          <ul className="flex flex-wrap justify-center gap-2">
            {examples.map((example) => (
              <li key={example.label}>
                <button
                  type="button"
                  onClick={() => onTry(example)}
                  className="rounded-md border border-line-strong bg-surface px-3 py-2 text-left shadow-xs hover:bg-hover"
                >
                  <span className="block font-medium text-sm">{example.label}</span>
                  <span className="block font-mono text-muted text-xs">{example.tin}</span>
                </button>
              </li>
            ))}
          </ul>
          {onCreateToken ? (
            <p className="mt-4 text-muted text-sm">
              To call the API from your own code,{' '}
              <Button variant="text" onClick={onCreateToken}>
                create an API token
              </Button>
              .
            </p>
          ) : null}
        </>
      }
    />
  )
}

/** Where a pasted text belongs. A table's other columns, such as names, need a batch. */
function routeText(text: string): 'number' | 'list' | 'batch' {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  if (lines.length < 2) return 'number'
  return lines.length > MAX_LIST || lines.some(hasOtherColumns) ? 'batch' : 'list'
}

function hasOtherColumns(line: string): boolean {
  const [first = '', ...others] = line.trim().split('\t')
  return others.length > (/^[a-z]{2}$/i.test(first) ? 1 : 0)
}
