import * as z from 'zod'

export const MAX_PROJECTS = 100
export const keyPermissions = { read: true, validation: true }
const MAX_PROJECT_NAME_LENGTH = 64
const MAX_DESCRIPTION_LENGTH = 500
/** At least three code points, as PostgreSQL's char_length counts. */
const longEnough = /^.{3}/su
const plainText = /^[^\p{Cc}\p{Cs}]*$/u
const plainLines = /^(?:[^\p{Cc}\p{Cs}]|\n)*$/u

export const createProjectSchema = z.object({
  name: z
    .string('Project name must be at least 3 characters')
    .trim()
    .regex(longEnough, 'Project name must be at least 3 characters')
    .max(MAX_PROJECT_NAME_LENGTH, `Project name must be at most ${MAX_PROJECT_NAME_LENGTH} characters`)
    .regex(plainText, 'Project name must not contain control characters'),
  description: z
    .string()
    .trim()
    .max(MAX_DESCRIPTION_LENGTH, `Description must be at most ${MAX_DESCRIPTION_LENGTH} characters`)
    .regex(plainLines, 'Description must not contain control characters')
    .optional(),
  organizationId: z.string().max(64).optional(),
})

export const projectParamSchema = z.object({
  projectId: z.coerce.number().int().positive().max(2_147_483_647),
})

const projectKeySchema = z.object({
  tokenId: z.number().int(),
  obfuscatedToken: z.string(),
  createdBy: z.string().nullable(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
  revokedAt: z.iso.datetime().nullable(),
})

const projectSchema = z.object({
  id: z.number().int(),
  name: z.string(),
  description: z.string().nullable(),
  /** This month's calls that counted toward the organization's quota. */
  usedCount: z.number().int(),
  key: projectKeySchema,
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})

/** The key is returned only when it is created. */
const createdProjectSchema = projectSchema.extend({ apiKey: z.string() })

export type CreateProject = z.infer<typeof createProjectSchema>
export type Project = z.infer<typeof projectSchema>
export type CreatedProject = z.infer<typeof createdProjectSchema>
