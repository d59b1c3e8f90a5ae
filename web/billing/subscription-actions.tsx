import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { CHANGE_PLAN } from '#web/lib/paid-plan.ts'
import { Time } from '#web/lib/time.tsx'
import { AlertDialog } from '#web/ui/alert-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { useSingleSubmit } from '#web/ui/use-single-submit.ts'
import type { Subscription } from '#worker/billing/contract.ts'
import { type Organization, tierNames } from '#worker/organizations/contract.ts'
import { changeSubscription, openPortal } from './billing-actions.ts'
import { ChangePlanDialog } from './change-plan-dialog.tsx'
import { billingActions, otherPlan, type SubscriptionState } from './subscription-state.ts'

type SubscriptionActionsProps = {
  organization: Organization
  subscription: Subscription
  state: SubscriptionState
}

export function SubscriptionActions({ organization, subscription, state }: SubscriptionActionsProps) {
  const allowed = billingActions(state, organization.status)
  const [query, setQuery] = useSearchParams()
  const isAsked = query.get(CHANGE_PLAN) === otherPlan(subscription.plan) && allowed.includes('change')
  const [dialog, setDialog] = useState<'change' | 'cancel' | undefined>(isAsked ? 'change' : undefined)
  const resume = useSingleSubmit(async () => {
    await changeSubscription(organization.id, 'resume')
  })
  const portal = useSingleSubmit(() => openPortal(organization.id))
  const close = () => {
    setDialog(undefined)
    if (query.has(CHANGE_PLAN)) setQuery({}, { replace: true })
  }
  return (
    <div className="flex flex-wrap gap-2 pt-3 max-sm:flex-col">
      {allowed.includes('resume') ? (
        <Button pending={resume.isPending} pendingLabel="Resuming..." onClick={() => void resume.submit()}>
          Resume Subscription
        </Button>
      ) : null}
      {allowed.includes('change') ? (
        <Button variant="secondary" onClick={() => setDialog('change')}>
          Change Plan
        </Button>
      ) : null}
      <Button
        variant="secondary"
        icon={<ExternalLink aria-hidden />}
        pending={portal.isPending}
        onClick={() => void portal.submit()}
      >
        Open Paddle's Customer Portal
      </Button>
      {allowed.includes('cancel') ? (
        <Button variant="secondary" className="text-invalid" onClick={() => setDialog('cancel')}>
          Cancel Subscription
        </Button>
      ) : null}
      {dialog === 'change' ? (
        <ChangePlanDialog
          organizationId={organization.id}
          from={subscription.plan}
          to={otherPlan(subscription.plan)}
          onClose={close}
        />
      ) : null}
      {dialog === 'cancel' ? (
        <CancelDialog
          organizationId={organization.id}
          subscription={subscription}
          state={state}
          onClose={close}
        />
      ) : null}
    </div>
  )
}

type CancelDialogProps = {
  organizationId: string
  subscription: Subscription
  state: SubscriptionState
  onClose: () => void
}

function CancelDialog({ organizationId, subscription, state, onClose }: CancelDialogProps) {
  const { submit, isPending } = useSingleSubmit(async () => {
    if (await changeSubscription(organizationId, 'cancel')) onClose()
  })
  const name = tierNames[subscription.plan]
  return (
    <AlertDialog
      onClose={onClose}
      title={`Cancel ${name}?`}
      description={
        state.kind === 'paused' ? (
          'The subscription ends immediately. The organization stays on the Free plan.'
        ) : (
          <>
            You keep {name} until <Time value={subscription.currentPeriodEnd} />. After that, the organization
            moves to the Free plan. You can undo this until then.
          </>
        )
      }
      cancelLabel={`Keep ${name}`}
      confirmLabel="Cancel Subscription"
      pendingLabel="Canceling..."
      pending={isPending}
      onConfirm={() => void submit()}
    />
  )
}
