import * as z from 'zod'

export const ACTIVITY_PAGE_SIZE = 100

const activitySchema = z.object({
  id: z.number().int(),
  method: z.string(),
  endpoint: z.string(),
  status: z.number().int(),
  /** Milliseconds. */
  responseTime: z.number().int(),
  createdAt: z.iso.datetime(),
})

export type Activity = z.infer<typeof activitySchema>
