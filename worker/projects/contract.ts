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

type ProjectKey = {
  tokenId: number
  obfuscatedToken: string
  createdBy: string | null
  createdAt: string
  lastUsedAt: string | null
  revokedAt: string | null
}

export type Project = {
  id: number
  name: string
  description: string | null
  /** This month's calls that counted toward the organization's quota. */
  usedCount: number
  key: ProjectKey
  createdAt: string
  updatedAt: string
}

/** The key is returned only when it is created. */
export type CreatedProject = Project & { apiKey: string }

export type CreateProject = z.infer<typeof createProjectSchema>
