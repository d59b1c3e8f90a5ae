import * as z from 'zod'
import { line } from '#worker/lib/text.ts'
import { DEFAULT_TOKEN_NAME } from './constants.ts'

export * from './constants.ts'

const MAX_TOKEN_NAME_LENGTH = 64

export const expirySchema = z.enum(['never', '30days', '90days', '1year'])
const scheduleSchema = z.enum(['1day', '7days', '30days'])
export type Expiry = z.infer<typeof expirySchema>
export type Schedule = z.infer<typeof scheduleSchema>

const permissionsSchema = z.object({
  read: z.boolean().default(true),
  validation: z.boolean().default(false),
})

const chosenPermissionsSchema = permissionsSchema
  .refine(({ read, validation }) => read || validation, 'Choose at least one permission')
  .overwrite(({ read, validation }) => ({ read: read || validation, validation }))

export const createTokenSchema = z.object({
  name: line('Token name', {
    min: 3,
    max: MAX_TOKEN_NAME_LENGTH,
    expected: 'Token name must be at least 3 characters',
  }).refine((name) => name.toLowerCase() !== DEFAULT_TOKEN_NAME, 'The name "default" is reserved'),
  expiry: expirySchema.default('never'),
  live: z.boolean().default(true),
  permissions: chosenPermissionsSchema.default({ read: true, validation: false }),
  organizationId: z.string().max(64).optional(),
})

export const tokenParamSchema = z.object({ tokenId: z.coerce.number().int().positive().max(2_147_483_647) })
export const deleteTokenQuerySchema = z.object({
  schedule: scheduleSchema.optional(),
  organizationId: z.string().max(64).optional(),
})

export type Token = {
  id: number
  name: string
  createdAt: string
  createdBy: string | null
  obfuscatedToken: string
  live: boolean
  permissions: z.infer<typeof permissionsSchema>
  expiresAt: string | null
  deleteAt: string | null
  lastUsedAt: string | null
}

export type CreatedToken = Token & { token: string }

export type RevokedToken = { id: number; deleteAt: string | null }

export type CreateToken = z.input<typeof createTokenSchema>
