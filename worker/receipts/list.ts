import { and, desc, eq, gt } from 'drizzle-orm'
import { receipts, users } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { decryptContent } from './content.ts'
import type { Receipt, ReceiptContent } from './contract.ts'

/** A receipt past its end counts as deleted, even before cron deletes its row. */
export const isCurrent = ({ now }: Pick<Context, 'now'>, organizationId: string) =>
  and(eq(receipts.organizationId, organizationId), gt(receipts.expiresAt, now))

async function readReceipts(ctx: Context, organizationId: string) {
  const rows = await ctx.db
    .select({ receipt: receipts, createdBy: users.email })
    .from(receipts)
    .leftJoin(users, eq(users.id, receipts.createdBy))
    .where(isCurrent(ctx, organizationId))
    .orderBy(desc(receipts.id))
  const read = await Promise.all(
    rows.map(async (row) => ({ ...row, content: await decryptContent(ctx, row.receipt) })),
  )
  return read.flatMap(({ content, ...row }) => (content ? [{ ...row, content }] : []))
}

export async function listReceipts(ctx: Context, organizationId: string): Promise<Receipt[]> {
  const rows = await readReceipts(ctx, organizationId)
  return rows.map(({ receipt, content, createdBy }) => describeReceipt(receipt, content, createdBy))
}

/** With the whole answer, but without the link. */
export async function exportReceipts(ctx: Context, organizationId: string) {
  const rows = await readReceipts(ctx, organizationId)
  return rows.map(({ receipt, content, createdBy }) => ({
    ...content,
    createdBy,
    createdAt: receipt.createdAt.toISOString(),
    expiresAt: receipt.expiresAt.toISOString(),
  }))
}

export const describeReceipt = (
  row: Pick<typeof receipts.$inferSelect, 'id' | 'referenceId' | 'createdAt' | 'expiresAt'>,
  { answer }: ReceiptContent,
  createdBy: string | null,
): Receipt => ({
  id: row.id,
  referenceId: row.referenceId,
  countryCode: answer.countryCode,
  tin: answer.tinInfo.formattedTin ?? answer.tin,
  isValid: answer.validation.overall.isValid,
  name: answer.entity.name,
  createdBy,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
})
