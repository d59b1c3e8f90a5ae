import { eq, type SQL } from 'drizzle-orm'
import { organizations, users } from '#db/schema/index.ts'
import { AppError } from './errors.ts'
import type { Transaction } from './transaction.ts'

/** Before a transaction changes members or checks a limit. It doesn't block writes of activity. */
export const lockOrganization = (tx: Transaction, organizationId: string) =>
  lockOrganizations(tx, eq(organizations.id, organizationId))

export const lockOrganizations = (tx: Transaction, where: SQL) =>
  tx
    .select({ id: organizations.id, status: organizations.status, deleteAt: organizations.deleteAt })
    .from(organizations)
    .where(where)
    .orderBy(organizations.id)
    .for('no key update')

/** After locks of organizations, and before a transaction reads or ends the user's sessions. */
export const lockUser = (tx: Transaction, where: SQL | undefined) =>
  tx.select().from(users).where(where).for('no key update')

/** The signed-in user. Throws NOT_SIGNED_IN if the account was deleted or disabled since. */
export async function lockCaller(tx: Transaction, id: number) {
  const [user] = await lockUser(tx, eq(users.id, id))
  if (!user || user.disabledAt) throw new AppError('NOT_SIGNED_IN')
  return user
}
