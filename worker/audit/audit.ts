import { type AuditValues, auditEntries } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { deviceOf } from '#worker/lib/device.ts'
import type { Transaction } from '#worker/transaction.ts'
import type { AuditEvent } from './contract.ts'

type AuditEntry = {
  event: AuditEvent
  organizationId?: string | undefined
  accountId?: number | undefined
  /** The signed-in user by default. Null if nobody is known to have done it. */
  actor?: { id: number; email: string } | null
  subject?: string | undefined
  before?: AuditValues | undefined
  after?: AuditValues | undefined
}

function columnsOf({ actor: signedIn, origin, requestId }: Context, { actor, ...entry }: AuditEntry) {
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

export const audit = (tx: Transaction, entry: AuditEntry) =>
  tx.insert(auditEntries).values(columnsOf(tx.ctx, entry))

/** Writes nothing and returns false if nothing changed. */
export async function auditChange(
  tx: Transaction,
  entry: AuditEntry & { before: AuditValues | undefined; after: AuditValues },
): Promise<boolean> {
  const isChanged = JSON.stringify(entry.before) !== JSON.stringify(entry.after)
  if (isChanged) await audit(tx, entry)
  return isChanged
}

export const recordAudit = (ctx: Context, entry: AuditEntry) =>
  ctx.db.insert(auditEntries).values(columnsOf(ctx, entry))
