import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Queries } from '#db/client.ts'
import { memberships, organizations, users } from '#db/schema/index.ts'
import { pick } from '#worker/lib/pick.ts'
import { queueEmail } from '#worker/mail/outbox.ts'
import type { Email } from '#worker/services/resend.ts'
import { oneRow, type Transaction } from '#worker/transaction.ts'

const MAX_ADMINS = 50

export type OrganizationAdmin = {
  organizationId: string
  userId: number
  email: string
  quotaEmails: boolean
}

/** Who receives an organization's emails: up to 50 admins each, the first members first. */
export async function listAdmins(
  db: Queries,
  organizationIds: readonly string[],
): Promise<OrganizationAdmin[]> {
  const ranked = db
    .select({
      organizationId: memberships.organizationId,
      userId: users.id,
      ...pick(users, 'email', 'quotaEmails'),
      rank: sql<number>`row_number() over (partition by ${memberships.organizationId} order by ${memberships.id})`.as(
        'rank',
      ),
    })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(inArray(memberships.organizationId, [...organizationIds]), eq(memberships.role, 'admin')))
    .as('ranked')
  return db
    .select(pick(ranked, 'organizationId', 'userId', 'email', 'quotaEmails'))
    .from(ranked)
    .where(sql`${ranked.rank} <= ${MAX_ADMINS}`)
    .orderBy(ranked.organizationId, ranked.rank)
}

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
