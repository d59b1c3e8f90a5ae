import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { csvLine, csvStream } from '#worker/lib/csv-stream.ts'
import { logError } from '#worker/lib/log.ts'
import { type AuditEntry, type AuditFilter, auditEventName } from './contract.ts'
import { readPage } from './read-page.ts'

export const EXPORT_BATCH = 1_000

const HEADER = csvLine([
  'Time',
  'Person',
  'Event',
  'Subject',
  'Before',
  'After',
  'Network',
  'Device',
  'Request ID',
])
const BROKEN_OFF = csvLine(['The export was interrupted here. This file is incomplete.'])

type Input = AuditFilter & { organizationId: string }

/** Streams the organization's audit entries as UTF-8 CSV, newest first. */
export const exportAudit = (ctx: Context, input: Input): Promise<ReadableStream<Uint8Array>> =>
  csvStream({
    header: HEADER,
    lineOf,
    brokenOff: BROKEN_OFF,
    size: EXPORT_BATCH,
    read: (last) => readPage(ctx, { ...input, before: last?.id, limit: EXPORT_BATCH }),
    onFailure: (error) => {
      logError('audit export', error, ctx.requestId)
      return new AppError('SERVICE_UNAVAILABLE')
    },
  })

const lineOf = (entry: AuditEntry) =>
  csvLine([
    entry.createdAt,
    entry.actorEmail,
    auditEventName(entry.event) ?? entry.event,
    entry.subject,
    valuesOf(entry.before),
    valuesOf(entry.after),
    entry.network,
    entry.device,
    entry.requestId,
  ])

const valuesOf = (values: AuditEntry['before']) =>
  values &&
  Object.entries(values)
    .map(([name, value]) => `${name}: ${value ?? 'none'}`)
    .join(', ')
