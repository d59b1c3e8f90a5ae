import type { Context } from '#worker/context.ts'
import { type CsvColumns, csvExport } from '#worker/lib/csv-stream.ts'
import { type AuditEntry, type AuditFilter, auditEventName } from './contract.ts'
import { forCustomers, type PlacedEntry, readEntries } from './read-page.ts'

export const EXPORT_BATCH = 1_000

const columns: CsvColumns<AuditEntry> = [
  ['Time', (entry) => entry.createdAt],
  ['Person', (entry) => entry.actorEmail],
  ['Event', (entry) => auditEventName(entry.event) ?? entry.event],
  ['Subject', (entry) => entry.subject],
  ['Before', (entry) => valuesOf(entry.before)],
  ['After', (entry) => valuesOf(entry.after)],
  ['Network', (entry) => entry.network],
  ['Device', (entry) => entry.device],
  ['Request ID', (entry) => entry.requestId],
]

const valuesOf = (values: AuditEntry['before']) =>
  values &&
  Object.entries(values)
    .map(([name, value]) => `${name}: ${value ?? 'none'}`)
    .join(', ')

type Input = AuditFilter & { organizationId: string }

export const exportAudit = (ctx: Context, input: Input) =>
  csvExport(columns, {
    what: 'audit export',
    requestId: ctx.requestId,
    size: EXPORT_BATCH,
    read: async (last?: PlacedEntry) => {
      const entries = await readEntries(ctx, { ...input, before: last?.cursor, limit: EXPORT_BATCH })
      return entries.map(forCustomers)
    },
  })
