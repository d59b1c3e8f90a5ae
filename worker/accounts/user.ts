import type { SQL } from 'drizzle-orm'
import { users } from '#db/schema/index.ts'
import type { Transaction } from '#worker/transaction.ts'
import type { User } from './contract.ts'

type Row = Pick<
  typeof users.$inferSelect,
  'id' | 'email' | 'role' | 'firstName' | 'lastName' | 'timeZone' | 'createdAt'
>

export const describeUser = (
  { id, email, role, firstName, lastName, timeZone, createdAt }: Row,
  organizationId: string | null,
): User => ({
  id,
  email,
  role,
  organizationId,
  firstName,
  lastName,
  timeZone,
  createdAt: createdAt.toISOString(),
})

/**
 * Comes after locks of organizations, and before a transaction reads or ends the user's sessions, so that it sees one
 * that was just opened.
 */
export const lockUser = (tx: Transaction, where: SQL | undefined) =>
  tx.select().from(users).where(where).for('no key update')
