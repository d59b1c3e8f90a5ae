import { and, eq, getTableColumns, ne } from 'drizzle-orm'
import { apiTokens } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { cacheToken, changeNumber, tokenEnd } from '#worker/quota/token-cache.ts'
import { DEFAULT_TOKEN_NAME } from './contract.ts'
import { notDeleted } from './list.ts'

export type TokenId = { organizationId: string; tokenId: number }

export const changeableToken = (now: Date, { organizationId, tokenId }: TokenId) =>
  and(
    eq(apiTokens.id, tokenId),
    eq(apiTokens.organizationId, organizationId),
    ne(apiTokens.name, DEFAULT_TOKEN_NAME),
    notDeleted(now),
  )

export async function setDeleteAt(ctx: Context, id: TokenId, deleteAt: Date | null) {
  const [changed] = await ctx.db
    .update(apiTokens)
    .set({ deleteAt })
    .where(changeableToken(ctx.now, id))
    .returning({ ...getTableColumns(apiTokens), change: changeNumber })
  if (!changed) throw new AppError('TOKEN_NOT_FOUND')
  const { organizationId, permissions } = changed
  await cacheToken(
    ctx,
    changed.token,
    { id: changed.id, organizationId, permissions, endsAt: tokenEnd(changed) },
    changed.change,
  )
  return changed
}
