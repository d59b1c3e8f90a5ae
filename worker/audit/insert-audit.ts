import type { Column, SQL, WithSubquery } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { insertFrom } from '#db/insert-from.ts'
import { type AuditValues, auditEntries } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { deviceOf } from '#worker/lib/device.ts'
import type { Transaction } from '#worker/transaction.ts'
import type { AuditEvent } from './contract.ts'

type Entry<Text, Id, Values> = {
  event: AuditEvent
  organizationId?: Text | undefined
  /** The account that the event is about. */
  accountId?: Id | undefined
  /** By default the signed-in user. Null if nobody is known to have done it. */
  actor?: { id: Id; email: Text } | null
  /** The name or address of what was changed. */
  subject?: Text | undefined
  before?: Values | undefined
  after?: Values | undefined
}

/** Columns are those of the source. */
export type AuditEntry = Entry<string | Column | SQL, number | Column | SQL, AuditValues | SQL>

function columnsOf<Text, Id, Values>(
  { actor: signedIn, origin, requestId }: Context,
  { actor, ...entry }: Entry<Text, Id, Values>,
) {
  const { id, email } = actor === undefined ? { ...signedIn } : { ...actor }
  return {
    ...entry,
    actorId: id,
    actorEmail: email,
    network: origin?.network,
    device: origin && deviceOf(origin.userAgent ?? null),
    requestId,
  }
}

/** Inserts one entry per row of `source`. Runs in the statement or batch of the change, so that neither exists alone. */
export const insertAudit = (
  ctx: Context,
  entry: AuditEntry,
  source: WithSubquery | PgTable,
  condition?: SQL,
) =>
  insertFrom(ctx.db, auditEntries, columnsOf(ctx, entry), (values) =>
    ctx.db.select(values).from(source).where(condition),
  )

/** `insertAudit` as a part of the statement that makes the change. */
export function auditPart(ctx: Context, entry: AuditEntry, source: WithSubquery | PgTable, condition?: SQL) {
  return ctx.db.$with(`audit_${entry.event}`).as(insertAudit(ctx, entry, source, condition))
}

/** Writes the entry with the change, so that neither exists alone. */
export const audit = (tx: Transaction, entry: Entry<string, number, AuditValues>) =>
  tx.insert(auditEntries).values(columnsOf(tx.ctx, entry))

/** For events that change nothing else, such as a failed sign-in. */
export const recordAudit = (ctx: Context, entry: Entry<string, number, AuditValues>) =>
  ctx.db.insert(auditEntries).values(columnsOf(ctx, entry))
