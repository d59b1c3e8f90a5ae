import { lt } from 'drizzle-orm'
import { auditEntries } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { DAY, deleteInBatches, type JobResult, toJobResult } from './job.ts'

const LIMITS = { size: 5_000, batches: 20 }

export async function deleteOldAuditEntries(ctx: Context): Promise<JobResult> {
  const oldest = new Date(ctx.now.getTime() - ctx.settings.AUDIT_RETENTION_DAYS * DAY)
  const entries = await deleteInBatches(ctx, LIMITS, auditEntries, {
    where: lt(auditEntries.timestamp, oldest),
    orderBy: auditEntries.timestamp,
  })
  return toJobResult({ entries })
}
