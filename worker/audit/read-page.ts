import { and, type Column, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm'
import { alias, union } from 'drizzle-orm/pg-core'
import type { Db } from '#db/client.ts'
import { auditEntries, users } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { withIsoDates } from '#worker/lib/pick.ts'
import type { AuditEntry, AuditFilter } from './contract.ts'

const DAY = 86_400_000

type Scope = { organizationId?: string | undefined; accountId?: number | undefined }

type AuditPage = AuditFilter &
  Scope & {
    email?: string | undefined
    before?: number | undefined
    limit: number
  }

export async function readPage({ db }: Context, page: AuditPage): Promise<AuditEntry[]> {
  const { email, limit } = page
  const newestFirst = [desc(auditEntries.timestamp), desc(auditEntries.id)] as const
  const newest = (isTheirs?: SQL) =>
    db
      .select(columns)
      .from(auditEntries)
      .where(and(matches(page), isTheirs))
      .orderBy(...newestFirst)
      .limit(limit)
  const personId = email === undefined ? undefined : await findUserId(db, email)
  if (email !== undefined && personId === undefined) return []
  // The newest of each come from an index. With one condition for both, PostgreSQL would read all entries of a person.
  const rows = await (personId === undefined
    ? newest()
    : union(newest(eq(auditEntries.actorId, personId)), newest(eq(auditEntries.accountId, personId)))
        .orderBy(...newestFirst)
        .limit(limit))
  return rows.map(withIsoDates)
}

/** What customers see: not who at Tinproof made a change, from where, and how that person checked an identity. */
export const readCustomerPage = async (ctx: Context, page: AuditPage): Promise<AuditEntry[]> =>
  (await readPage(ctx, page)).map((entry) => (isByStaff(entry) ? withoutStaff(entry) : entry))

const isByStaff = ({ event }: AuditEntry) => event.startsWith('admin.')

const withoutStaff = (entry: AuditEntry): AuditEntry => ({
  ...entry,
  actorEmail: null,
  network: null,
  device: null,
  ...(entry.event === 'admin.two_factor_reset' && { after: null }),
})

/** Read in a statement of its own, because PostgreSQL chooses the index by the person's number of entries. */
async function findUserId(db: Db, email: string): Promise<number | undefined> {
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.email, email))
  return user?.id
}

const columns = {
  id: auditEntries.id,
  event: auditEntries.event,
  actorEmail: auditEntries.actorEmail,
  organizationId: auditEntries.organizationId,
  subject: auditEntries.subject,
  before: auditEntries.before,
  after: auditEntries.after,
  network: auditEntries.network,
  device: auditEntries.device,
  requestId: auditEntries.requestId,
  createdAt: auditEntries.timestamp,
}

const matches = (page: AuditPage): SQL | undefined =>
  and(
    isInScope(auditEntries, page),
    page.event && eq(auditEntries.event, page.event),
    page.actorId === undefined ? undefined : eq(auditEntries.actorId, page.actorId),
    ...isWithin(page),
    page.before === undefined ? undefined : isBefore(page.before, page),
  )

const isInScope = (
  table: Record<'organizationId' | 'accountId', Column>,
  { organizationId, accountId }: Scope,
): SQL | undefined =>
  and(
    organizationId === undefined ? undefined : eq(table.organizationId, organizationId),
    accountId === undefined ? undefined : eq(table.accountId, accountId),
  )

function isWithin({ day }: AuditPage): (SQL | undefined)[] {
  if (day === undefined) return []
  const start = new Date(`${day}T00:00:00Z`)
  const end = new Date(start.getTime() + DAY)
  return [gte(auditEntries.timestamp, start), lt(auditEntries.timestamp, end)]
}

const seen = alias(auditEntries, 'seen')

/** Nothing follows an entry that was deleted (retention deletes the oldest first) or that is outside of the scope. */
const isBefore = (id: number, scope: Scope): SQL =>
  sql`(${auditEntries.timestamp}, ${auditEntries.id}) < (select ${seen.timestamp}, ${seen.id} from ${auditEntries} ${seen} where ${and(eq(seen.id, id), isInScope(seen, scope))})`
