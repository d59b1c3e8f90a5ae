import { runNextJob } from '#worker/billing/payment-jobs.ts'
import type { Context } from '#worker/context.ts'
import type { JobResult } from './job.ts'

const MAX_JOBS = 50
/** Well within the job's claim. */
const MAX_TIME_MS = 60_000

export async function settlePayments(ctx: Context): Promise<JobResult> {
  const counts = { completed: 0, later: 0, failed: 0 }
  const startedAt = Date.now()
  for (let jobs = 0; jobs < MAX_JOBS && Date.now() - startedAt < MAX_TIME_MS; jobs++) {
    const result = await runNextJob(ctx)
    if (result === 'none') return { counts, hasMore: false }
    counts[result]++
  }
  return { counts, hasMore: true }
}
