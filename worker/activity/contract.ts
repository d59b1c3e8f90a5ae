import * as z from 'zod'
import { outcomes, usageRanges } from './constants.ts'

export * from './constants.ts'

const ACTIVITY_PAGE_SIZE = 100

const organizationId = z.string().max(64).optional()

const activityFilterSchema = z.object({
  status: z.coerce.number().int().min(100).max(599).optional(),
  endpoint: z
    .string()
    .min(1)
    .max(200)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'endpoint must not contain control characters')
    .optional(),
  tokenId: z.coerce.number().int().positive().max(2_147_483_647).optional(),
  day: z.iso
    .date()
    .refine((day) => day > '1970' && day < '9999', 'day is out of range')
    .optional(),
})

export const activityQuerySchema = activityFilterSchema.extend({
  before: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
  limit: z.coerce.number().int().min(1).max(ACTIVITY_PAGE_SIZE).default(ACTIVITY_PAGE_SIZE),
  organizationId,
})
export const activityExportSchema = activityFilterSchema.extend({ organizationId })

const activitySchema = z.object({
  id: z.number().int(),
  method: z.string(),
  endpoint: z.string(),
  status: z.number().int(),
  outcome: z.enum(outcomes),
  /** In milliseconds, like the next two. */
  responseTime: z.number().int(),
  quotaTime: z.number().int().nullable(),
  /** Null if no register was needed. */
  registerTime: z.number().int().nullable(),
  errorCode: z.string().nullable(),
  country: z.string().nullable(),
  tokenId: z.number().int().nullable(),
  tokenName: z.string().nullable(),
  requestId: z.uuid(),
  rows: z.number().int().nullable(),
  createdAt: z.iso.datetime(),
})

const countsSchema = z.object({
  valid: z.number().int(),
  invalid: z.number().int(),
  unknown: z.number().int(),
  refused: z.number().int(),
})

const activityDaySchema = countsSchema.extend({ day: z.iso.date() })

const activityHourSchema = countsSchema.extend({
  hour: z.iso.datetime(),
})

const callDetailSchema = activitySchema.extend({
  /** The batch that the call created; null for a single call, or if the batch was deleted. */
  batchId: z.string().nullable(),
  errorMessage: z.string().nullable(),
  docs: z.string().nullable(),
})

export const usageQuerySchema = z.object({ range: z.enum(usageRanges).default('30d'), organizationId })
export const callParamSchema = z.object({ requestId: z.uuid() })

const usageSchema = z.object({
  tokens: z.array(
    countsSchema.extend({ tokenId: z.number().int().nullable(), tokenName: z.string().nullable() }),
  ),
  countries: z.array(countsSchema.extend({ country: z.string().nullable() })),
})

export type ActivityFilter = z.infer<typeof activityFilterSchema>
export type ActivityQuery = z.infer<typeof activityQuerySchema>
export type OutcomeCounts = z.infer<typeof countsSchema>
export type ActivityHour = z.infer<typeof activityHourSchema>
export type CallDetail = z.infer<typeof callDetailSchema>
export type Usage = z.infer<typeof usageSchema>
export type Activity = z.infer<typeof activitySchema>
export type ActivityDay = z.infer<typeof activityDaySchema>
