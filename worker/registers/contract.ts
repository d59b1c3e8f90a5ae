import * as z from 'zod'

const callsSchema = z.object({
  calls: z.number().int(),
  answered: z.number().int(),
  milliseconds: z.number().int().nullable(),
})

export const registerStatusSchema = z.object({
  id: z.string(),
  name: z.string(),
  country: z.string().nullable(),
  state: z.enum(['on', 'off']),
  health: z.enum(['ok', 'poor', 'down', 'unknown']),
  publishedStatus: z.enum(['available', 'unavailable', 'unknown']).nullable(),
  lastHour: callsSchema,
  lastDay: callsSchema,
  hours: z.array(z.number().nullable()),
})

export const registersSchema = z.object({
  updatedAt: z.iso.datetime(),
  registers: z.array(registerStatusSchema),
})

export type RegisterCalls = z.infer<typeof callsSchema>
export type RegisterStatus = z.infer<typeof registerStatusSchema>
export type RegistersAnswer = z.infer<typeof registersSchema>
