import { eq } from 'drizzle-orm'
import { organizations } from '#db/schema/index.ts'
import { queueEmail } from '#worker/mail/outbox.ts'
import type { Email } from '#worker/services/resend.ts'
import { oneRow, type Transaction } from '#worker/transaction.ts'
import { listAdmins } from './list-admins.ts'

type Admin = { userId: number; to: string; organizationName: string }

/** One email to each admin. None for an admin of whom `compose` returns undefined. */
export async function emailAdmins(
  tx: Transaction,
  organizationId: string,
  compose: (admin: Admin) => Email | undefined,
): Promise<void> {
  const { name: organizationName } = await tx
    .select({ name: organizations.name })
    .from(organizations)
    .where(eq(organizations.id, organizationId))
    .then(oneRow)
  const admins = await listAdmins(tx, [organizationId])
  const emails = admins.flatMap(({ userId, email: to }) => compose({ userId, to, organizationName }) ?? [])
  await queueEmail(tx, ...emails)
}
