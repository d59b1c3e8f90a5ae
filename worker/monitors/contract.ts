import * as z from 'zod'
import { monitorFields, monitorIntervals } from '#db/enums.ts'
import { batchParamSchema, uploadQuerySchema } from '#worker/batches/contract.ts'
import { cursor, plain } from '#worker/lib/text.ts'
import { results, validateSchema } from '#worker/validation/contract.ts'
import { registerOutcomeSchema } from '#worker/validation/sandbox/contract.ts'

export * from './constants.ts'

export const MAX_TEST_MONITORS = 10
export const MONITOR_PAGE_SIZE = 100
export const MAX_SEARCH_LENGTH = 200
export const HISTORY_SIZE = 100
export const HISTORY_DAYS = 730
export const CHECK_HOURS = 12
/** A change is listed at most this long after its `changedAt`: when its transaction ends, which a job or a queue allows 15 minutes. */
export const CHANGE_LAG_MINUTES = 15

export { monitorFields, monitorIntervals }
export type MonitorInterval = (typeof monitorIntervals)[number]

export const MAX_LISTED_INVALID_ROWS = 100

export type MonitorField = (typeof monitorFields)[number]

const every = z.enum(monitorIntervals, 'every must be "day", "week" or "month"')
const name = validateSchema.shape.name
const customId = z.optional(plain('customId', { max: 200 }))
const organizationId = z.string().max(64).optional()

export const createMonitorSchema = z.strictObject({
  countryCode: validateSchema.shape.countryCode,
  tin: validateSchema.shape.tin,
  type: validateSchema.shape.type,
  kind: validateSchema.shape.kind,
  name,
  every,
  customId,
  sandbox: z.optional(registerOutcomeSchema),
  organizationId,
})

/** An empty name or customId removes it. */
export const updateMonitorSchema = z.strictObject({
  every: every.optional(),
  name,
  customId,
  paused: z.boolean().optional(),
  organizationId,
})

export const importBatchSchema = z.strictObject({
  batchId: batchParamSchema.shape.batchId,
  every,
  organizationId,
})
export const importFileSchema = uploadQuerySchema.extend({ every })

export const monitorParamSchema = z.object({ monitorId: z.string().regex(/^monitor_[0-9A-Za-z]{22}$/) })

export const listMonitorsSchema = z.strictObject({
  search: z.optional(plain('search', { max: MAX_SEARCH_LENGTH }).check(z.trim())),
  result: z.enum(results).optional(),
  // PostgreSQL reads neither the year 0 nor years of five digits.
  changedSince: z.iso
    .datetime({ offset: true, abort: true })
    .refine((text) => /^(?!0000)\d{4}-/.test(new Date(text).toISOString()), 'changedSince is out of range')
    .optional(),
  state: z.enum(['active', 'paused', 'failing']).optional(),
  cursor: z.optional(cursor),
  limit: z.coerce.number().int().min(1).max(MONITOR_PAGE_SIZE).default(20),
  organizationId,
})

export const monitorAnswerSchema = z.object({
  result: z.enum(results),
  reason: z.string(),
  name: z.string().nullable(),
  address: z.string().nullable(),
  status: z.string().nullable(),
  register: z.string().nullable(),
})

export const monitorSchema = z.object({
  id: z.string(),
  live: z.boolean(),
  countryCode: z.string(),
  tin: z.string(),
  type: z.string().nullable(),
  name: z.string().nullable(),
  customId: z.string().nullable(),
  every,
  pausedBy: z.enum(['member', 'plan']).nullable(),
  answer: monitorAnswerSchema.nullable(),
  checkedAt: z.iso.datetime().nullable(),
  nextCheckAt: z.iso.datetime().nullable(),
  changedAt: z.iso.datetime().nullable(),
  differsSince: z.iso.datetime().nullable(),
  failingSince: z.iso.datetime().nullable(),
  createdBy: z.string().nullable(),
  createdAt: z.iso.datetime(),
})

export const monitorChangeSchema = z.object({
  at: z.iso.datetime(),
  changed: z.array(z.enum(monitorFields)),
  before: monitorAnswerSchema.nullable(),
  after: monitorAnswerSchema,
})

export const monitorWithHistorySchema = monitorSchema.extend({ history: z.array(monitorChangeSchema) })

export const monitorListSchema = z.object({
  monitors: z.array(monitorSchema),
  next: z.string().nullable(),
  monitorCount: z.number().int(),
  monitorLimit: z.number().int(),
})

export const importedSchema = z.object({
  created: z.number().int(),
  existing: z.number().int(),
  invalid: z.number().int(),
  overLimit: z.number().int(),
  invalidRows: z.array(z.object({ line: z.number().int(), reason: z.string() })),
})

export type CreateMonitor = z.input<typeof createMonitorSchema>
export type UpdateMonitor = z.input<typeof updateMonitorSchema>
export type ImportBatch = z.input<typeof importBatchSchema>
export type MonitorAnswer = z.infer<typeof monitorAnswerSchema>
export type Monitor = z.infer<typeof monitorSchema>
export type MonitorChange = z.infer<typeof monitorChangeSchema>
export type MonitorWithHistory = z.infer<typeof monitorWithHistorySchema>
export type MonitorList = z.infer<typeof monitorListSchema>
export type Imported = z.infer<typeof importedSchema>
export type InvalidRow = Imported['invalidRows'][number]
