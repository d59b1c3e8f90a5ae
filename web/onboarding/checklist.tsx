import { CircleCheck, X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { Link } from 'react-router'
import { LoadError } from '#web/lib/load-error.tsx'
import { permissionsIn } from '#web/organizations/index.ts'
import { paths } from '#web/paths.ts'
import type { NewToken } from '#web/tokens/index.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardTitle } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { LoadingText, Skeleton } from '#web/ui/skeleton.tsx'
import type { Onboarding } from '#worker/onboarding/contract.ts'
import type { OrganizationDetail } from '#worker/organizations/contract.ts'
import { FirstCall } from './first-call.tsx'
import { FirstCallArrived } from './first-call-arrived.tsx'
import { advanceOnboarding } from './onboarding-actions.ts'
import { useOnboarding } from './use-onboarding.ts'

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

  useEffect(() => {
    if (!isComplete) return
    void advanceOnboarding(organization.id, 'done')
    // Complete before this member saw it, as for someone who joins later.
    if (!wasOpen) onClose()
  }, [isComplete, wasOpen, organization.id, onClose])

  const close = () => {
    void advanceOnboarding(organization.id, 'done')
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
          icon={<X aria-hidden />}
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
        <Link to={paths.organization} className={actionClass}>
          Go to Your Team
        </Link>
      ),
    },
  ]
}

const focusNumber = () => document.querySelector<HTMLInputElement>('input[name="tin"]')?.focus()

const actionClass = 'touch-target rounded-xs font-medium text-accent-text text-sm hover:underline'

const StepButton = ({ onClick, children }: { onClick: () => void; children: string }) => (
  <button type="button" className={actionClass} onClick={onClick}>
    {children}
  </button>
)

function StepRow({ title, text, isDone, action }: Step) {
  return (
    <li className="flex gap-2.5 py-2">
      {isDone ? (
        <CircleCheck aria-hidden className="mt-0.5 size-4.5 shrink-0 text-valid" />
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
        <Skeleton className="mt-2 h-3 w-44 max-w-full" />
      </div>
    ))}
  </div>
)
