import { eq, type SQL } from 'drizzle-orm'
import type { Queries } from '#db/client.ts'
import { supportRequests } from '#db/schema/index.ts'
import { now } from '#db/time.ts'
import { audit } from '#worker/audit/audit.ts'
import type { Context } from '#worker/context.ts'
import { inTransaction } from '#worker/transaction.ts'
import type { SupportState } from './contract.ts'

/** `accountId` is the user who closes an own request. Does nothing if the request doesn't exist or has the state already. */
export const changeState = (
  ctx: Context,
  isRequest: SQL | undefined,
  state: SupportState,
  accountId?: number,
): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const [before] = await tx
      .select({ id: supportRequests.id, reference: supportRequests.reference, state: supportRequests.state })
      .from(supportRequests)
      .where(isRequest)
      .for('no key update')
    if (!before || before.state === state) return
    await tx.update(supportRequests).set({ state, updatedAt: now }).where(eq(supportRequests.id, before.id))
    await audit(tx, {
      event: 'support.changed',
      accountId,
      subject: before.reference,
      before: { state: before.state },
      after: { state },
    })
  })

export const forgetWriter = (db: Queries, condition: SQL | undefined) =>
  db
    .update(supportRequests)
    .set({ userId: null, email: null, state: 'closed', updatedAt: now })
    .where(condition)
