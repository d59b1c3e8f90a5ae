import { CircleCheck, PartyPopper, X } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useId, useState } from 'react'
import { Link } from 'react-router'
import { curlExample } from '#web/lib/curl-example.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { Time } from '#web/lib/time.tsx'
import { permissionsIn } from '#web/organizations/index.ts'
import { paths } from '#web/paths.ts'
import type { NewToken } from '#web/tokens/index.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Card, CardTitle } from '#web/ui/card.tsx'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { cx } from '#web/ui/cx.ts'
import { LoadingText, Skeleton } from '#web/ui/skeleton.tsx'
import type { Onboarding } from '#worker/onboarding/contract.ts'
import type { OrganizationDetail } from '#worker/organizations/contract.ts'
import { advanceOnboarding, useOnboarding } from './onboarding-state.ts'

const nothing: Onboarding = { hasValidated: false, hasToken: false, call: null, hasInvited: false }

export type OnboardingCardProps = {
  organization: OrganizationDetail
  newToken: NewToken
  onClose: () => void
}

export function Checklist({ organization, newToken, onClose }: OnboardingCardProps) {
  const titleId = useId()
  const { facts, isWaiting, ...read } = useOnboarding(organization)
  const [wasOpen, setWasOpen] = useState(false)
  const [wasWaiting, setWasWaiting] = useState(false)
  const steps = stepsFor(facts ?? nothing, {
    canInvite: permissionsIn(organization).invitableRoles.length > 0,
    onCreateToken: newToken.start,
  })
  const doneCount = steps.filter(({ isDone }) => isDone).length
  const isComplete = facts !== undefined && doneCount === steps.length
  if (facts && !isComplete && !wasOpen) setWasOpen(true)
  if (facts && !facts.call && !wasWaiting) setWasWaiting(true)

  const finish = () => {
    if (organization.onboarding !== 'done') void advanceOnboarding(organization.id, 'done')
  }
  const complete = useEffectEvent(() => {
    finish()
    // Complete before this member saw it, as for someone who joins later.
    if (!wasOpen) onClose()
  })
  useEffect(() => {
    if (isComplete) complete()
  }, [isComplete])

  const close = () => {
    finish()
    onClose()
    document.querySelector('main')?.focus()
  }

  if (isComplete && !wasOpen) return null
  return (
    <Card aria-labelledby={titleId} aria-busy={read.isLoading}>
      <div className="flex items-start justify-between gap-4 pt-4 pr-3 pl-5">
        <div className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5">
          <CardTitle id={titleId}>{isComplete ? "You're all set" : 'Get started'}</CardTitle>
          {facts ? (
            <p className="tabular text-muted text-sm">
              {doneCount} of {steps.length} done
            </p>
          ) : null}
        </div>
        <Button
          variant="ghost"
          size="icon-sm"
          icon={<X />}
          className="-mt-1"
          aria-label="Hide the checklist"
          title="Hide the checklist"
          onClick={close}
        />
      </div>
      {facts ? (
        <ol className="grid gap-x-4 px-5 pt-1 pb-4 sm:grid-cols-2 xl:grid-cols-4">
          {steps.map((step) => (
            <StepRow key={step.title} {...step} />
          ))}
        </ol>
      ) : read.error ? (
        <LoadError title="The checklist didn't load" {...read} className="py-4" />
      ) : (
        <Loading steps={steps} />
      )}
      {facts?.call && wasWaiting ? <FirstCallArrived call={facts.call} /> : null}
      {isWaiting ? <FirstCall created={newToken.created} /> : null}
    </Card>
  )
}

type Step = { title: string; text: string; isDone: boolean; action: ReactNode }
type Actions = { canInvite: boolean; onCreateToken: () => void }

function stepsFor(facts: Onboarding, { canInvite, onCreateToken }: Actions): readonly Step[] {
  const steps: Step[] = [
    {
      title: 'Validate a tax ID',
      text: 'Paste any number below.',
      isDone: facts.hasValidated,
      action: <StepButton onClick={focusNumber}>Enter a Number</StepButton>,
    },
    {
      title: 'Create an API token',
      text: 'It authenticates your code.',
      isDone: facts.hasToken,
      action: <StepButton onClick={onCreateToken}>New Token</StepButton>,
    },
    {
      title: 'Make your first API call',
      text: facts.hasToken ? 'Run the command below.' : 'Create a token first.',
      isDone: facts.call !== null,
      action: null,
    },
  ]
  if (!canInvite) return steps
  return [
    ...steps,
    {
      title: 'Invite a teammate',
      text: 'Add them to your organization.',
      isDone: facts.hasInvited,
      action: (
        <LinkButton to={paths.team} variant="text" className="text-sm">
          Go to Your Team
        </LinkButton>
      ),
    },
  ]
}

const focusNumber = () => document.querySelector<HTMLInputElement>('input[name="tin"]')?.focus()

const StepButton = ({ onClick, children }: { onClick: () => void; children: string }) => (
  <Button variant="text" className="text-sm" onClick={onClick}>
    {children}
  </Button>
)

function StepRow({ title, text, isDone, action }: Step) {
  return (
    <li className="flex gap-2.5 py-2">
      {isDone ? (
        <CircleCheck className="mt-0.5 size-4.5 shrink-0 text-valid" />
      ) : (
        <span
          aria-hidden
          className="mt-0.5 size-4.5 shrink-0 rounded-full border-2 border-line-strong border-dashed"
        />
      )}
      <div className="min-w-0">
        <p className={cx('font-medium', isDone && 'text-muted')}>
          {title}
          <span className="sr-only">{isDone ? ' (done)' : ' (to do)'}</span>
        </p>
        {isDone ? null : (
          <p className="text-muted text-sm">
            {text} <span className="inline-block sm:block">{action}</span>
          </p>
        )}
      </div>
    </li>
  )
}

const Loading = ({ steps }: { steps: readonly Step[] }) => (
  <div className="grid gap-x-4 px-5 pt-1 pb-4 sm:grid-cols-2 xl:grid-cols-4">
    <LoadingText>Loading the checklist</LoadingText>
    {steps.map(({ title }) => (
      <div key={title} className="py-2">
        <Skeleton className="my-1 h-4 w-36" />
        <Skeleton className="mt-2 h-3 w-44" />
      </div>
    ))}
  </div>
)

const PLACEHOLDER = 'YOUR_API_TOKEN'

/** A token is known only in the tab that created it. It is copied, but not shown again. */
function FirstCall({ created }: Pick<NewToken, 'created'>) {
  const curl = (token: string) => curlExample(location.origin, token)
  return (
    <div className="space-y-3 border-t px-5 py-4">
      <CodeBlock
        label="Run this in a terminal"
        code={curl(created?.obfuscatedToken ?? PLACEHOLDER)}
        copied={curl(created?.token ?? PLACEHOLDER)}
        copyLabel="Copy command"
      />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 text-sm">
        <p role="status" className="flex items-center gap-2 font-medium">
          <span aria-hidden className="relative flex size-2.5">
            <span className="absolute inset-0 animate-ping rounded-full bg-accent motion-reduce:hidden" />
            <span className="relative size-2.5 rounded-full bg-accent" />
          </span>
          Waiting for your first API call...
        </p>
        <p className="text-muted">
          {created
            ? 'The copied command contains your new token.'
            : `Replace ${PLACEHOLDER} with the token you saved.`}
        </p>
      </div>
    </div>
  )
}

function FirstCallArrived({ call }: { call: NonNullable<Onboarding['call']> }) {
  return (
    <div className="relative px-5 pb-5">
      <Confetti />
      <Banner
        tone="success"
        role="status"
        title="Your first API call arrived"
        action={<PartyPopper className="size-6 animate-celebrate max-sm:hidden" />}
      >
        "{call.tokenName}" called the API <Time value={call.at} style="relative" />.{' '}
        <Link
          to={paths.activity}
          className="touch-target whitespace-nowrap font-medium underline underline-offset-2"
        >
          See it in Activity
        </Link>
      </Banner>
    </div>
  )
}

const colors = ['bg-accent', 'bg-valid-fill', 'bg-unsure-fill']
const pieces = Array.from({ length: 18 }, (_, index) => ({
  index,
  color: colors[index % colors.length],
  style: {
    left: `${4 + index * 5.4}%`,
    '--rise': `${-28 - ((index * 37) % 44)}px`,
    '--turn': `${((index * 73) % 360) - 180}deg`,
    animationDelay: `${(index * 29) % 140}ms`,
  },
}))

const Confetti = () => (
  <span aria-hidden className="pointer-events-none absolute inset-x-5 top-4 motion-reduce:hidden">
    {pieces.map(({ index, color, style }) => (
      <span
        key={index}
        className={`absolute h-2.5 w-1.5 animate-confetti rounded-xs opacity-0 ${color}`}
        style={style}
      />
    ))}
  </span>
)
