import { resumePausedByPlan } from '#worker/monitors/group.ts'
import type { Transaction } from '#worker/transaction.ts'
import { applyPlanLimit } from '#worker/webhooks/plan-limit.ts'

export async function applyTier(tx: Transaction, organizationId: string): Promise<void> {
  await resumePausedByPlan(tx, organizationId)
  await applyPlanLimit(tx, organizationId)
}
