import { and, eq } from 'drizzle-orm'
import { apiTokens } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { DEFAULT_TOKEN_NAME } from '#worker/tokens/contract.ts'

/** Returns the hash of a live token. Throws TOKEN_NOT_FOUND. */
export async function findDashboardToken(
  ctx: Context,
  organizationId: string,
  tokenId: number | undefined,
): Promise<string> {
  const [found] = await ctx.db
    .select({ tokenHash: apiTokens.token })
    .from(apiTokens)
    .where(
      and(
        eq(apiTokens.organizationId, organizationId),
        eq(apiTokens.live, true),
        tokenId === undefined ? eq(apiTokens.name, DEFAULT_TOKEN_NAME) : eq(apiTokens.id, tokenId),
      ),
    )
  if (!found) throw new AppError('TOKEN_NOT_FOUND')
  return found.tokenHash
}
