import type { CheckoutSettings } from '@paddle/paddle-js'
import { useLocation, useSearchParams } from 'react-router'
import { isPaidPlan } from '#web/lib/paid-plan.ts'
import { queries } from '#web/lib/queries.ts'
import { resolveSelection, storedSelection } from '#web/lib/selection.ts'
import { colorScheme } from '#web/lib/theme.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardContent } from '#web/ui/card.tsx'
import type { CheckoutParameters, PaidPlan } from '#worker/billing/contract.ts'
import { readCheckoutParameters } from './checkout-calls.ts'
import { CheckoutScreen, ErrorStep, LoadingStep, OrderSummary } from './checkout-steps.tsx'
import { embeddedTexts } from './failure-texts.ts'
import { CheckoutFailure, failAt } from './payment.ts'
import { readPayment } from './payment-state.ts'
import { SettlementSteps } from './settlement-steps.tsx'
import { usePayment } from './use-checkout.ts'

/** Paddle.js puts its form into the element with this class. */
const FRAME_CLASS = 'paddle-checkout'

const inline = (): CheckoutSettings => ({
  displayMode: 'inline',
  frameTarget: FRAME_CLASS,
  frameInitialHeight: 450,
  frameStyle: 'width: 100%; min-width: 286px; background-color: transparent; border: none',
  theme: colorScheme(),
})

const reload = () => window.location.reload()

export function EmbeddedCheckoutPage() {
  const [query] = useSearchParams()
  const asked = query.get('plan')
  const plan = isPaidPlan(asked) ? asked : undefined
  const payment = readPayment(useLocation().state)
  return (
    <CheckoutScreen>
      {payment ? (
        <SettlementSteps
          plan={plan ?? 'PRO'}
          payment={payment}
          texts={embeddedTexts}
          continueTo={paths.subscriptionSuccess}
          label="Continue"
          onFailureRetry={reload}
        />
      ) : (
        <Purchase key={plan} plan={plan} />
      )}
    </CheckoutScreen>
  )
}

/** Reads user and organizations again, because this page may be opened on its own. */
async function readParams(plan: PaidPlan | undefined): Promise<CheckoutParameters> {
  await queries.user.read().catch(failAt('user'))
  const organizations = await queries.organizations.read().catch(failAt('organization'))
  const organization = resolveSelection(organizations, storedSelection())
  if (!organization) throw new CheckoutFailure('organization', { reason: 'No organization selected' })
  return await readCheckoutParameters(organization.id, plan)
}

function Purchase({ plan }: { plan: PaidPlan | undefined }) {
  const { step } = usePayment({
    readParams: () => readParams(plan),
    display: inline(),
    leaveTo: paths.organization,
  })
  switch (step.name) {
    case 'loading':
      return <LoadingStep />
    case 'error':
      return <ErrorStep failure={step.failure} texts={embeddedTexts} plan={plan ?? 'PRO'} onRetry={reload} />
    case 'checkout':
      return (
        <div className="grid items-start gap-5 lg:grid-cols-[22rem_minmax(0,1fr)]">
          <Card title="Your Order">
            <CardContent>
              <OrderSummary plan={step.params.customData.plan} params={step.params} />
              <Button variant="secondary" className="mt-6" onClick={step.cancel}>
                Cancel
              </Button>
            </CardContent>
          </Card>
          <Card title="Payment">
            <CardContent>
              <div className={`${FRAME_CLASS} overflow-hidden rounded-md`} />
            </CardContent>
          </Card>
        </div>
      )
  }
}
