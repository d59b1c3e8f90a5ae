import { and, eq, lt } from 'drizzle-orm'
import { insertFrom } from '#db/insert-from.ts'
import { apiTokens, memberships, projects } from '#db/schema/index.ts'
import { auditPart } from '#worker/audit/insert-audit.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { organizationLock } from '#worker/organizations/lock-organization.ts'
import { isMember } from '#worker/organizations/membership.ts'
import { assertPermission, rolesWith } from '#worker/organizations/permissions.ts'
import { generateToken } from '#worker/tokens/generate-token.ts'
import { type CreatedProject, type CreateProject, keyPermissions, MAX_PROJECTS } from './contract.ts'
import { findProject } from './list.ts'

type Input = Omit<CreateProject, 'organizationId'> & { organizationId: string }

/**
 * The key is an API token that doesn't count toward the token limit. It is returned once and stored as a hash. Throws
 * PROJECT_LIMIT_REACHED, ORGANIZATION_NOT_FOUND, ROLE_TOO_LOW.
 */
export async function createProject(ctx: Context, input: Input, userId: number): Promise<CreatedProject> {
  const { db } = ctx
  const { organizationId, name } = input
  const { token: apiKey, tokenHash, prefix, lastFour } = generateToken(organizationId)
  const caller = { organizationId, userId }
  const projectCount = db.$count(projects, eq(projects.organizationId, organizationId))
  const newKey = db.$with('new_key').as(
    insertFrom(
      db,
      apiTokens,
      {
        name,
        token: tokenHash,
        prefix,
        lastFour,
        organizationId,
        permissions: keyPermissions,
        createdBy: userId,
      },
      (values) =>
        db
          .select(values)
          .from(memberships)
          .where(and(isMember(caller, rolesWith('manageProjects')), lt(projectCount, MAX_PROJECTS))),
    ).returning({ id: apiTokens.id }),
  )
  const newProject = db
    .$with('new_project')
    .as(
      insertFrom(
        db,
        projects,
        { name, description: input.description || null, apiKey: tokenHash, organizationId },
        (values) => db.select(values).from(newKey),
      ).returning({ id: projects.id }),
    )
  const audit = auditPart(ctx, { event: 'project.created', organizationId, subject: name }, newProject)
  const [, [membership], [created]] = await db.batch([
    organizationLock(ctx, organizationId),
    db.select({ role: memberships.role }).from(memberships).where(isMember(caller)),
    db.with(newKey, newProject, audit).select({ projectId: newProject.id }).from(newProject),
  ])
  if (!membership) throw new AppError('ORGANIZATION_NOT_FOUND')
  assertPermission(membership.role, 'manageProjects')
  if (!created) throw new AppError('PROJECT_LIMIT_REACHED')
  const project = await findProject(ctx, { organizationId, projectId: created.projectId })
  if (!project) throw new AppError('PROJECT_NOT_FOUND')
  return { ...project, apiKey }
}
