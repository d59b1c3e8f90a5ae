import * as z from 'zod'

export const STATUS_DAYS = 90

/** Of our own calls to the register. Days without calls are left out. */
const dayHistorySchema = z.object({
  day: z.iso.date(),
  calls: z.number().int(),
  answered: z.number().int(),
})

const registerHistorySchema = z.object({ id: z.string(), name: z.string(), days: z.array(dayHistorySchema) })

/** A time in which our calls to a register failed. Interruptions of it less than ten minutes apart are one incident. */
const incidentSchema = z.object({
  register: z.string(),
  name: z.string(),
  /** Member states of VIES; empty for other registers. */
  parts: z.array(z.string()),
  /** The parts that still don't answer. */
  openParts: z.array(z.string()),
  startedAt: z.iso.datetime(),
  /** Null while it lasts. */
  endedAt: z.iso.datetime().nullable(),
})

export type Incident = z.infer<typeof incidentSchema>
export type StatusHistory = {
  at: string
  registers: z.infer<typeof registerHistorySchema>[]
  incidents: Incident[]
}
