import type { Context } from '#worker/context.ts'
import { applyChecks } from './apply-checks.ts'
import { startChecks } from './start-checks.ts'
import { endSuspicions } from './suspicion.ts'

/** Reports what checks of monitored numbers found, and starts those that are due. Returns how many. */
export async function checkMonitors(ctx: Context) {
  const applied = await applyChecks(ctx)
  const suspicions = await endSuspicions(ctx)
  const started = await startChecks(ctx)
  return { applied, suspicions, started }
}
