import { and, eq, exists, or } from 'drizzle-orm'
import { memberships, receipts } from '#db/schema/index.ts'
import { auditPart } from '#worker/audit/insert-audit.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { isMember } from '#worker/organizations/membership.ts'
import { rolesWith } from '#worker/organizations/permissions.ts'
import { isCurrent } from './list.ts'

type Input = { organizationId: string; receiptId: number; callerId: number }

/** Its link stops at once. Members delete their own. Throws RECEIPT_NOT_FOUND, ROLE_TOO_LOW. */
export async function deleteReceipt(
  ctx: Context,
  { organizationId, receiptId, callerId }: Input,
): Promise<void> {
  const { db } = ctx
  const isReceipt = and(eq(receipts.id, receiptId), isCurrent(ctx, organizationId))
  const caller = { organizationId, userId: callerId }
  const mayDelete = or(
    and(eq(receipts.createdBy, callerId), exists(membership(ctx, isMember(caller)))),
    exists(membership(ctx, isMember(caller, rolesWith('manageTokens')))),
  )
  const deleted = db
    .$with('deleted')
    .as(db.delete(receipts).where(and(isReceipt, mayDelete)).returning({ reference: receipts.referenceId }))
  const audit = auditPart(
    ctx,
    { event: 'receipt.deleted', organizationId, subject: deleted.reference },
    deleted,
  )
  const rows = await db.with(deleted, audit).select().from(deleted)
  if (rows.length > 0) return
  const [found] = await db.select({ id: receipts.id }).from(receipts).where(isReceipt)
  throw new AppError(found ? 'ROLE_TOO_LOW' : 'RECEIPT_NOT_FOUND')
}

const membership = ({ db }: Context, where: ReturnType<typeof isMember>) =>
  db.select({ id: memberships.id }).from(memberships).where(where)
