import { batches } from '#db/schema/index.ts'
import { decryptBlob } from '#worker/batches/blobs.ts'
import type { BatchResult } from '#worker/batches/contract.ts'
import { findChunks } from '#worker/batches/read-chunks.ts'
import { type BatchRecord, isBatch, isInProgress, isValidation } from '#worker/batches/state.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import type { RecordedRequest } from '#worker/records/contract.ts'
import type { ValidationResponse } from '#worker/validation/contract.ts'

export type ValidationId = { organizationId: string; validationId: string; isTest?: boolean }

export const isValidationOf = ({ validationId: batchId, ...id }: ValidationId) =>
  isBatch({ ...id, batchId }, isValidation)

export async function readValidation(ctx: Context, id: ValidationId): Promise<ValidationResponse> {
  const [batch] = await ctx.db.select().from(batches).where(isValidationOf(id))
  if (!batch) throw new AppError('VALIDATION_NOT_FOUND')
  return await describeValidation(ctx, batch)
}

export const describeValidation = async (ctx: Context, batch: BatchRecord): Promise<ValidationResponse> =>
  (await readRequested(ctx, batch)).response

export type StoredAnswer = ValidationResponse & { request: RecordedRequest }

type Requested = { request: RecordedRequest; response: ValidationResponse }

/** Returns the first response until a register has confirmed or refuted the number. */
export async function readRequested(ctx: Context, batch: BatchRecord): Promise<Requested> {
  const place = { batchId: batch.id, part: 'answer' }
  const { request, ...first } = await decryptBlob<StoredAnswer>(ctx, place, batch.answer ?? '')
  const chunks = batch.state === 'completed' ? await findChunks(ctx, batch.id, 0) : undefined
  const later = chunks?.[0]?.rows[0]?.result
  const answer =
    later && batch.endedAt && isAnswer(later) ? withResult(ctx, first, later, batch.endedAt) : first
  const response = {
    ...answer,
    validationId: batch.id,
    pending: isInProgress(batch),
    deadlineAt: batch.deadlineAt.toISOString(),
  }
  return { request, response }
}

type Answered = BatchResult & { result: ValidationResponse['result'] }

const isAnswer = (later: BatchResult): later is Answered =>
  later.result !== 'unreadable' && later.result !== 'unconfirmed'

const ageInSeconds = (checkedAt: string, now: Date) =>
  String(Math.max(0, Math.round((now.getTime() - Date.parse(checkedAt)) / 1_000)))

function withResult(
  { now }: Context,
  first: ValidationResponse,
  later: Answered,
  at: Date,
): ValidationResponse {
  const { result, reason, proof, isValid, isSourceValid, checkedAt, entity, warnings, errors } = later
  const { nameComparison, addressComparison } = later
  const { format, overall } = first.validation
  return {
    ...first,
    result,
    reason,
    proof,
    validation: {
      format,
      source: { attempted: true, isValid: isSourceValid, timestamp: checkedAt },
      overall: { ...overall, isValid },
    },
    entity,
    nameComparison,
    addressComparison,
    warnings,
    errors: errors.map((error) => ({ ...error, timestamp: at.toISOString() })),
    additionalInfo: {
      ...later.additionalInfo,
      ...(checkedAt && { registerAge: ageInSeconds(checkedAt, now) }),
    },
  }
}
