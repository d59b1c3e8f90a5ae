import { and, exists, inArray, ne, type SQL, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import { apiTokens, organizations } from '#db/schema/index.ts'
import { now, secondsFromNow } from '#db/time.ts'
import { audit, auditPart } from '#worker/audit/insert-audit.ts'
import { requestJobsFrom, requestJobsOf } from '#worker/billing/request-job.ts'
import type { Context } from '#worker/context.ts'
import { cacheDeletedToken, forgetOrganization, type TokenKey } from '#worker/quota/cache-changes.ts'
import { DEFAULT_TOKEN_NAME } from '#worker/tokens/contract.ts'
import { projectOfToken } from '#worker/tokens/list.ts'
import { revokeTokens } from '#worker/tokens/revoke-tokens.ts'
import type { Transaction } from '#worker/transaction.ts'
import { DELETION_GRACE_DAYS } from './contract.ts'

/**
 * Stops the organizations, revokes their tokens and cancels their subscriptions by payment jobs. `default` and the rows
 * of project keys stay for an organization that is restored. Lock the organizations first.
 */
export async function scheduleDeletion(tx: Transaction, organizationIds: readonly string[]): Promise<void> {
  const ids = [...organizationIds].sort()
  if (ids.length === 0) return
  const stopped = await tx
    .update(organizations)
    .set({
      deleteAt: sql`coalesce(${organizations.deleteAt}, ${secondsFromNow(DELETION_GRACE_DAYS * 86_400)})`,
      status: sql`case when ${organizations.status} = 'ACTIVE' then 'DISABLED' else ${organizations.status} end`,
    })
    .where(inArray(organizations.id, ids))
    .returning({ id: organizations.id, name: organizations.name })
  for (const { id, name } of stopped)
    await audit(tx, { event: 'organization.deleted', organizationId: id, subject: name })
  await revokeTokens(tx, inArray(apiTokens.organizationId, ids))
  await requestJobsOf(tx, ids)
  tx.afterCommit(() => Promise.all(ids.map((id) => forgetOrganization(tx.ctx, id))))
}

/**
 * CTEs that stop the organizations of `where`, revoke their tokens and cancel their subscriptions by payment jobs.
 * `default` and the rows of project keys stay for an organization that is restored. Lock the organizations first.
 */
export function scheduleDeletionParts(ctx: Context, where: SQL | undefined) {
  const { db } = ctx
  const scheduled = db.$with('scheduled').as(
    db
      .update(organizations)
      .set({
        deleteAt: sql`coalesce(${organizations.deleteAt}, ${secondsFromNow(DELETION_GRACE_DAYS * 86_400)})`,
        status: sql`case when ${organizations.status} = 'ACTIVE' then 'DISABLED' else ${organizations.status} end`,
      })
      .where(where)
      .returning({ id: organizations.id, name: organizations.name }),
  )
  const audit = auditPart(
    ctx,
    { event: 'organization.deleted', organizationId: scheduled.id, subject: scheduled.name },
    scheduled,
  )
  const ids = db.select({ id: scheduled.id }).from(scheduled)
  const keyOfProject = exists(projectOfToken(db))
  const deletedTokens = db.$with('deleted_tokens').as(
    db
      .delete(apiTokens)
      .where(
        and(
          inArray(apiTokens.organizationId, ids),
          ne(apiTokens.name, DEFAULT_TOKEN_NAME),
          sql`not ${keyOfProject}`,
        ),
      )
      .returning({ organizationId: apiTokens.organizationId, tokenHash: apiTokens.token }),
  )
  const revokedKeys = db.$with('revoked_keys').as(
    db
      .update(apiTokens)
      .set({ expiresAt: now })
      .where(and(inArray(apiTokens.organizationId, ids), keyOfProject))
      .returning({ organizationId: apiTokens.organizationId, tokenHash: apiTokens.token }),
  )
  const revoked = db
    .$with('revoked')
    .as(unionAll(db.select().from(deletedTokens), db.select().from(revokedKeys)))
  const subscriptionJobs = db.$with('subscription_jobs').as(requestJobsFrom(db, scheduled))
  return {
    scheduled,
    revoked,
    parts: [scheduled, audit, deletedTokens, revokedKeys, revoked, subscriptionJobs],
  }
}

/** Call after the deletion is committed. */
export async function stopCalls(
  ctx: Context,
  organizationIds: readonly string[],
  revoked: readonly TokenKey[],
): Promise<void> {
  await Promise.all([
    ...organizationIds.map((id) => forgetOrganization(ctx, id)),
    ...revoked.map((token) => cacheDeletedToken(ctx, token)),
  ])
}
