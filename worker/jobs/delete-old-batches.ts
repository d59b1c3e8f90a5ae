import { lt } from 'drizzle-orm'
import { batches } from '#db/schema/index.ts'
import { now } from '#db/time.ts'
import type { Context } from '#worker/context.ts'
import { deleteInBatches, type JobResult, toJobResult } from './job.ts'

const LIMITS = { size: 20, batches: 10 }

export async function deleteOldBatches(ctx: Context): Promise<JobResult> {
  const due = { where: lt(batches.deleteAt, now), orderBy: batches.deleteAt }
  return toJobResult({ deleted: await deleteInBatches(ctx, LIMITS, batches, due) })
}
