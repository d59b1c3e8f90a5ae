import { eq } from 'drizzle-orm'
import { apiTokens, projects } from '#db/schema/index.ts'
import { audit } from '#worker/audit/audit.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { lockOrganization } from '#worker/locks.ts'
import { requirePermission } from '#worker/organizations/membership.ts'
import { generateToken } from '#worker/tokens/generate-token.ts'
import { inTransaction, oneRow } from '#worker/transaction.ts'
import { type CreatedProject, type CreateProject, keyPermissions, MAX_PROJECTS } from './contract.ts'
import { findProject } from './list.ts'

type Input = Omit<CreateProject, 'organizationId'> & { organizationId: string }

/** The key is returned once. Throws PROJECT_LIMIT_REACHED, ORGANIZATION_NOT_FOUND, ROLE_TOO_LOW. */
export const createProject = (
  ctx: Context,
  { organizationId, name, description }: Input,
  userId: number,
): Promise<CreatedProject> =>
  inTransaction(ctx, async (tx) => {
    await lockOrganization(tx, organizationId)
    await requirePermission(tx, { organizationId, userId }, 'manageProjects')
    if ((await tx.$count(projects, eq(projects.organizationId, organizationId))) >= MAX_PROJECTS)
      throw new AppError('PROJECT_LIMIT_REACHED')
    const { token: apiKey, tokenHash, prefix, lastFour } = generateToken(organizationId)
    await tx.insert(apiTokens).values({
      name,
      token: tokenHash,
      prefix,
      lastFour,
      organizationId,
      permissions: keyPermissions,
      createdBy: userId,
    })
    const { id } = await tx
      .insert(projects)
      .values({ name, description: description || null, apiKey: tokenHash, organizationId })
      .returning({ id: projects.id })
      .then(oneRow)
    await audit(tx, { event: 'project.created', organizationId, subject: name })
    return { ...(await findProject(tx, { organizationId, projectId: id })), apiKey }
  })
