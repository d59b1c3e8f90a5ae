import { and, eq, ne, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { supportRequests } from '#db/schema/index.ts'
import { now } from '#db/time.ts'
import { auditPart } from '#worker/audit/insert-audit.ts'
import type { Context } from '#worker/context.ts'
import type { SupportState } from './contract.ts'

/** `accountId` is the user who closes an own request. Does nothing if the request doesn't exist or has the state already. */
export async function changeState(
  ctx: Context,
  isRequest: SQL | undefined,
  state: SupportState,
  accountId?: number,
): Promise<void> {
  const { db } = ctx
  const before = alias(supportRequests, 'before')
  const changed = db.$with('changed').as(
    db
      .update(supportRequests)
      .set({ state, updatedAt: now })
      .from(before)
      .where(and(isRequest, eq(before.id, supportRequests.id), ne(supportRequests.state, state)))
      .returning({
        reference: supportRequests.reference,
        before: sql`jsonb_build_object('state', ${before.state})`.as('state_before'),
      }),
  )
  const audit = auditPart(
    ctx,
    {
      event: 'support.changed',
      accountId,
      subject: changed.reference,
      before: sql`${changed.before}`,
      after: { state },
    },
    changed,
  )
  await db.with(changed, audit).select({ reference: changed.reference }).from(changed)
}
