import * as z from 'zod'

export * from './constants.ts'

export const scheduleSchema = z.enum(['1day', '7days', '30days'])
export type Schedule = z.infer<typeof scheduleSchema>

export const tokenParamSchema = z.object({ tokenId: z.coerce.number().int().positive().max(2_147_483_647) })
export const deleteTokenQuerySchema = z.object({ schedule: scheduleSchema.optional() })

export type Token = {
  id: number
  name: string
  createdAt: string
  createdBy: string | null
  obfuscatedToken: string
  live: boolean
  permissions: { read: boolean; validation: boolean }
  expiresAt: string | null
  deleteAt: string | null
  oldSecret: { obfuscatedToken: string; endsAt: string } | null
  lastUsedAt: string | null
  lastUsedCountry: string | null
  allowedIps: readonly string[]
  isApp: boolean
  lastRefusedIp: string | null
  lastRefusedAt: string | null
}

export const USAGE_DAYS = 30

export type TokenUsage = { tokenId: number; days: number[] }

export type CreatedToken = Token & { token: string }

export type RevokedToken = { id: number; deleteAt: string | null }
