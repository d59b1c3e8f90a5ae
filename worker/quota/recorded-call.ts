import * as z from 'zod'
import { outcomes } from '#db/schema/activity.ts'

/** A message of the queue, and a row of `api_activities`. It contains no tax ID. */
export const recordedCallSchema = z.object({
  /** Makes a repeated write harmless. */
  requestId: z.uuid(),
  organizationId: z.string(),
  tokenId: z.number().int().nullable(),
  method: z.string(),
  endpoint: z.string(),
  statusCode: z.number().int(),
  /** Null for a batch. */
  outcome: z.enum(outcomes).nullable(),
  /** In milliseconds, like its parts below, which are missing for batches. */
  responseTime: z.number().int(),
  quotaTime: z.number().int().nullish(),
  registerTime: z.number().int().nullish(),
  errorCode: z.string().nullish(),
  country: z.string().nullable(),
  /** Keyed, by organization. */
  numberHash: z.string().nullish(),
  spent: z.number().int(),
  /** Of a batch. */
  rows: z.number().int().optional(),
  /** Doesn't change when the token was last used. */
  fromDashboard: z.boolean().optional(),
  callerCountry: z.string().nullish(),
  at: z.iso.datetime(),
})

export type RecordedCall = z.infer<typeof recordedCallSchema>
