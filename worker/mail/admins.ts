import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Queries } from '#db/client.ts'
import { memberships, organizations, users } from '#db/schema/index.ts'
import { pick } from '#worker/lib/pick.ts'
import { queueEmail } from '#worker/mail/outbox.ts'
import type { Email } from '#worker/services/resend.ts'
import { oneRow, type Transaction } from '#worker/transaction.ts'

const MAX_ADMINS = 50

type OrganizationAdmin = {
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

export type Admin = { userId: number; to: string; organizationName: string; quotaEmails: boolean }
type Compose = (admin: Admin) => Email | undefined

/** One to each admin. None to an admin for whom `compose` returns undefined. */
export async function emailsToAdmins(
  tx: Transaction,
  organizationId: string,
  compose: Compose,
): Promise<Email[]> {
  const { name: organizationName } = await tx
    .select({ name: organizations.name })
    .from(organizations)
    .where(eq(organizations.id, organizationId))
    .then(oneRow)
  const admins = await listAdmins(tx, [organizationId])
  return admins.flatMap(
    ({ userId, email: to, quotaEmails }) => compose({ userId, to, organizationName, quotaEmails }) ?? [],
  )
}

export const emailAdmins = async (tx: Transaction, organizationId: string, compose: Compose): Promise<void> =>
  queueEmail(tx, ...(await emailsToAdmins(tx, organizationId, compose)))
