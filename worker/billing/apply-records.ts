import { eq } from 'drizzle-orm'
import type { Queries } from '#db/client.ts'
import { organizations, paymentTransactions, subscriptions } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { pick } from '#worker/lib/pick.ts'
import { forgetOrganization } from '#worker/quota/cached-quotas.ts'
import type { PaddleSubscription, PaddleTransaction } from '#worker/services/paddle-records.ts'
import { inTransaction, type Transaction } from '#worker/transaction.ts'
import { type Applied, applySubscription } from './apply-subscription.ts'
import { applyTransaction } from './apply-transaction.ts'
import type { PaddleAccount } from './paddle-account.ts'
import { isOpen } from './refunds.ts'

export type Records = { transaction?: PaddleTransaction; subscription?: PaddleSubscription }

/** In one transaction. An older record changes nothing. The quota follows at the next call. */
export const applyRecords = (ctx: Context, account: PaddleAccount, records: Records): Promise<Applied> =>
  inTransaction(ctx, async (tx) => {
    const { transaction, subscription } = records
    const organization = await lockOrganization(tx, await findOwner(tx, records))
    const applied: Applied = subscription
      ? await applySubscription(tx, account, { organization, record: subscription })
      : organization || (transaction && isOpen(transaction))
        ? { kind: 'irrelevant', organization }
        : { kind: 'problem', code: 'UNKNOWN_ORGANIZATION', organization }
    if (!organization) return applied
    if (transaction && applied.kind !== 'problem') {
      await applyTransaction(tx, account, { organization, record: transaction })
    }
    // Even if nothing changed: the Worker may have been killed here after the last commit.
    tx.afterCommit(() => forgetOrganization(ctx, organization.id))
    return applied
  })

/** A known record belongs to its organization, whatever its custom data says. */
export async function findOwner(db: Queries, { transaction, subscription }: Records): Promise<string> {
  const [known] = await db
    .select({ id: subscriptions.organizationId })
    .from(subscriptions)
    .where(eq(subscriptions.subscriptionId, subscription?.id ?? transaction?.subscriptionId ?? ''))
  const [paid] = await db
    .select({ id: paymentTransactions.organizationId })
    .from(paymentTransactions)
    .where(eq(paymentTransactions.transactionId, transaction?.id ?? ''))
  const claim = (transaction ?? subscription)?.customData.organizationId
  return paid?.id ?? known?.id ?? claim ?? ''
}

async function lockOrganization(tx: Transaction, organizationId: string) {
  const [organization] = await tx
    .select(pick(organizations, 'id', 'name', 'tier', 'deleteAt'))
    .from(organizations)
    .where(eq(organizations.id, organizationId))
    .for('no key update')
  return organization
}
