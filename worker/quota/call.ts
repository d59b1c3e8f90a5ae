import * as z from 'zod'
import { outcomes } from '#worker/activity/contract.ts'

/** One call as it is written to `api_activities`. It carries no TIN. */
export const callSchema = z.object({
  /** The Worker's own request id: a call that is written twice counts once. */
  requestId: z.uuid(),
  organizationId: z.string(),
  tokenId: z.number().int().nullable(),
  method: z.string(),
  endpoint: z.string(),
  statusCode: z.number().int(),
  /** An entry of the Redis list may be older than this field. */
  outcome: z.enum(outcomes).default('unknown'),
  /** Milliseconds. */
  responseTime: z.number().int(),
  country: z.string().nullable(),
  /** What the call took from the quota. */
  spent: z.number().int(),
  /** How much of that is still to be added to `usedCount`: nothing when PostgreSQL itself decided the call. */
  pending: z.number().int(),
  at: z.iso.datetime(),
})

export type Call = z.infer<typeof callSchema>
