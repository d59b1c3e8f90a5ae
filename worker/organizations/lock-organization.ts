import { eq, type SQL } from 'drizzle-orm'
import { organizations } from '#db/schema/index.ts'
import type { Transaction } from '#worker/transaction.ts'

/**
 * First in a transaction that changes members or checks a limit, so that it sees every earlier change. It doesn't block
 * writes of activity.
 */
export const lockOrganization = (tx: Transaction, organizationId: string) =>
  lockOrganizations(tx, eq(organizations.id, organizationId))

export const lockOrganizations = (tx: Transaction, where: SQL) =>
  tx
    .select({ id: organizations.id })
    .from(organizations)
    .where(where)
    .orderBy(organizations.id)
    .for('no key update')
