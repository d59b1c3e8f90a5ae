import type { Context } from '#worker/context.ts'
import type { ResetCooldown } from './contract.ts'
import { readWait, resetCooldown } from './cooldown.ts'
import { readResetTurn } from './reset-rate-limit.ts'

/** How long until another reset mail may be asked for: from Redis, or from PostgreSQL where Redis has no count. */
export async function resetWait(ctx: Context, email: string): Promise<ResetCooldown> {
  const known = await readWait(ctx, resetCooldown, email).catch(() => undefined)
  const cooldownSeconds = known ?? (await readResetTurn(ctx, email))?.wait ?? 0
  return { success: true, inCooldown: cooldownSeconds > 0, cooldownSeconds }
}
