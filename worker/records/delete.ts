import { and, eq, type SQL } from 'drizzle-orm'
import type { Queries } from '#db/client.ts'
import { recordChain, records } from '#db/schema/index.ts'
import { now } from '#db/time.ts'
import { audit } from '#worker/audit/audit.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { lockOrganization } from '#worker/locks.ts'
import { inTransaction } from '#worker/transaction.ts'
import { isRecord, type RecordId } from './read.ts'

/** Nothing stays but the number and the hash in the chain. Returns how many were in a chain. */
export async function deleteRecords(db: Queries, where: SQL | undefined): Promise<number> {
  const { organizationId, live, number } = records
  const deleted = db
    .$with('deleted')
    .as(db.delete(records).where(where).returning({ organizationId, live, number }))
  const chained = await db
    .with(deleted)
    .update(recordChain)
    .set({ deletedAt: now })
    .from(deleted)
    .where(
      and(
        eq(recordChain.organizationId, deleted.organizationId),
        eq(recordChain.live, deleted.live),
        eq(recordChain.number, deleted.number),
      ),
    )
    .returning({ number: recordChain.number })
  return chained.length
}

type Deletion = RecordId & { member: { userId: number; mayManageAll: boolean } | null }

/** At once, and its link with it. Members delete what they kept. Throws RECORD_NOT_FOUND, ROLE_TOO_LOW. */
export const deleteRecord = (ctx: Context, { member, ...id }: Deletion): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    // A record that is being signed has its number afterwards.
    await lockOrganization(tx, id.organizationId)
    const [found] = await tx
      .select({ createdBy: records.createdBy })
      .from(records)
      .where(isRecord(tx.ctx, id))
    if (!found) throw new AppError('RECORD_NOT_FOUND')
    if (member && !member.mayManageAll && found.createdBy !== member.userId)
      throw new AppError('ROLE_TOO_LOW')
    await deleteRecords(tx, isRecord(tx.ctx, id))
    await audit(tx, { event: 'record.deleted', organizationId: id.organizationId, subject: id.recordId })
  })
