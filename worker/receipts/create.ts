import { receipts } from '#db/schema/index.ts'
import { audit } from '#worker/audit/audit.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { generateSecret } from '#worker/lib/hash.ts'
import { lockOrganization } from '#worker/locks.ts'
import { requireMember } from '#worker/organizations/membership.ts'
import { inTransaction, oneRow } from '#worker/transaction.ts'
import type { ValidationResponse } from '#worker/validation/contract.ts'
import { isGivenAnswer } from '#worker/validation/sign-answer.ts'
import { encryptContent } from './content.ts'
import { type CreatedReceipt, type CreateReceipt, MAX_RECEIPTS, RECEIPT_DAYS } from './contract.ts'
import { describeReceipt, isCurrent } from './receipts.ts'

const DAY = 86_400_000

type Input = CreateReceipt & { organizationId: string }

/** Only from an answer that we signed. Throws ANSWER_NOT_SIGNED, RECEIPT_LIMIT_REACHED, ORGANIZATION_NOT_FOUND. */
export async function createReceipt(
  ctx: Context,
  { organizationId, answer: json, name, signature }: Input,
  creator: { id: number; email: string },
): Promise<CreatedReceipt> {
  if (!(await isGivenAnswer(ctx, { organizationId, answer: json, name }, signature))) {
    throw new AppError('ANSWER_NOT_SIGNED')
  }
  const answer = parseAnswer(json)
  const { secret, hash: link } = generateSecret()
  const content = { answer, name: name ?? null }
  const encrypted = await encryptContent(ctx, link, content)
  return inTransaction(ctx, async (tx) => {
    await lockOrganization(tx, organizationId)
    await requireMember(tx, { organizationId, userId: creator.id })
    if ((await tx.$count(receipts, isCurrent(ctx, organizationId))) >= MAX_RECEIPTS)
      throw new AppError('RECEIPT_LIMIT_REACHED')
    const created = await tx
      .insert(receipts)
      .values({
        organizationId,
        createdBy: creator.id,
        referenceId: answer.referenceId,
        link,
        content: encrypted,
        expiresAt: new Date(ctx.now.getTime() + RECEIPT_DAYS * DAY),
      })
      .returning()
      .then(oneRow)
    await audit(tx, { event: 'receipt.created', organizationId, subject: answer.referenceId })
    return { ...describeReceipt(created, content, creator.email), secret }
  })
}

/** The signature proves that we wrote it. */
const parseAnswer = (json: string): ValidationResponse => JSON.parse(json)
