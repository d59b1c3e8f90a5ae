import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { lockOrganization } from '#worker/tokens/lock-organization.ts'
import { mintToken } from '#worker/tokens/mint.ts'
import { type CreatedProject, type CreateProject, MAX_PROJECTS } from './contract.ts'
import { describeProject } from './describe.ts'

type Input = Omit<CreateProject, 'organizationId'> & { organizationId: string }

const rowSchema = z.object({ id: z.number(), created_at: z.coerce.date(), updated_at: z.coerce.date() })

/**
 * A new project, with its key for the only time. Throws PROJECT_LIMIT_REACHED, exactly, for the organization's row is
 * locked before the count, as for its tokens.
 */
export async function createProject(ctx: Context, input: Input): Promise<CreatedProject> {
  const { organizationId, name } = input
  const description = input.description || null
  const key = mintToken('tp_project_')
  const [, inserted] = await ctx.db.batch([
    lockOrganization(ctx, organizationId),
    ctx.db.execute(sql`
      insert into projects (name, description, api_key, organization_id)
      select ${name}::text, ${description}::text, ${key.tokenHash}::text, ${organizationId}::text
       where (select count(*) from projects where organization_id = ${organizationId}) < ${MAX_PROJECTS}
      returning id, created_at, updated_at`),
  ])
  if (!inserted.rows[0]) throw new AppError('PROJECT_LIMIT_REACHED')
  const row = rowSchema.parse(inserted.rows[0])
  return {
    ...describeProject({
      id: row.id,
      name,
      description,
      organizationId,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
    }),
    apiKey: key.token,
  }
}
