import { eq } from 'drizzle-orm'
import { apiTokens } from '#db/schema/index.ts'
import { now } from '#db/time.ts'
import type { BaseContext } from '#worker/base-context.ts'
import { FixedWindow } from '#worker/lib/fixed-window.ts'
import { parseNetwork, toCidr } from '#worker/lib/ip-networks.ts'
import type { AuthorizationRequest } from './authorization.ts'

const MAX_TOKENS = 1_000
const ONCE_A_MINUTE = { calls: 1, seconds: 60 } as const
const noted = new FixedWindow(MAX_TOKENS)

export async function noteRefusedIp(
  ctx: BaseContext,
  { tokenHash, ip = '' }: Pick<AuthorizationRequest, 'tokenHash' | 'ip'>,
): Promise<void> {
  if (noted.take(tokenHash, ONCE_A_MINUTE).retryAfter > 0) return
  const network = parseNetwork(ip)
  const db = await ctx.hotDb()
  await db
    .update(apiTokens)
    .set({ lastRefusedIp: network && toCidr(network), lastRefusedAt: now })
    .where(eq(apiTokens.token, tokenHash))
}
