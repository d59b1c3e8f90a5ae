import * as z from 'zod'
import { day, plain } from '#worker/lib/text.ts'
import type { ValidateRequest, ValidationResponse } from '#worker/validation/contract.ts'
import { type Outcome, type OutcomeCounts, usageRanges } from './constants.ts'

export * from './constants.ts'

const ACTIVITY_PAGE_SIZE = 100

export const activityFilterSchema = z.object({
  status: z.coerce.number().int().min(100).max(599).optional(),
  endpoint: z.optional(plain('endpoint', { min: 1, max: 200 })),
  tokenId: z.coerce.number().int().positive().max(2_147_483_647).optional(),
  day: z.optional(day('day')),
})

export const activityQuerySchema = activityFilterSchema.extend({
  before: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
  limit: z.coerce.number().int().min(1).max(ACTIVITY_PAGE_SIZE).default(ACTIVITY_PAGE_SIZE),
})

export type Activity = {
  id: number
  method: string
  endpoint: string
  status: number
  /** Null for a batch, and for a call whose Worker was killed. */
  outcome: Outcome | null
  /** In milliseconds, like the next two. */
  responseTime: number
  quotaTime: number | null
  registerTime: number | null
  errorCode: string | null
  country: string | null
  tokenId: number | null
  tokenName: string | null
  requestId: string
  rows: number | null
  createdAt: string
}

export type ActivityDay = { day: string; counts: OutcomeCounts }

export type ActivityHour = { hour: string; counts: OutcomeCounts }

export type CallDetail = Activity & {
  batchId: string | null
  errorMessage: string | null
  docs: string | null
  /** The same for all calls of the organization with this number. Null for a batch, or if the number couldn't be read. */
  numberId: string | null
  history: Activity[]
  /** If there is a record, or a validation that waited. */
  request: ValidateRequest | null
  response: ValidationResponse | null
}

export const usageQuerySchema = z.object({ range: z.enum(usageRanges).default('30d') })
export const callParamSchema = z.object({ requestId: z.uuid() })

export type Usage = {
  tokens: { tokenId: number | null; tokenName: string | null; counts: OutcomeCounts }[]
  countries: { country: string | null; counts: OutcomeCounts }[]
}

export type ActivityFilter = z.infer<typeof activityFilterSchema>
