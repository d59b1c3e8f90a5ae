import type { users } from '#db/schema/index.ts'
import { pick, withIsoDates } from '#worker/lib/pick.ts'
import { userFields } from '#worker/membership/membership.ts'
import type { User } from './contract.ts'

export const describeUser = (
  row: Pick<typeof users.$inferSelect, (typeof userFields)[number]>,
  organizationId: string | null,
): User => ({ ...withIsoDates(pick(row, ...userFields)), organizationId })
