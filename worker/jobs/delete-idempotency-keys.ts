import { lte } from 'drizzle-orm'
import { idempotencyKeys } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { deleteInBatches, type JobResult, toJobResult } from './job.ts'

const LIMITS = { size: 1_000, batches: 20 }

export async function deleteIdempotencyKeys(ctx: Context): Promise<JobResult> {
  const where = lte(idempotencyKeys.expiresAt, ctx.now)
  return toJobResult({ keys: await deleteInBatches(ctx, LIMITS, idempotencyKeys, { where }) })
}
