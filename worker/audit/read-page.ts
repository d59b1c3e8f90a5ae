import { and, eq, gte, lt, type SQL } from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'
import type { Db } from '#db/client.ts'
import { cursorOf, isOlder, newestFirst, pageOf } from '#db/newest-first.ts'
import { auditEntries, users } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { pick, withIsoDates } from '#worker/lib/pick.ts'
import { DAY } from '#worker/lib/time.ts'
import type { AllAuditFilter, AuditEntry, AuditList } from './contract.ts'

type AuditPage = AllAuditFilter & {
  accountId?: number | undefined
  before?: string | undefined
  limit: number
}

export type PlacedEntry = AuditEntry & { cursor: string }

export async function readPage(ctx: Context, { limit, ...page }: AuditPage): Promise<AuditList> {
  const { page: placed, next } = pageOf(await readEntries(ctx, { ...page, limit: limit + 1 }), limit)
  return { entries: placed.map(({ cursor: _, ...entry }) => entry), next }
}

export async function readCustomerPage(ctx: Context, page: AuditPage): Promise<AuditList> {
  const { entries, next } = await readPage(ctx, page)
  return { entries: entries.map(forCustomers), next }
}

/** Without the person at Tinproof who made a change, where from, and how that person checked an identity. */
export const forCustomers = <Entry extends AuditEntry>(entry: Entry): Entry =>
  entry.event.startsWith('admin.')
    ? {
        ...entry,
        actorEmail: null,
        network: null,
        device: null,
        ...(entry.event === 'admin.two_factor_reset' && { after: null }),
      }
    : entry

export async function readEntries({ db }: Context, page: AuditPage): Promise<PlacedEntry[]> {
  const { email, limit } = page
  const newest = (isTheirs?: SQL) =>
    db
      .select(columns)
      .from(auditEntries)
      .where(and(matches(page), isTheirs))
      .orderBy(...newestFirst(list))
      .limit(limit)
  // Of a deleted account, or before the email changed.
  const hadEmail = email === undefined ? undefined : eq(auditEntries.actorEmail, email)
  const personId = email === undefined ? undefined : await findUserId(db, email)
  // The newest of each come from an index. With one condition for both, PostgreSQL would read all entries of a person.
  const rows = await (personId === undefined
    ? newest(hadEmail)
    : union(
        newest(hadEmail),
        newest(eq(auditEntries.actorId, personId)),
        newest(eq(auditEntries.accountId, personId)),
      )
        .orderBy(...newestFirst(list))
        .limit(limit))
  return rows.map(withIsoDates)
}

/** Read in a statement of its own, because PostgreSQL chooses the index by the person's number of entries. */
async function findUserId(db: Db, email: string): Promise<number | undefined> {
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.email, email))
  return user?.id
}

const list = { createdAt: auditEntries.timestamp, id: auditEntries.id }

const columns = {
  ...pick(auditEntries, 'id', 'event', 'actorEmail', 'organizationId', 'subject'),
  ...pick(auditEntries, 'before', 'after', 'network', 'device', 'requestId'),
  createdAt: auditEntries.timestamp,
  cursor: cursorOf(list),
}

const matches = (page: AuditPage): SQL | undefined =>
  and(
    page.organizationId === undefined ? undefined : eq(auditEntries.organizationId, page.organizationId),
    page.accountId === undefined ? undefined : eq(auditEntries.accountId, page.accountId),
    page.event && eq(auditEntries.event, page.event),
    page.actorId === undefined ? undefined : eq(auditEntries.actorId, page.actorId),
    ...isWithin(page),
    isOlder(list, page.before),
  )

function isWithin({ day }: AuditPage): (SQL | undefined)[] {
  if (day === undefined) return []
  const start = new Date(`${day}T00:00:00Z`)
  const end = new Date(start.getTime() + DAY)
  return [gte(auditEntries.timestamp, start), lt(auditEntries.timestamp, end)]
}
