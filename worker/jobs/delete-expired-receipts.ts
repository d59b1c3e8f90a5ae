import { lte } from 'drizzle-orm'
import { receipts } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { deleteInBatches, type JobResult, toJobResult } from './job.ts'

const LIMITS = { size: 1_000, batches: 10 }

export async function deleteExpiredReceipts(ctx: Context): Promise<JobResult> {
  const where = lte(receipts.expiresAt, ctx.now)
  return toJobResult({ receipts: await deleteInBatches(ctx, LIMITS, receipts, { where }) })
}
