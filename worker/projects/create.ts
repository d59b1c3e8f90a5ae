import { and, eq, getTableColumns, lt } from 'drizzle-orm'
import { insertFrom } from '#db/insert-from.ts'
import { memberships, projects } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { lockOrganization } from '#worker/organizations/lock-organization.ts'
import { isMember } from '#worker/organizations/membership.ts'
import { assertPermission, rolesWith } from '#worker/organizations/permissions.ts'
import { generateToken } from '#worker/tokens/generate-token.ts'
import { type CreatedProject, type CreateProject, MAX_PROJECTS } from './contract.ts'
import { describeProject } from './list.ts'

type Input = Omit<CreateProject, 'organizationId'> & { organizationId: string }

/** The key is returned once and not stored. Throws PROJECT_LIMIT_REACHED, ORGANIZATION_NOT_FOUND, ROLE_TOO_LOW. */
export async function createProject(ctx: Context, input: Input, userId: number): Promise<CreatedProject> {
  const { organizationId, name } = input
  const { token: apiKey, tokenHash } = generateToken(organizationId, 'tp_project_')
  const caller = { organizationId, userId }
  const projectCount = ctx.db.$count(projects, eq(projects.organizationId, organizationId))
  const [, [membership], [created]] = await ctx.db.batch([
    lockOrganization(ctx, organizationId),
    ctx.db.select({ role: memberships.role }).from(memberships).where(isMember(caller)),
    insertFrom(
      ctx.db,
      projects,
      { name, description: input.description || null, apiKey: tokenHash, organizationId },
      (values) =>
        ctx.db
          .select(values)
          .from(memberships)
          .where(and(isMember(caller, rolesWith('manageProjects')), lt(projectCount, MAX_PROJECTS))),
    ).returning(getTableColumns(projects)),
  ])
  if (!membership) throw new AppError('ORGANIZATION_NOT_FOUND')
  assertPermission(membership.role, 'manageProjects')
  if (!created) throw new AppError('PROJECT_LIMIT_REACHED')
  return { ...describeProject(created), apiKey }
}
