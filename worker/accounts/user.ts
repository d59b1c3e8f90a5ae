import type { users } from '#db/schema/index.ts'
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
