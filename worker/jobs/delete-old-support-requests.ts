import { and, lt, ne } from 'drizzle-orm'
import { supportRequests } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { SUPPORT_RETENTION_DAYS } from '#worker/support/contract.ts'
import { DAY, deleteInBatches, type JobResult, toJobResult } from './job.ts'

const LIMITS = { size: 100, batches: 10 }

/** Messages go with their request. Open requests stay. */
export async function deleteOldSupportRequests(ctx: Context): Promise<JobResult> {
  const oldest = new Date(ctx.now.getTime() - SUPPORT_RETENTION_DAYS * DAY)
  const requests = await deleteInBatches(ctx, LIMITS, supportRequests, {
    where: and(ne(supportRequests.state, 'open'), lt(supportRequests.updatedAt, oldest)),
  })
  return toJobResult({ requests })
}
