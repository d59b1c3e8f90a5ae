import { eq, sql } from 'drizzle-orm'
import type { Queries } from '#db/client.ts'
import { paymentJobs } from '#db/schema/index.ts'
import { now } from '#db/time.ts'
import type { UnknownOwner } from './find-owner.ts'

export type PaymentTarget =
  | { transactionId: string; subscriptionId?: never }
  | { subscriptionId: string; transactionId?: never }

type Code = 'NOT_SETTLED' | 'REFUND_REJECTED' | 'UNKNOWN_PRICE' | UnknownOwner['code']

export class PaymentProblem extends Error {
  readonly code: Code
  readonly organizationId: string | undefined

  constructor(code: Code, organizationId?: string) {
    super(`The payment can't be settled: ${code}`)
    this.name = 'PaymentProblem'
    this.code = code
    this.organizationId = organizationId
  }
}

const isRunning = sql`${paymentJobs.status} = 'running' and ${paymentJobs.nextAttemptAt} > ${now}`

/** A run in progress may have read an older record. When it ends, it finds no `lastAttemptAt` and runs again. */
const restarted = {
  status: sql`case when ${isRunning} then 'running' else 'pending' end`,
  attempts: 0,
  lastAttemptAt: null,
  nextAttemptAt: sql`case when ${isRunning} then ${paymentJobs.nextAttemptAt} else ${now} end`,
  error: null,
  reportedAt: null,
  createdAt: now,
  organizationId: sql`coalesce(excluded.organization_id, ${paymentJobs.organizationId})`,
} as const

const columnOf = ({ transactionId }: PaymentTarget) =>
  transactionId === undefined ? paymentJobs.subscriptionId : paymentJobs.transactionId

export const isTarget = (target: PaymentTarget) =>
  eq(columnOf(target), target.transactionId ?? target.subscriptionId)

export const requestJob = (db: Queries, target: PaymentTarget, organizationId: string | null = null) =>
  db
    .insert(paymentJobs)
    .values({ ...target, organizationId })
    .onConflictDoUpdate({ target: columnOf(target), set: restarted })

/** A job that has failed keeps its state: it was reported, and is tried again once a day. */
export async function requestRepairs(db: Queries, targets: readonly PaymentTarget[]): Promise<void> {
  const [first] = targets
  if (!first) return
  await db
    .insert(paymentJobs)
    .values([...targets])
    .onConflictDoUpdate({
      target: columnOf(first),
      set: restarted,
      setWhere: eq(paymentJobs.status, 'completed'),
    })
}
