import * as z from 'zod'
import { outcomes } from './constants.ts'

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
  responseTime: z.number().int(),
  country: z.string().nullable(),
  tokenId: z.number().int().nullable(),
  tokenName: z.string().nullable(),
  requestId: z.uuid(),
  /** Of a batch; null for a single call. */
  rows: z.number().int().nullable(),
  createdAt: z.iso.datetime(),
})

const activityDaySchema = z.object({
  day: z.iso.date(),
  valid: z.number().int(),
  invalid: z.number().int(),
  unknown: z.number().int(),
  refused: z.number().int(),
})

export type ActivityFilter = z.infer<typeof activityFilterSchema>
export type ActivityQuery = z.infer<typeof activityQuerySchema>
export type Activity = z.infer<typeof activitySchema>
export type ActivityDay = z.infer<typeof activityDaySchema>
