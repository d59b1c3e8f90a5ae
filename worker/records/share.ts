import { eq } from 'drizzle-orm'
import { records } from '#db/schema/index.ts'
import { audit } from '#worker/audit/audit.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { generateSecret, hashToken } from '#worker/lib/hash.ts'
import { DAY } from '#worker/lib/time.ts'
import { lockMembership } from '#worker/membership/membership.ts'
import { inTransaction, type Transaction } from '#worker/transaction.ts'
import { decryptPart, encryptPart } from './content.ts'
import type { RecordDetail } from './contract.ts'
import { isRecord, type RecordId, readRecord } from './read.ts'

type ByMember = RecordId & { userId: number }

export async function shareRecord(
  ctx: Context,
  { days, ...id }: ByMember & { days: number | null },
): Promise<RecordDetail> {
  await inTransaction(ctx, async (tx) => {
    const row = await lockRecord(tx, id)
    const hasEnded = row.linkExpiresAt !== null && row.linkExpiresAt <= ctx.now
    const secret =
      row.linkSecret && !hasEnded
        ? await decryptPart(ctx, row.linkSecret, row.id, 'link')
        : generateSecret().secret
    const wanted = days === null ? null : new Date(ctx.now.getTime() + days * DAY)
    await tx
      .update(records)
      .set({
        link: hashToken(secret),
        linkSecret: await encryptPart(ctx, secret, row.id, 'link'),
        linkExpiresAt: wanted && wanted < row.expiresAt ? wanted : null,
      })
      .where(eq(records.id, row.id))
    await audit(tx, {
      event: 'record.shared',
      organizationId: id.organizationId,
      subject: row.id,
      after: { days },
    })
  })
  return await readRecord(ctx, id)
}

export const stopSharing = (ctx: Context, id: ByMember): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const { id: recordId, link } = await lockRecord(tx, id, { active: false })
    if (link === null) return
    await tx
      .update(records)
      .set({ link: null, linkSecret: null, linkExpiresAt: null })
      .where(eq(records.id, recordId))
    await audit(tx, { event: 'record.unshared', organizationId: id.organizationId, subject: recordId })
  })

async function lockRecord(tx: Transaction, id: ByMember, { active = true } = {}) {
  await lockMembership(tx, id, { active })
  const [row] = await tx.select().from(records).where(isRecord(tx.ctx, id)).for('update')
  if (!row) throw new AppError('RECORD_NOT_FOUND')
  return row
}
