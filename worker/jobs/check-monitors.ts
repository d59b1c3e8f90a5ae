import type { Context } from '#worker/context.ts'
import { applyChecks } from '#worker/monitors/apply-checks.ts'
import { startChecks } from '#worker/monitors/start-checks.ts'
import { endSuspicions } from '#worker/monitors/suspicion.ts'
import type { JobResult } from './job.ts'

/** Reports what checks of monitored numbers found, and starts those that are due. */
export async function checkMonitors(ctx: Context): Promise<JobResult> {
  const applied = await applyChecks(ctx)
  const suspicions = await endSuspicions(ctx)
  const started = await startChecks(ctx)
  return { counts: { applied, suspicions, started }, hasMore: false }
}
