import * as z from 'zod/mini'
import { outcomes } from '#db/schema/activity.ts'

/**
 * A message of the queue, and a row of `api_activities`. It contains no tax ID: `numberHash` is keyed, by organization.
 * Times are in milliseconds. A batch has `rows`, but no outcome, and no times besides `responseTime`. A call `fromDashboard`
 * doesn't change when the token was last used.
 */
export const recordedCallSchema = z.object({
  requestId: z.uuid(),
  organizationId: z.string(),
  tokenId: z.nullable(z.int()),
  method: z.string(),
  endpoint: z.string(),
  statusCode: z.int(),
  outcome: z.nullable(z.enum(outcomes)),
  responseTime: z.int(),
  quotaTime: z.nullish(z.int()),
  registerTime: z.nullish(z.int()),
  errorCode: z.nullish(z.string()),
  country: z.nullable(z.string()),
  numberHash: z.nullish(z.string()),
  spent: z.int(),
  rows: z.optional(z.int()),
  fromDashboard: z.optional(z.boolean()),
  callerCountry: z.nullish(z.string()),
  at: z.iso.datetime(),
})

export type RecordedCall = z.infer<typeof recordedCallSchema>
