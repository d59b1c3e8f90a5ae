import { and, eq, exists, isNotNull, ne, not, type SQL } from 'drizzle-orm'
import { apiTokens } from '#db/schema/index.ts'
import { now } from '#db/time.ts'
import { audit } from '#worker/audit/audit.ts'
import type { Context } from '#worker/context.ts'
import { DAY } from '#worker/lib/time.ts'
import { DEFAULT_TOKEN_NAME } from '#worker/membership/constants.ts'
import { refreshAfterCommit } from '#worker/quota/refresh-organization.ts'
import { inTransaction, type Transaction } from '#worker/transaction.ts'
import { lockToken, setDeleteAt, type TokenId } from './change-token.ts'
import type { RevokedToken, Schedule } from './contract.ts'
import { projectOfToken } from './list.ts'

/** Never revokes `default`. The rows of project keys stay, because their projects need them. */
export async function revokeTokens(tx: Transaction, where: SQL | undefined): Promise<void> {
  const { organizationId } = apiTokens
  const changed = await tx.selectDistinct({ organizationId }).from(apiTokens).where(where)
  await refreshAfterCommit(tx, ...changed.map((token) => token.organizationId))
  const isProjectKey = exists(projectOfToken(tx.ctx.db))
  await tx.update(apiTokens).set({ expiresAt: now }).where(and(where, isProjectKey))
  const isRevoked = and(where, not(isProjectKey), ne(apiTokens.name, DEFAULT_TOKEN_NAME))
  await tx.delete(apiTokens).where(isRevoked)
}

export const revokeApps = (tx: Transaction, where: SQL | undefined): Promise<void> =>
  revokeTokens(tx, and(where, isNotNull(apiTokens.oauthClientId)))

export const delays: Readonly<Record<Schedule, number>> = {
  '1day': DAY,
  '7days': 7 * DAY,
  '30days': 30 * DAY,
}

type Input = TokenId & { schedule?: Schedule | undefined }

export async function revokeToken(ctx: Context, input: Input): Promise<RevokedToken> {
  if (input.schedule) {
    const deleteAt = new Date(ctx.now.getTime() + delays[input.schedule])
    const { id } = await setDeleteAt(ctx, input, deleteAt)
    return { id, deleteAt: deleteAt.toISOString() }
  }
  const { organizationId } = input
  return inTransaction(ctx, async (tx) => {
    const { token } = await lockToken(tx, input, { active: false })
    await tx.delete(apiTokens).where(eq(apiTokens.id, token.id))
    await audit(tx, { event: 'token.revoked', organizationId, subject: token.name })
    return { id: token.id, deleteAt: null }
  })
}
