import { and, eq } from 'drizzle-orm'
import { apiTokens } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { DEFAULT_TOKEN_NAME } from '#worker/membership/constants.ts'

export type DashboardTokenId = number | 'default'

export const isDashboardToken = (id: DashboardTokenId) =>
  and(
    eq(apiTokens.live, true),
    id === 'default' ? eq(apiTokens.name, DEFAULT_TOKEN_NAME) : eq(apiTokens.id, id),
  )

/** Returns the hash of a live token. Throws TOKEN_NOT_FOUND. */
export async function findDashboardToken(
  ctx: Context,
  organizationId: string,
  id: DashboardTokenId = 'default',
): Promise<string> {
  const [found] = await ctx.db
    .select({ tokenHash: apiTokens.token })
    .from(apiTokens)
    .where(and(eq(apiTokens.organizationId, organizationId), isDashboardToken(id)))
  if (!found) throw new AppError('TOKEN_NOT_FOUND')
  return found.tokenHash
}
