import * as z from 'zod'

export const MAX_TOKENS = 10
const MAX_TOKEN_NAME_LENGTH = 64
/** Three characters as PostgreSQL counts them: an emoji is one. */
const longEnough = /^.{3}/su
/** Made with the organization; serves the dashboard, hidden in lists. */
export const DEFAULT_TOKEN_NAME = 'default'

export const expirySchema = z.enum(['never', '30days', '90days', '1year'])
const scheduleSchema = z.enum(['1day', '7days', '30days'])
export type Expiry = z.infer<typeof expirySchema>
export type Schedule = z.infer<typeof scheduleSchema>

/** `read` permits format and TIN information; `validation` adds the registers to it. Without `read` a token may do nothing. */
export const permissionsSchema = z.object({
  read: z.boolean().default(true),
  validation: z.boolean().default(false),
})

/** What a new token is given. `validation` is built on `read`, so that who chooses it alone gets both. */
const chosenPermissionsSchema = permissionsSchema
  .refine(({ read, validation }) => read || validation, 'Choose at least one permission')
  .overwrite(({ read, validation }) => ({ read: read || validation, validation }))

export const createTokenSchema = z.object({
  name: z
    .string('Token name must be at least 3 characters')
    .trim()
    .regex(longEnough, 'Token name must be at least 3 characters')
    .max(MAX_TOKEN_NAME_LENGTH, `Token name must be at most ${MAX_TOKEN_NAME_LENGTH} characters`)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'Token name must not contain control characters')
    .refine((name) => name.toLowerCase() !== DEFAULT_TOKEN_NAME, 'The name "default" is reserved'),
  expiry: expirySchema.default('never'),
  permissions: chosenPermissionsSchema.default({ read: true, validation: false }),
  organizationId: z.string().max(64).optional(),
})

export const tokenParamSchema = z.object({ tokenId: z.coerce.number().int().positive().max(2_147_483_647) })
export const deleteTokenQuerySchema = z.object({
  schedule: scheduleSchema.optional(),
  organizationId: z.string().max(64).optional(),
})

const tokenSchema = z.object({
  id: z.number().int(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  /** `tp_live_••••1a2b`: prefix and the last four characters. */
  obfuscatedToken: z.string(),
  permissions: permissionsSchema,
  expiresAt: z.iso.datetime().nullable(),
  /** When a scheduled deletion takes effect. */
  deleteAt: z.iso.datetime().nullable(),
  lastUsedAt: z.iso.datetime().nullable(),
})

/** The only answer that ever carries the token itself. */
const createdTokenSchema = tokenSchema.extend({ token: z.string() })

/** `deleteAt` is null when the token is gone already. */
const revokedTokenSchema = z.object({ id: z.number().int(), deleteAt: z.iso.datetime().nullable() })

export type RevokedToken = z.infer<typeof revokedTokenSchema>
export type Permissions = z.infer<typeof permissionsSchema>
export type CreateToken = z.input<typeof createTokenSchema>
export type Token = z.infer<typeof tokenSchema>
export type CreatedToken = z.infer<typeof createdTokenSchema>
