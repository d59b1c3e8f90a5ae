import { eq } from 'drizzle-orm'
import { apiTokens } from '#db/schema/index.ts'
import { audit } from '#worker/audit/audit.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { inTransaction, oneRow, type Transaction } from '#worker/transaction.ts'
import { announceEnd, lockToken, type TokenId } from './change-token.ts'
import type { CreatedToken, Schedule, Token } from './contract.ts'
import { generateToken } from './generate-token.ts'
import type { OldSecretEnds } from './input-contract.ts'
import { describeToken, type TokenRow } from './list.ts'
import { delays } from './revoke-tokens.ts'

type Caller = { email: string; isConfirmed: boolean }

/**
 * The token keeps its ID and calls. Refused while an old secret works, which may be the one in use, unless that secret is
 * to stay: this gets a member another new secret whose first one was lost.
 */
export const rotateToken = (
  ctx: Context,
  { oldSecretEnds, ...id }: TokenId & { oldSecretEnds: OldSecretEnds },
  { email, isConfirmed }: Caller,
): Promise<CreatedToken> =>
  inTransaction(ctx, async (tx) => {
    const { organizationId, callerId } = id
    const found = await lockToken(tx, id)
    if (found.token.oauthClientId) throw new AppError('TOKEN_NOT_FOUND')
    const keepsOldSecret = oldSecretEnds === 'unchanged'
    if (keepsOldSecret !== (found.oldSecret !== null)) throw new AppError('TOKEN_ROTATED')
    if (found.token.live && found.token.permissions.validation && !isConfirmed)
      throw new AppError('CONFIRMATION_REQUIRED')
    const { id: tokenId, expiresAt, createdAt, name } = found.token
    const { token: secret, row } = generateToken(organizationId, found.token)
    if (!keepsOldSecret) await tx.delete(apiTokens).where(eq(apiTokens.rotatedToId, tokenId))
    const token = await tx
      .update(apiTokens)
      .set({
        ...row,
        createdBy: callerId,
        createdAt: ctx.now,
        expiresAt: expiresAt && new Date(ctx.now.getTime() + expiresAt.getTime() - createdAt.getTime()),
        deleteAt: null,
        lastUsedAt: null,
        lastUsedCountry: null,
      })
      .where(eq(apiTokens.id, tokenId))
      .returning()
      .then(oneRow)
    const oldSecret = keepsOldSecret
      ? found.oldSecret
      : oldSecretEnds && (await keepOldSecret(tx, found.token, oldSecretEnds))
    await audit(tx, {
      event: 'token.rotated',
      organizationId,
      subject: name,
      after: {
        oldSecretEnds: keepsOldSecret ? oldSecretEnds : (oldSecret?.deleteAt?.toISOString() ?? 'now'),
      },
    })
    return { ...describeToken({ token, createdBy: email, oldSecret }), token: secret }
  })

async function keepOldSecret(
  tx: Transaction,
  { id, ...old }: TokenRow['token'],
  schedule: Schedule,
): Promise<TokenRow['oldSecret']> {
  const { now } = tx.ctx
  if (old.expiresAt && old.expiresAt <= now) return null
  const end = new Date(now.getTime() + delays[schedule])
  const deleteAt = old.deleteAt && old.deleteAt < end ? old.deleteAt : end
  const oldSecret = await tx
    .insert(apiTokens)
    .values({ ...old, rotatedToId: id, deleteAt })
    .returning()
    .then(oneRow)
  await announceEnd(tx, { ...old, id, deleteAt })
  return oldSecret
}

export const endOldSecret = (ctx: Context, id: TokenId): Promise<Token> =>
  inTransaction(ctx, async (tx) => {
    const found = await lockToken(tx, id, { active: false })
    if (!found.oldSecret) throw new AppError('TOKEN_NOT_FOUND')
    const { organizationId } = id
    await tx.delete(apiTokens).where(eq(apiTokens.id, found.oldSecret.id))
    await audit(tx, { event: 'token.old_secret_ended', organizationId, subject: found.token.name })
    return describeToken({ ...found, oldSecret: null })
  })
