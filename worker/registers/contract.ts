import * as z from 'zod'

/** How calls to a register went: how many there were, how many it answered, and their mean time in milliseconds. */
const callsSchema = z.object({
  calls: z.number().int(),
  answered: z.number().int(),
  milliseconds: z.number().int().nullable(),
})

/**
 * One register, or one member state of VIES. `health` is what our own calls of the last hour say: `unknown` without
 * any, `down` below half of them answered, `poor` below nine in ten. `says` is VIES's own word for itself and for a
 * member state, null elsewhere.
 */
export const registerStatusSchema = z.object({
  id: z.string(),
  /** A member state's in English. */
  name: z.string(),
  /** ISO 3166-1 alpha-2, XI for Northern Ireland; null for VIES as a whole, and for a register of many countries. */
  country: z.string().nullable(),
  /** `off` until its key is set. */
  state: z.enum(['on', 'off']),
  health: z.enum(['ok', 'poor', 'down', 'unknown']),
  says: z.enum(['available', 'unavailable', 'unknown']).nullable(),
  lastHour: callsSchema,
  lastDay: callsSchema,
  /** The last 24 hours, the oldest first: the share that was answered, 0 to 1; null without a call. */
  hours: z.array(z.number().nullable()),
})

export type RegisterCalls = z.infer<typeof callsSchema>
export type RegisterStatus = z.infer<typeof registerStatusSchema>
export type RegistersAnswer = { at: string; registers: readonly RegisterStatus[] }
