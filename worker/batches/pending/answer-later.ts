import { and, eq } from 'drizzle-orm'
import { batchChunks, batches } from '#db/schema/index.ts'
import { now, secondsFromNow } from '#db/time.ts'
import { audit } from '#worker/audit/audit.ts'
import { encryptBlob } from '#worker/batches/blobs.ts'
import { enqueue } from '#worker/batches/enqueue.ts'
import { assertRoom, isValidation, lockBatch } from '#worker/batches/state.ts'
import type { BatchRow } from '#worker/batches/upload-contract/batch-row.ts'
import type { Context } from '#worker/context.ts'
import { randomBase62 } from '#worker/lib/crypto.ts'
import { lockOrganization } from '#worker/locks.ts'
import type { Caller } from '#worker/quota/authorization.ts'
import { toRecordedRequest } from '#worker/records/content.ts'
import { inTransaction, oneRow } from '#worker/transaction.ts'
import type { ValidateRequest, ValidationResponse } from '#worker/validation/contract.ts'
import { failsWebhook, outcomeLater } from '#worker/validation/sandbox/contract.ts'
import { PENDING_HOURS } from './contract.ts'
import { describeValidation, type StoredAnswer } from './read.ts'

type Later = {
  input: ValidateRequest
  answer: ValidationResponse
  caller: Pick<Caller, 'organizationId' | 'tokenId'>
}

/** Starts a batch of one row, which costs nothing because the call was counted. A repeated call gets the same validation. */
export async function answerLater(ctx: Context, later: Later): Promise<ValidationResponse> {
  const { organizationId } = later.caller
  const rows = [toRow(later)]
  const values = await newValidation(ctx, later)
  const input = await encryptBlob(ctx, { batchId: values.id, part: 'input 0' }, rows)
  const batch = await inTransaction(ctx, async (tx) => {
    await lockOrganization(tx, organizationId)
    const known = await lockBatch(tx, isOfCall(values))
    if (known) return known
    await assertRoom(tx, values, 'validation')
    const created = await tx.insert(batches).values(values).returning().then(oneRow)
    await tx.insert(batchChunks).values({ batchId: values.id, number: 0, input })
    await audit(tx, { event: 'validation.pending', organizationId, subject: values.id })
    tx.afterCommit(() => enqueue(ctx, [{ batchId: values.id }]))
    return created
  })
  return await describeValidation(ctx, batch)
}

const isOfCall = ({ organizationId, requestId }: { organizationId: string; requestId: string }) =>
  and(eq(batches.idempotencyId, requestId), eq(batches.organizationId, organizationId), isValidation)

async function newValidation(ctx: Context, { input, answer, caller }: Later) {
  const id = `validation_${randomBase62(22)}`
  const stored: StoredAnswer = { ...answer, request: toRecordedRequest(input) }
  return {
    id,
    organizationId: caller.organizationId,
    tokenId: caller.tokenId,
    createdBy: ctx.actor?.id ?? null,
    requestId: answer.referenceId,
    idempotencyId: answer.referenceId,
    state: 'processing' as const,
    live: answer.live,
    source: true,
    fresh: input.fresh ?? false,
    maxAge: input.maxAge ?? null,
    answer: await encryptBlob(ctx, { batchId: id, part: 'answer' }, stored),
    rowCount: 1,
    pendingCount: 1,
    reservedAt: now,
    processingAt: now,
    deadlineAt: secondsFromNow(PENDING_HOURS * 3_600),
  }
}

/** In the sandbox, the register has recovered by the next attempt. */
function toRow({ input, answer: { live } }: Later): BatchRow {
  const { countryCode, tin, type, kind, purpose, holder, name, address, sandbox } = input
  const item = { customId: null, countryCode, tin, type, kind, purpose, holder, name, address }
  const row = { line: 1, cells: null, cost: 0 } as const
  if (live) return { ...row, item }
  const marked = sandbox === failsWebhook.sandbox && { failsWebhook: true as const }
  return { ...row, ...marked, item: { ...item, sandbox: outcomeLater(sandbox) } }
}
