import { and, eq, inArray, ne, sql, type WithSubquery } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Db, Queries } from '#db/client.ts'
import { insertFrom } from '#db/insert-from.ts'
import { paymentJobs, subscriptions } from '#db/schema/index.ts'
import { now } from '#db/time.ts'
import type { Transaction } from '#worker/transaction.ts'

export type JobTarget =
  | { transactionId: string; subscriptionId?: never }
  | { subscriptionId: string; transactionId?: never }

const isRunning = sql`${paymentJobs.status} = 'running' and ${paymentJobs.nextAttemptAt} > ${now}`

/** A job never runs twice at a time: a run that started before this request makes the job pending when it ends. */
const again = {
  status: sql`case when ${isRunning} then 'running' else 'pending' end`,
  attempts: 0,
  lastAttemptAt: null,
  nextAttemptAt: sql`case when ${isRunning} then ${paymentJobs.nextAttemptAt} else ${now} end`,
  error: null,
  reportedAt: null,
  organizationId: sql`coalesce(excluded.organization_id, ${paymentJobs.organizationId})`,
} as const

/** `insertFrom` knows only the columns that it inserts, so every column of `again` is here. */
const firstState = {
  status: 'pending',
  attempts: 0,
  lastAttemptAt: null,
  nextAttemptAt: now,
  error: null,
  reportedAt: null,
} as const satisfies Omit<Record<keyof typeof again, unknown>, 'organizationId'>

const targetColumn = (target: JobTarget) =>
  target.transactionId === undefined ? paymentJobs.subscriptionId : paymentJobs.transactionId

/** Creates the job, or starts it again. */
export const requestJob = (db: Queries, target: JobTarget, organizationId: string | null) =>
  db
    .insert(paymentJobs)
    .values({ ...target, organizationId })
    .onConflictDoUpdate({ target: targetColumn(target), set: again })

/** Like `requestJob`, once `source` has a row. */
export const requestJobFrom = (
  db: Db,
  source: WithSubquery | PgTable,
  target: JobTarget,
  organizationId: string | null,
) =>
  insertFrom(db, paymentJobs, { ...target, organizationId, ...firstState }, (values) =>
    db.select(values).from(source),
  ).onConflictDoUpdate({ target: targetColumn(target), set: again })

/** A job that has failed keeps its state: it was reported, and is tried again once a day. */
export const requestRepairs = (db: Db, targets: readonly [JobTarget, ...JobTarget[]]) =>
  db
    .insert(paymentJobs)
    .values([...targets])
    .onConflictDoUpdate({
      target: targetColumn(targets[0]),
      set: again,
      setWhere: eq(paymentJobs.status, 'completed'),
    })

/** For the subscriptions of the organizations. */
export async function requestJobsOf(tx: Transaction, organizationIds: readonly string[]): Promise<void> {
  const found = await tx
    .select({ subscriptionId: subscriptions.subscriptionId, organizationId: subscriptions.organizationId })
    .from(subscriptions)
    .where(
      and(inArray(subscriptions.organizationId, [...organizationIds]), ne(subscriptions.status, 'canceled')),
    )
    .orderBy(subscriptions.subscriptionId)
  for (const { subscriptionId, organizationId } of found)
    await requestJob(tx, { subscriptionId }, organizationId)
}
