import { inArray, type SQL, sql } from 'drizzle-orm'
import { recordChain, records } from '#db/schema/index.ts'
import { now } from '#db/time.ts'
import { audit } from '#worker/audit/audit.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { pick } from '#worker/lib/pick.ts'
import { lockChanger } from '#worker/membership/membership.ts'
import { assertMayChange } from '#worker/membership/permissions.ts'
import { inTransaction, type Transaction } from '#worker/transaction.ts'
import { isRecord, type RecordId } from './read.ts'

export async function deleteRecords(tx: Transaction, where: SQL | undefined): Promise<number> {
  const deleted = await tx
    .delete(records)
    .where(where)
    .returning({ ...pick(records, 'organizationId', 'live', 'number') })
  const links = deleted.flatMap(({ organizationId, live, number }) =>
    number === null ? [] : [sql`(${organizationId}, ${live}, ${number})`],
  )
  if (links.length === 0) return 0
  const { organizationId, live, number } = recordChain
  await tx
    .update(recordChain)
    .set({ deletedAt: now })
    .where(inArray(sql`(${organizationId}, ${live}, ${number})`, links))
  return links.length
}

type Deletion = RecordId & { userId: number | null }

export const deleteRecord = (ctx: Context, { userId, ...id }: Deletion): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    // A record that is being signed has its number afterwards.
    const changer = await lockChanger(tx, { ...id, userId }, { active: false })
    const [found] = await tx
      .select({ createdBy: records.createdBy })
      .from(records)
      .where(isRecord(tx.ctx, id))
    if (!found) throw new AppError('RECORD_NOT_FOUND')
    assertMayChange(changer, found)
    await deleteRecords(tx, isRecord(tx.ctx, id))
    await audit(tx, { event: 'record.deleted', organizationId: id.organizationId, subject: id.recordId })
  })
