import { and, eq, gt, or } from 'drizzle-orm'
import { apiTokens } from '#db/schema/index.ts'
import { audit, auditChange } from '#worker/audit/audit.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { lockChanger } from '#worker/membership/membership.ts'
import { assertMayChange } from '#worker/membership/permissions.ts'
import { refreshAfterCommit } from '#worker/quota/refresh-organization.ts'
import { inTransaction, type Transaction } from '#worker/transaction.ts'
import { addEvent } from '#worker/webhooks/add-event.ts'
import type { Token } from './contract.ts'
import { describeToken, endOf, selectTokens } from './list.ts'

export type TokenId = { organizationId: string; tokenId: number; callerId: number }

/** Members may change only their own. Finds neither `default` nor project keys. */
export async function lockToken(
  tx: Transaction,
  { organizationId, tokenId, callerId }: TokenId,
  { active = true } = {},
) {
  const changer = await lockChanger(tx, { organizationId, userId: callerId }, { active })
  await refreshAfterCommit(tx, organizationId)
  const isToken = and(eq(apiTokens.id, tokenId), eq(apiTokens.organizationId, organizationId))
  // A statement that waited for the lock would have an earlier old secret.
  await tx.select({ id: apiTokens.id }).from(apiTokens).where(isToken).for('update')
  const [found] = await selectTokens(tx, tx.ctx, organizationId, isToken)
  if (!found) throw new AppError('TOKEN_NOT_FOUND')
  assertMayChange(changer, found.token)
  return found
}

export const setDeleteAt = (ctx: Context, id: TokenId, deleteAt: Date | null): Promise<Token> =>
  inTransaction(ctx, async (tx) => {
    const found = await lockToken(tx, id, { active: deleteAt === null })
    const { token } = found
    await tx.update(apiTokens).set({ deleteAt }).where(eq(apiTokens.id, token.id))
    if (deleteAt) {
      const endsLater = and(eq(apiTokens.rotatedToId, token.id), gt(apiTokens.deleteAt, deleteAt))
      await tx.update(apiTokens).set({ deleteAt }).where(endsLater)
    }
    await audit(tx, {
      event: deleteAt ? 'token.deletion_scheduled' : 'token.deletion_canceled',
      organizationId: id.organizationId,
      subject: token.name,
      after: { deleteAt: deleteAt?.toISOString() ?? null },
    })
    if (deleteAt) await announceEnd(tx, { ...token, deleteAt })
    return describeToken({ ...found, token: { ...token, deleteAt } })
  })

export const setAllowedIps = (
  ctx: Context,
  { isConfirmed, ...id }: TokenId & { isConfirmed: boolean },
  allowedIps: string[],
): Promise<Token> =>
  inTransaction(ctx, async (tx) => {
    const found = await lockToken(tx, id)
    const { token } = found
    if (!isConfirmed) throw new AppError('CONFIRMATION_REQUIRED')
    await tx
      .update(apiTokens)
      .set({ allowedIps })
      .where(or(eq(apiTokens.id, token.id), eq(apiTokens.rotatedToId, token.id)))
    await auditChange(tx, {
      event: 'token.allowed_ips_changed',
      organizationId: id.organizationId,
      subject: token.name,
      before: { allowedIps: token.allowedIps.join(', ') },
      after: { allowedIps: allowedIps.join(', ') },
    })
    return describeToken({ ...found, token: { ...token, allowedIps } })
  })

type Ending = Pick<
  typeof apiTokens.$inferSelect,
  'id' | 'name' | 'live' | 'organizationId' | 'expiresAt' | 'deleteAt'
>

export const announceEnd = (tx: Transaction, { id, name, live, organizationId, ...ends }: Ending) =>
  addEvent(tx, {
    organizationId,
    type: 'token.expiring',
    live,
    data: { tokenId: id, name, endsAt: endOf(ends) },
  })
