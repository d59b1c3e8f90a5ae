import * as z from 'zod'
import { outcomes } from '#worker/activity/contract.ts'

/** A row of `api_activities`. It contains no TIN. */
export const callSchema = z.object({
  /** Makes a repeated write harmless. */
  requestId: z.uuid(),
  organizationId: z.string(),
  tokenId: z.number().int().nullable(),
  method: z.string(),
  endpoint: z.string(),
  statusCode: z.number().int(),
  /** Missing in old entries of the dead-letter queue. */
  outcome: z.enum(outcomes).default('unknown'),
  responseTime: z.number().int(),
  country: z.string().nullable(),
  spent: z.number().int(),
  at: z.iso.datetime(),
})

export type Call = z.infer<typeof callSchema>
