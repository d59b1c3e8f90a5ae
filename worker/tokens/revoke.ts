import { and, eq, ne } from 'drizzle-orm'
import { apiTokens } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { cacheToken, endOf, forgetToken } from './cache.ts'
import { DEFAULT_TOKEN_NAME, type RevokedToken, type Schedule } from './contract.ts'
import { notDeleted } from './list.ts'

const DAY = 86_400_000
const delays: Readonly<Record<Schedule, number>> = { '1day': DAY, '7days': 7 * DAY, '30days': 30 * DAY }

type Input = { organizationId: string; tokenId: number; schedule?: Schedule | undefined }

/** Deletes a token now, or at the end of its schedule. Throws TOKEN_NOT_FOUND, also for the organization's own. */
export async function revokeToken(ctx: Context, input: Input): Promise<RevokedToken> {
  const theToken = and(
    eq(apiTokens.id, input.tokenId),
    eq(apiTokens.organizationId, input.organizationId),
    ne(apiTokens.name, DEFAULT_TOKEN_NAME),
    notDeleted(ctx.now),
  )
  if (!input.schedule) {
    const [deleted] = await ctx.db.delete(apiTokens).where(theToken).returning()
    if (!deleted) throw new AppError('TOKEN_NOT_FOUND')
    await forgetToken(ctx, deleted.token)
    return { id: deleted.id, deleteAt: null }
  }
  const deleteAt = new Date(ctx.now.getTime() + delays[input.schedule])
  const [scheduled] = await ctx.db.update(apiTokens).set({ deleteAt }).where(theToken).returning()
  if (!scheduled) throw new AppError('TOKEN_NOT_FOUND')
  await cacheToken(ctx, scheduled.token, {
    id: scheduled.id,
    organizationId: scheduled.organizationId,
    permissions: scheduled.permissions,
    endsAt: endOf(scheduled),
  })
  return { id: scheduled.id, deleteAt: deleteAt.toISOString() }
}
