import { and, eq } from 'drizzle-orm'
import { records } from '#db/schema/index.ts'
import { audit } from '#worker/audit/audit.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { randomBase62 } from '#worker/lib/crypto.ts'
import { logError } from '#worker/lib/log.ts'
import { lockOrganization } from '#worker/locks.ts'
import { recordYears } from '#worker/membership/constants.ts'
import { lockMembership } from '#worker/membership/membership.ts'
import type { Caller } from '#worker/quota/authorization.ts'
import { rulesAsOf } from '#worker/tin/table.ts'
import { inTransaction } from '#worker/transaction.ts'
import type { ValidateRequest, ValidationResponse } from '#worker/validation/contract.ts'
import { isGivenAnswer } from '#worker/validation/sign-answer.ts'
import { TEST_RECORD_DAYS } from './constants.ts'
import { encryptPart, searchOf, toRecordedRequest, type UnsignedRecord } from './content.ts'
import type { KeepAnswer } from './contract.ts'
import { deleteRecords } from './delete.ts'
import { signSoon } from './sign-records.ts'

type Owner = Pick<Caller, 'organizationId' | 'tier' | 'recordYears'>
type Kept = { request: ValidateRequest; response: ValidationResponse; owner: Owner }

const SALT_LENGTH = 22

async function toRow(ctx: Context, { request, response, owner }: Kept, createdBy: number | null) {
  const { organizationId } = owner
  const id = response.recordId ?? `record_${randomBase62(22)}`
  const content: UnsignedRecord = {
    version: 1,
    recordId: id,
    organizationId,
    live: response.live,
    keptAt: ctx.now.toISOString(),
    rulesAsOf,
    request: toRecordedRequest(request),
    response,
    salt: randomBase62(SALT_LENGTH),
  }
  return {
    id,
    organizationId,
    createdBy,
    referenceId: response.referenceId,
    live: response.live,
    content: await encryptPart(ctx, JSON.stringify(content), id, 'content'),
    search: searchOf(ctx, organizationId, content),
    createdAt: ctx.now,
    expiresAt: endOf(ctx.now, response.live, owner),
  }
}

function endOf(now: Date, live: boolean, { tier, recordYears: chosen }: Owner): Date {
  const end = new Date(now)
  if (!live) end.setUTCDate(end.getUTCDate() + TEST_RECORD_DAYS)
  else end.setUTCFullYear(end.getUTCFullYear() + Math.min(chosen ?? recordYears[tier], recordYears[tier]))
  return end
}

/** Runs before the response, which names the record, or says that none was kept. A repeated call replaces its first record. */
export async function keepRecord(ctx: Context, kept: Kept): Promise<ValidationResponse> {
  const response = { ...kept.response, recordId: `record_${randomBase62(22)}` }
  try {
    const row = await toRow(ctx, { ...kept, response }, null)
    const db = await ctx.hotDb()
    const [inserted] = await db
      .insert(records)
      .values(row)
      .onConflictDoNothing({ target: [records.organizationId, records.referenceId] })
      .returning({ id: records.id })
    if (!inserted) await replaceRecord(ctx, row)
    ctx.waitUntil(signSoon(ctx, row))
    return response
  } catch (error) {
    logError('keep a record', error, ctx.requestId)
    const warning = {
      code: 'RECORD_NOT_KEPT',
      message: "We couldn't keep a record of this result. Store this response, or validate the number again.",
    }
    return { ...kept.response, recordId: null, warnings: [...kept.response.warnings, warning] }
  }
}

const isOfCall = ({ organizationId, referenceId }: { organizationId: string; referenceId: string }) =>
  and(eq(records.organizationId, organizationId), eq(records.referenceId, referenceId))

const replaceRecord = (ctx: Context, row: Awaited<ReturnType<typeof toRow>>): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    await lockOrganization(tx, row.organizationId)
    await deleteRecords(tx, isOfCall(row))
    await tx.insert(records).values(row)
  })

export async function keepAnswer(
  ctx: Context,
  { answer, request, signature }: KeepAnswer,
  { owner, userId }: { owner: Owner; userId: number },
): Promise<{ recordId: string }> {
  const { organizationId } = owner
  const given = { organizationId, answer, request: toRecordedRequest(request) }
  if (!(await isGivenAnswer(ctx, given, signature))) throw new AppError('ANSWER_NOT_SIGNED')
  const row = await toRow(ctx, { request, response: parseAnswer(answer), owner }, userId)
  return await inTransaction(ctx, async (tx) => {
    await lockMembership(tx, { organizationId, userId })
    const [known] = await tx.select({ recordId: records.id }).from(records).where(isOfCall(row))
    if (known) return known
    await tx.insert(records).values(row)
    await audit(tx, { event: 'record.kept', organizationId, subject: row.id })
    tx.afterCommit(() => ctx.waitUntil(signSoon(ctx, { organizationId, live: row.live })))
    return { recordId: row.id }
  })
}

/** The signature proves that we wrote it. */
const parseAnswer = (json: string): ValidationResponse => JSON.parse(json)
