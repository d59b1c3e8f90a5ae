import { and, type Column, desc, eq, gte, lt, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { auditEntries, users } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import type { AuditEntry, AuditFilter } from './contract.ts'

const DAY = 86_400_000

/** One organization or account, or all. */
type Scope = { organizationId?: string | undefined; accountId?: number | undefined }

type AuditPage = AuditFilter &
  Scope & {
    /** Of the actor or the account. */
    email?: string | undefined
    before?: number | undefined
    limit: number
  }

/** Newest first. */
export async function readPage({ db }: Context, page: AuditPage): Promise<AuditEntry[]> {
  const { actorId, event, email, before, limit } = page
  const entries = auditEntries
  const userId = db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.email, email ?? ''))
  const rows = await db
    .select({
      id: entries.id,
      event: entries.event,
      actorEmail: entries.actorEmail,
      organizationId: entries.organizationId,
      subject: entries.subject,
      before: entries.before,
      after: entries.after,
      network: entries.network,
      device: entries.device,
      requestId: entries.requestId,
      createdAt: entries.timestamp,
    })
    .from(entries)
    .where(
      and(
        isInScope(entries, page),
        event && eq(entries.event, event),
        actorId === undefined ? undefined : eq(entries.actorId, actorId),
        email === undefined ? undefined : or(eq(entries.actorId, userId), eq(entries.accountId, userId)),
        ...isWithin(page),
        before === undefined ? undefined : isBefore(before, page),
      ),
    )
    .orderBy(desc(entries.timestamp), desc(entries.id))
    .limit(limit)
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }))
}

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
