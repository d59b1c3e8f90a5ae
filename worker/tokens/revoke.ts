import { eq } from 'drizzle-orm'
import { apiTokens } from '#db/schema/index.ts'
import { audit } from '#worker/audit/audit.ts'
import type { Context } from '#worker/context.ts'
import { cacheDeletedToken } from '#worker/quota/cache-changes.ts'
import { inTransaction } from '#worker/transaction.ts'
import type { RevokedToken, Schedule } from './contract.ts'
import { lockToken, setDeleteAt, type TokenId } from './set-delete-at.ts'

const DAY = 86_400_000
const delays: Readonly<Record<Schedule, number>> = { '1day': DAY, '7days': 7 * DAY, '30days': 30 * DAY }

type Input = TokenId & { schedule?: Schedule | undefined }

/** Throws TOKEN_NOT_FOUND, also for `default` and project keys; ROLE_TOO_LOW. */
export async function revokeToken(ctx: Context, input: Input): Promise<RevokedToken> {
  if (input.schedule) {
    const deleteAt = new Date(ctx.now.getTime() + delays[input.schedule])
    const { id } = await setDeleteAt(ctx, input, deleteAt)
    return { id, deleteAt: deleteAt.toISOString() }
  }
  const { organizationId } = input
  return inTransaction(ctx, async (tx) => {
    const { token } = await lockToken(tx, input)
    await tx.delete(apiTokens).where(eq(apiTokens.id, token.id))
    await audit(tx, { event: 'token.revoked', organizationId, subject: token.name })
    tx.afterCommit(() => cacheDeletedToken(ctx, { organizationId, tokenHash: token.token }))
    return { id: token.id, deleteAt: null }
  })
}
