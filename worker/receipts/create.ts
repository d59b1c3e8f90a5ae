import { and, eq, getTableColumns, lt } from 'drizzle-orm'
import { insertFrom } from '#db/insert-from.ts'
import { memberships, receipts } from '#db/schema/index.ts'
import { insertAudit } from '#worker/audit/insert-audit.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { generateSecret } from '#worker/lib/hash.ts'
import { organizationLock } from '#worker/organizations/lock-organization.ts'
import { isMember } from '#worker/organizations/membership.ts'
import type { ValidationResponse } from '#worker/validation/contract.ts'
import { encryptContent } from './content.ts'
import { type CreatedReceipt, type CreateReceipt, MAX_RECEIPTS, RECEIPT_DAYS } from './contract.ts'
import { describeReceipt, isCurrent } from './list.ts'
import { isGivenAnswer } from './sign-answer.ts'

const DAY = 86_400_000

type Input = CreateReceipt & { organizationId: string }

/**
 * Only from an answer that we signed, so a receipt can't be forged. Throws ANSWER_NOT_SIGNED, RECEIPT_LIMIT_REACHED,
 * ORGANIZATION_NOT_FOUND.
 */
export async function createReceipt(
  ctx: Context,
  { organizationId, answer: json, name, signature }: Input,
  creator: { id: number; email: string },
): Promise<CreatedReceipt> {
  const { db } = ctx
  if (!(await isGivenAnswer(ctx, { organizationId, answer: json, name }, signature))) {
    throw new AppError('ANSWER_NOT_SIGNED')
  }
  const answer = parseAnswer(json)
  const { secret, hash: link } = generateSecret()
  const content = { answer, name: name ?? null }
  const caller = isMember({ organizationId, userId: creator.id })
  const count = db.$count(receipts, isCurrent(ctx, organizationId))
  const [, callers, [created]] = await db.batch([
    organizationLock(ctx, organizationId),
    db.select({ role: memberships.role }).from(memberships).where(caller),
    insertFrom(
      db,
      receipts,
      {
        organizationId,
        createdBy: creator.id,
        referenceId: answer.referenceId,
        link,
        content: await encryptContent(ctx, link, content),
        expiresAt: new Date(ctx.now.getTime() + RECEIPT_DAYS * DAY),
      },
      (values) =>
        db
          .select(values)
          .from(memberships)
          .where(and(caller, lt(count, MAX_RECEIPTS))),
    ).returning(getTableColumns(receipts)),
    insertAudit(
      ctx,
      { event: 'receipt.created', organizationId, subject: answer.referenceId },
      receipts,
      eq(receipts.link, link),
    ),
  ])
  if (created) return { ...describeReceipt(created, content, creator.email), secret }
  throw new AppError(callers.length > 0 ? 'RECEIPT_LIMIT_REACHED' : 'ORGANIZATION_NOT_FOUND')
}

/** The signature proves that we wrote it. */
const parseAnswer = (json: string): ValidationResponse => JSON.parse(json)
