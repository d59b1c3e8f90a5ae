import { and, desc, eq, gt } from 'drizzle-orm'
import { organizations, receipts, users } from '#db/schema/index.ts'
import { audit } from '#worker/audit/audit.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { generateSecret, hashToken } from '#worker/lib/hash.ts'
import { pick, withIsoDates } from '#worker/lib/pick.ts'
import { lockOrganization } from '#worker/locks.ts'
import { requireMember } from '#worker/organizations/membership.ts'
import { may } from '#worker/organizations/permissions.ts'
import { inTransaction, oneRow } from '#worker/transaction.ts'
import type { ValidationResponse } from '#worker/validation/contract.ts'
import { isGivenAnswer } from '#worker/validation/sign-answer.ts'
import { decryptContent, encryptContent } from './content.ts'
import {
  type CreatedReceipt,
  type CreateReceipt,
  MAX_RECEIPTS,
  type OpenedReceipt,
  RECEIPT_DAYS,
  type Receipt,
  type ReceiptContent,
} from './contract.ts'

/** A receipt past its end counts as deleted, even before cron deletes its row. */
const isCurrent = ({ now }: Pick<Context, 'now'>, organizationId: string) =>
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

export async function exportReceipts(ctx: Context, organizationId: string) {
  const rows = await readReceipts(ctx, organizationId)
  return rows.map(({ receipt, content, createdBy }) => ({
    ...content,
    createdBy,
    ...withIsoDates(pick(receipt, 'createdAt', 'expiresAt')),
  }))
}

const describeReceipt = (
  row: Pick<typeof receipts.$inferSelect, 'id' | 'referenceId' | 'createdAt' | 'expiresAt'>,
  { answer }: ReceiptContent,
  createdBy: string | null,
): Receipt => ({
  ...withIsoDates(pick(row, 'id', 'referenceId', 'createdAt', 'expiresAt')),
  countryCode: answer.countryCode,
  tin: answer.tinInfo.formattedTin ?? answer.tin,
  result: answer.result,
  name: answer.entity.name,
  createdBy,
})

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

/** For anyone with the link, while the organization is active. Throws RECEIPT_NOT_FOUND. */
export async function openReceipt(ctx: Context, secret: string): Promise<OpenedReceipt> {
  const [receipt] = await ctx.db
    .select(pick(receipts, 'link', 'content', 'createdAt', 'expiresAt'))
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
    ...withIsoDates(pick(receipt, 'createdAt', 'expiresAt')),
  }
}

const DAY = 86_400_000

type CreateInput = CreateReceipt & { organizationId: string }

/** Only from an answer that we signed. Throws ANSWER_NOT_SIGNED, RECEIPT_LIMIT_REACHED, ORGANIZATION_NOT_FOUND. */
export async function createReceipt(
  ctx: Context,
  { organizationId, answer: json, name, signature }: CreateInput,
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
