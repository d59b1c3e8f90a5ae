import { and, eq, gt } from 'drizzle-orm'
import { organizations, receipts } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { hashToken } from '#worker/lib/hash.ts'
import { decryptContent } from './content.ts'
import type { OpenedReceipt } from './contract.ts'

/** For anyone with the link, while the organization is active. Throws RECEIPT_NOT_FOUND. */
export async function openReceipt(ctx: Context, secret: string): Promise<OpenedReceipt> {
  const [receipt] = await ctx.db
    .select({
      link: receipts.link,
      content: receipts.content,
      createdAt: receipts.createdAt,
      expiresAt: receipts.expiresAt,
    })
    .from(receipts)
    .innerJoin(organizations, eq(organizations.id, receipts.organizationId))
    .where(
      and(
        eq(receipts.link, hashToken(secret)),
        gt(receipts.expiresAt, ctx.now),
        eq(organizations.status, 'ACTIVE'),
      ),
    )
  const content = receipt && (await decryptContent(ctx, receipt))
  if (!content) throw new AppError('RECEIPT_NOT_FOUND')
  return {
    ...content,
    createdAt: receipt.createdAt.toISOString(),
    expiresAt: receipt.expiresAt.toISOString(),
  }
}
