import * as z from 'zod/mini'
import { outcomes } from '#db/schema/activity.ts'

/** A message of the queue, and a row of `api_activities`. It contains no tax ID. */
export const recordedCallSchema = z.object({
  requestId: z.uuid(),
  organizationId: z.string(),
  tokenId: z.nullable(z.int()),
  method: z.string(),
  endpoint: z.string(),
  statusCode: z.int(),
  /** Null for a batch. */
  outcome: z.nullable(z.enum(outcomes)),
  /** In milliseconds, like its parts below, which are missing for batches. */
  responseTime: z.int(),
  quotaTime: z.nullish(z.int()),
  registerTime: z.nullish(z.int()),
  errorCode: z.nullish(z.string()),
  country: z.nullable(z.string()),
  /** Keyed, by organization. */
  numberHash: z.nullish(z.string()),
  spent: z.int(),
  /** Of a batch. */
  rows: z.optional(z.int()),
  /** Doesn't change when the token was last used. */
  fromDashboard: z.optional(z.boolean()),
  callerCountry: z.nullish(z.string()),
  at: z.iso.datetime(),
})

export type RecordedCall = z.infer<typeof recordedCallSchema>
