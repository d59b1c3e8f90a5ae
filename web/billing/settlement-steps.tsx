import type { PaidPlan } from '#worker/billing/contract.ts'
import { ErrorStep, SuccessStep, VerifyingStep, WaitingStep, waitingTexts } from './checkout-steps.tsx'
import type { FailureTexts } from './failure-texts.ts'
import type { Payment } from './payment-state.ts'
import { useSettlement } from './use-checkout.ts'

type SettlementStepsProps = {
  plan: PaidPlan
  payment: Payment
  texts: FailureTexts
  continueTo: string
  label: string
  onFailureRetry?: () => void
}

export function SettlementSteps({ plan, payment, texts, onFailureRetry, ...success }: SettlementStepsProps) {
  const { step, retry } = useSettlement(payment)
  switch (step.name) {
    case 'verifying':
      return <VerifyingStep />
    case 'pending':
    case 'unsettled':
      return <WaitingStep text={waitingTexts[step.name]} onCheck={retry} />
    case 'success':
      return <SuccessStep tier={step.tier ?? plan} {...success} />
    case 'error':
      return <ErrorStep failure={step.failure} texts={texts} plan={plan} onRetry={onFailureRetry ?? retry} />
  }
}
