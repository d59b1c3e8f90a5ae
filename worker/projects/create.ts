import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { memberRoleSchema } from '#worker/organizations/contract.ts'
import { lockOrganization } from '#worker/organizations/lock-organization.ts'
import { assertMay, rolesWith } from '#worker/organizations/rights.ts'
import { generateToken } from '#worker/tokens/generate-token.ts'
import { type CreatedProject, type CreateProject, MAX_PROJECTS } from './contract.ts'
import { describeProject } from './describe.ts'

type Input = Omit<CreateProject, 'organizationId'> & { organizationId: string }

const rowSchema = z.object({
  role: memberRoleSchema.nullable(),
  created: z.object({ id: z.number(), created_at: z.coerce.date(), updated_at: z.coerce.date() }).nullable(),
})

/**
 * A new project, with its key for the only time. Throws PROJECT_LIMIT_REACHED, exactly, for the organization's row is
 * locked before the count, as for its tokens; ORGANIZATION_NOT_FOUND and ROLE_TOO_LOW to a caller who may not by now.
 */
export async function createProject(ctx: Context, input: Input, userId: number): Promise<CreatedProject> {
  const { organizationId, name } = input
  const description = input.description || null
  const key = generateToken('tp_project_')
  const [, { rows }] = await ctx.db.batch([
    lockOrganization(ctx, organizationId),
    ctx.db.execute(sql`
      with caller as (
        select role from organization_memberships
         where organization_id = ${organizationId} and user_id = ${userId}
      ),
      created as (
        insert into projects (name, description, api_key, organization_id)
        select ${name}::text, ${description}::text, ${key.tokenHash}::text, ${organizationId}::text
          from caller
         where role in ${rolesWith('changesProjects')}
           and (select count(*) from projects where organization_id = ${organizationId}) < ${MAX_PROJECTS}
        returning id, created_at, updated_at
      )
      select (select role from caller) as role, (select row_to_json(created) from created) as created`),
  ])
  const { role, created: row } = rowSchema.parse(rows[0])
  if (!role) throw new AppError('ORGANIZATION_NOT_FOUND')
  assertMay(role, 'changesProjects')
  if (!row) throw new AppError('PROJECT_LIMIT_REACHED')
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
