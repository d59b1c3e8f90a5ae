import { inArray, sql } from 'drizzle-orm'
import { apiTokens, organizations } from '#db/schema/index.ts'
import { secondsFromNow } from '#db/time.ts'
import { audit } from '#worker/audit/audit.ts'
import { requestJobsOf } from '#worker/billing/payment-jobs.ts'
import { DELETION_GRACE_DAYS } from '#worker/membership/constants.ts'
import { refreshAfterCommit } from '#worker/quota/refresh-organization.ts'
import { revokeTokens } from '#worker/tokens/revoke-tokens.ts'
import type { Transaction } from '#worker/transaction.ts'
import { releaseFreeQuotas } from './free-quota.ts'

/** Keeps `default` and the rows of project keys, in case the organization is restored. Lock the organizations first. */
export async function scheduleDeletion(tx: Transaction, ids: readonly string[]): Promise<void> {
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
  await refreshAfterCommit(tx, ...ids)
  await releaseFreeQuotas(tx, ids)
  await revokeTokens(tx, inArray(apiTokens.organizationId, ids))
  await requestJobsOf(tx, ids)
}
