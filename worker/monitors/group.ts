import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Queries } from '#db/client.ts'
import { monitors, statusOutages } from '#db/schema/index.ts'
import { now } from '#db/time.ts'
import type { Transaction } from '#worker/transaction.ts'

/** The monitors of an organization that one register answers. Those of test tokens are a group of their own. */
export type Group = { organizationId: string; live: boolean; register: string | null }

export const isOf = ({ organizationId, live, register }: Group): SQL | undefined =>
  and(
    eq(monitors.organizationId, organizationId),
    eq(monitors.live, live),
    register === null ? isNull(monitors.register) : eq(monitors.register, register),
  )

export const openOutage = (db: Queries, where?: SQL) =>
  db
    .select({ id: statusOutages.id })
    .from(statusOutages)
    .where(and(eq(statusOutages.component, sql`${monitors.register}`), isNull(statusOutages.endedAt), where))

/** When the plan changes. Those beyond its limit are paused again before they are checked. */
export const resumePausedByPlan = (tx: Transaction, organizationId: string) => {
  const paused = tx
    .select({ id: monitors.id })
    .from(monitors)
    .where(and(eq(monitors.organizationId, organizationId), eq(monitors.pausedBy, 'plan')))
    .orderBy(monitors.id)
    .for('no key update')
  return tx.update(monitors).set({ pausedBy: null, nextCheckAt: now }).where(inArray(monitors.id, paused))
}
