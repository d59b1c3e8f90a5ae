import type { Context } from '#worker/context.ts'
import { findDueEndpoints } from '#worker/webhooks/deliver.ts'
import { enqueueEndpoints } from '#worker/webhooks/enqueue.ts'
import type { JobResult } from './job.ts'

const LIMIT = 100

export async function deliverWebhooks(ctx: Context): Promise<JobResult> {
  const due = await findDueEndpoints(ctx, LIMIT)
  await enqueueEndpoints(ctx, due)
  return { counts: { endpoints: due.length }, hasMore: due.length >= LIMIT }
}
