import { and, exists, ne, not, type SQL } from 'drizzle-orm'
import { apiTokens } from '#db/schema/index.ts'
import { now } from '#db/time.ts'
import { cacheDeletedToken } from '#worker/quota/cache-changes.ts'
import type { Transaction } from '#worker/transaction.ts'
import { DEFAULT_TOKEN_NAME } from './contract.ts'
import { projectOfToken } from './list.ts'

/** All tokens of `where` but `default`. The rows of project keys stay, because their projects need them. */
export async function revokeTokens(tx: Transaction, where: SQL | undefined): Promise<void> {
  const isProjectKey = exists(projectOfToken(tx.ctx.db))
  const key = { organizationId: apiTokens.organizationId, tokenHash: apiTokens.token }
  const projectKeys = await tx
    .update(apiTokens)
    .set({ expiresAt: now })
    .where(and(where, isProjectKey))
    .returning(key)
  const tokens = await tx
    .delete(apiTokens)
    .where(and(where, not(isProjectKey), ne(apiTokens.name, DEFAULT_TOKEN_NAME)))
    .returning(key)
  const revoked = [...projectKeys, ...tokens]
  tx.afterCommit(() => Promise.all(revoked.map((token) => cacheDeletedToken(tx.ctx, token))))
}
