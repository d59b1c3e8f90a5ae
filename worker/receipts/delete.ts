import { and, eq } from 'drizzle-orm'
import { receipts } from '#db/schema/index.ts'
import { audit } from '#worker/audit/audit.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { requireMember } from '#worker/organizations/membership.ts'
import { may } from '#worker/organizations/permissions.ts'
import { inTransaction } from '#worker/transaction.ts'
import { isCurrent } from './list.ts'

type Input = { organizationId: string; receiptId: number; callerId: number }

/** Its link stops at once. Members delete their own. Throws RECEIPT_NOT_FOUND, ROLE_TOO_LOW. */
export const deleteReceipt = (ctx: Context, { organizationId, receiptId, callerId }: Input): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const role = await requireMember(tx, { organizationId, userId: callerId })
    const [found] = await tx
      .delete(receipts)
      .where(and(eq(receipts.id, receiptId), isCurrent(ctx, organizationId)))
      .returning({ reference: receipts.referenceId, createdBy: receipts.createdBy })
    if (!found) throw new AppError('RECEIPT_NOT_FOUND')
    if (found.createdBy !== callerId && !may(role, 'manageTokens')) throw new AppError('ROLE_TOO_LOW')
    await audit(tx, { event: 'receipt.deleted', organizationId, subject: found.reference })
  })
