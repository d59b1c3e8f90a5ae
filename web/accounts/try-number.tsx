import { CircleAlert } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { Link } from 'react-router'
import { countryName } from '#web/lib/country-name.ts'
import { triedNumber } from '#web/lib/kept-text.ts'
import { lazyComponent } from '#web/lib/lazy-component.tsx'
import { preload } from '#web/lib/lazy-resolver.ts'
import { paths } from '#web/paths.ts'
import { ResultBadge, resultLooks } from '#web/results/index.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { SpinnerScreen } from '#web/ui/spinner.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts'
import type { ValidationResponse } from '#worker/validation/contract.ts'
import type { Trial } from './try-call.ts'
import { examples, firstAnswer, type TryRequest } from './try-examples.ts'

const loadCall = () => import('./try-call.ts')
const unreachable: Trial = { status: 'failed', text: 'No response. Try again in a moment.' }
const SHOWN_COUNTRIES = 8

const first: Trial = { status: 'answered', request: examples[0].request, answer: firstAnswer }

/** Checks a number before there is an account. Enter and pasting start it, so that nothing is submitted before React is there. */
export function TryNumber() {
  const field = useRef<HTMLInputElement>(null)
  const latest = useRef(0)
  const [trial, setTrial] = useState<Trial>(first)
  const [isRunning, setRunning] = useState(false)
  // A click before React is there would be lost, so the buttons wait, without looking like it.
  const isWaiting = !useIsHydrated()

  const run = async (start: (call: Awaited<ReturnType<typeof loadCall>>) => Promise<Trial>) => {
    const turn = ++latest.current
    setRunning(true)
    const next = await loadCall()
      .then(start)
      .catch(() => unreachable)
    if (turn !== latest.current) return
    setTrial(next)
    setRunning(false)
  }
  const check = (country?: string) => {
    const tin = field.current?.value.trim() ?? ''
    if (tin === '') return field.current?.focus()
    triedNumber.keep(tin)
    void run(({ tryNumber }) => tryNumber(tin, country))
  }
  const show = (request: TryRequest) => {
    if (field.current) field.current.value = request.tin
    void run(({ tryRequest }) => tryRequest(request))
  }

  return (
    <div>
      <search className="flex items-end gap-2">
        <TextField
          ref={field}
          label="Try any tax ID"
          fieldClassName="flex-1"
          className="h-11"
          mono
          verbatim
          autoComplete="off"
          enterKeyHint="go"
          placeholder="DE136695976"
          onFocus={() => preload(loadCall)}
          onInput={({ nativeEvent }) => {
            if ('inputType' in nativeEvent && nativeEvent.inputType === 'insertFromPaste') check()
          }}
          onKeyDown={({ key, nativeEvent }) => {
            if (key === 'Enter' && !nativeEvent.isComposing) check()
          }}
        />
        <Button
          size="lg"
          disabled={isWaiting}
          className="disabled:opacity-100!"
          pending={isRunning}
          onClick={() => check()}
        >
          Check
        </Button>
      </search>
      <p className="mt-2 flex flex-wrap items-center gap-x-1 text-muted text-sm">
        Examples:
        {examples.map(({ label, request }) => (
          <Button
            key={label}
            variant="ghost"
            size="sm"
            disabled={isWaiting}
            className="px-1.5 underline disabled:opacity-100!"
            onClick={() => show(request)}
          >
            {label}
          </Button>
        ))}
      </p>
      <div aria-live="polite" aria-busy={isRunning} className={cx('mt-3', isRunning && 'opacity-60')}>
        {trial.status === 'answered' ? (
          <Answered key={trial.answer.referenceId} request={trial.request} answer={trial.answer} />
        ) : (
          <Message>
            {trial.status === 'failed' ? trial.text : null}
            {trial.status === 'failed' && trial.isUsedUp ? (
              <>
                <SignUpLink>create a free account</SignUpLink>.
              </>
            ) : null}
            {trial.status === 'ambiguous' ? <Countries codes={trial.codes} onPick={check} /> : null}
          </Message>
        )}
      </div>
    </div>
  )
}

const SignUpLink = ({ children }: { children: string }) => (
  <Link to={paths.signUpForm} className="font-medium text-accent-text underline underline-offset-2">
    {children}
  </Link>
)

const Message = ({ children }: { children: ReactNode }) => (
  <div className="flex gap-3 rounded-lg border bg-surface p-4">
    <CircleAlert className="mt-0.5 size-5 shrink-0 text-unsure" />
    <div className="min-w-0">{children}</div>
  </div>
)

type CountriesProps = { codes: readonly string[]; onPick: (country: string) => void }

function Countries({ codes, onPick }: CountriesProps) {
  return (
    <>
      <p>This number fits {codes.length} countries. Which one is it from?</p>
      <p className="mt-2 flex flex-wrap gap-1.5">
        {codes.slice(0, SHOWN_COUNTRIES).map((code) => (
          <Button key={code} variant="secondary" size="sm" onClick={() => onPick(code)}>
            {countryName(code)}
          </Button>
        ))}
      </p>
      {codes.length > SHOWN_COUNTRIES ? (
        <p className="mt-2 text-muted text-sm">
          For another country, start the number with its code, as in DE136695976.
        </p>
      ) : null}
    </>
  )
}

const loadCode = () => import('./try-code.tsx')
const codeLoading = <SpinnerScreen className="min-h-48" />
const AnswerJson = lazyComponent(async () => (await loadCode()).AnswerJson, codeLoading)
const RequestCurl = lazyComponent(async () => (await loadCode()).RequestCurl, codeLoading)

type AnsweredProps = { request: TryRequest; answer: ValidationResponse }
type View = 'result' | 'json' | 'curl'

function Answered({ request, answer }: AnsweredProps) {
  const [view, setView] = useState<View>('result')
  return (
    <div className="rounded-lg border bg-surface p-[min(1rem,4.5vw)] shadow-sm">
      <Tabs<View>
        label="View of the result"
        value={view}
        onValueChange={setView}
        aside={<span className="font-mono text-faint text-xs">{answer.live ? 'live' : 'sandbox'}</span>}
        tabs={[
          { value: 'result', label: 'Result', content: <Result request={request} answer={answer} /> },
          { value: 'json', label: 'JSON', content: <AnswerJson answer={answer} /> },
          { value: 'curl', label: 'curl', content: <RequestCurl request={request} /> },
        ]}
      />
    </div>
  )
}

function Result({ request, answer }: AnsweredProps) {
  const { result, reason, tin, countryCode, tinInfo, entity, nameComparison, additionalInfo } = answer
  const { Icon, ink } = resultLooks[result]
  const isExample = request.source === undefined
  return (
    <>
      <div className="flex gap-3">
        <Icon className={cx('mt-0.5 size-6 shrink-0', ink)} />
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <ResultBadge result={result} />
            <span className="break-all font-mono text-sm">{tinInfo.formattedTin ?? tin}</span>
          </p>
          <p className="mt-1.5 text-pretty break-words">{reason}</p>
        </div>
      </div>
      <dl className="mt-3 divide-y divide-line border-t text-sm *:flex *:gap-3 *:py-2">
        <Row term="Country">
          {countryName(countryCode)}, {tinInfo.name ?? tinInfo.label ?? 'unknown type'}
        </Row>
        <Row term="Register">{registerText(answer, isExample)}</Row>
        {nameComparison ? (
          <Row term="Name">
            {nameComparison.match === 'different' ? 'Differs from' : 'Matches'} "{request.name}" (
            {additionalInfo.nameMatchPercent ?? 0}%)
          </Row>
        ) : null}
      </dl>
      <p className="border-t pt-2.5 text-muted text-sm">
        {isExample ? (
          `A sandbox number${entity.name ? ' with an invented company' : ''}. Test tokens get the same result.`
        ) : (
          <>
            Format only. <SignUpLink>Sign up</SignUpLink> to ask the register. Your number will be filled in.
          </>
        )}
      </p>
    </>
  )
}

function registerText(
  { additionalInfo: { register }, entity }: ValidationResponse,
  isExample: boolean,
): string {
  if (register) return entity.name ? `${register}: ${entity.name}` : register
  return isExample ? "Not asked, because the format isn't valid" : 'Not asked yet'
}

const Row = ({ term, children }: { term: string; children: ReactNode }) => (
  <div>
    <dt className="w-20 shrink-0 text-muted">{term}</dt>
    <dd className="wrap-anywhere min-w-0 font-medium">{children}</dd>
  </div>
)
