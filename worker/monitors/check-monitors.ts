import type { Context } from '#worker/context.ts'
import { applyChecks } from './apply-checks.ts'
import { failWaitingChecks } from './silence.ts'
import { startChecks } from './start-checks.ts'
import { endSuspicions } from './suspicion.ts'

export async function checkMonitors(ctx: Context) {
  const applied = await applyChecks(ctx)
  const suspicions = await endSuspicions(ctx)
  const started = await startChecks(ctx)
  const waiting = await failWaitingChecks(ctx)
  return { applied, suspicions, started, waiting }
}
