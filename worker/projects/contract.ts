import * as z from 'zod'
import { line, lines } from '#worker/lib/text.ts'
import { DEFAULT_TOKEN_NAME } from '#worker/membership/constants.ts'

export const MAX_PROJECTS = 100
export const keyPermissions = { read: true, validation: true }
const MAX_PROJECT_NAME_LENGTH = 64
const MAX_DESCRIPTION_LENGTH = 500

export const createProjectSchema = z.object({
  name: line('Project name', {
    min: 3,
    max: MAX_PROJECT_NAME_LENGTH,
    messageIfMissing: 'Project name must be at least 3 characters',
  }).check(z.refine((name) => name.toLowerCase() !== DEFAULT_TOKEN_NAME, 'The name "default" is reserved')),
  description: z.optional(lines('Description', { max: MAX_DESCRIPTION_LENGTH })),
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
  /** This month's calls, as in the charts: without refused ones, and with each row of a batch that has a result. */
  usedCount: number
  key: ProjectKey
  createdAt: string
  updatedAt: string
}

export type CreatedProject = Project & { apiKey: string }

export type CreateProject = z.infer<typeof createProjectSchema>
