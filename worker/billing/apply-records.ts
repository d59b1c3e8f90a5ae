import { eq } from 'drizzle-orm'
import { organizations } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { pick } from '#worker/lib/pick.ts'
import { inTransaction, type Transaction } from '#worker/transaction.ts'
import { type Applied, applySubscription } from './apply-subscription.ts'
import { applyTransaction } from './apply-transaction.ts'
import { findOwner, type Records, type UnknownOwner } from './find-owner.ts'
import type { PaddleAccount } from './paddle-account.ts'
import { isOpen, isSecondPayment } from './refunds.ts'

/**
 * In one transaction. An older record changes nothing. The quota follows at the next call. A second subscription's payment is
 * copied only if `isFirstFresh`: the first subscription was just read, so it hasn't ended.
 */
export const applyRecords = (
  ctx: Context,
  account: PaddleAccount,
  records: Records,
  { isFirstFresh = false } = {},
): Promise<Applied> =>
  inTransaction(ctx, async (tx) => {
    const { transaction, subscription } = records
    const owner = await findOwner(tx.ctx, tx, records)
    const organization = 'code' in owner ? undefined : await lockOrganization(tx, owner.organizationId)
    if (!organization)
      return withoutOrganization(records, 'code' in owner ? owner.code : 'UNKNOWN_ORGANIZATION')
    const applied: Applied = subscription
      ? await applySubscription(tx, account, { organization, record: subscription })
      : { kind: 'irrelevant', organization }
    if (applied.kind === 'second' && !isFirstFresh) return applied
    if (transaction && applied.kind !== 'problem') {
      const isForSecondSubscription = applied.kind === 'second' || isSecondPayment(transaction.adjustments)
      await applyTransaction(tx, account, { organization, record: transaction, isForSecondSubscription })
    }
    return applied
  })

/** For a record that shows what somebody else, Paddle or an earlier call changed. */
export const withoutActor = ({ actor: _, origin: __, ...ctx }: Context): Context => ctx

/** Nothing is wrong with a checkout that isn't paid, or a subscription that ends. */
function withoutOrganization({ transaction, subscription }: Records, code: UnknownOwner['code']): Applied {
  const isOver = subscription
    ? subscription.status === 'canceled' || subscription.scheduledChange?.action === 'cancel'
    : transaction !== undefined && isOpen(transaction)
  return isOver
    ? { kind: 'irrelevant', organization: undefined }
    : { kind: 'problem', code, organization: undefined }
}

async function lockOrganization(tx: Transaction, organizationId: string) {
  const [organization] = await tx
    .select(pick(organizations, 'id', 'name', 'tier', 'deleteAt', 'contractLimit', 'hasFreeQuota'))
    .from(organizations)
    .where(eq(organizations.id, organizationId))
    .for('no key update')
  return organization
}
