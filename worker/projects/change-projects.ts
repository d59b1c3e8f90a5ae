import { and, eq } from 'drizzle-orm'
import { apiTokens, projects } from '#db/schema/index.ts'
import { audit } from '#worker/audit/audit.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { lockMembership } from '#worker/membership/membership.ts'
import { refreshAfterCommit } from '#worker/quota/refresh-organization.ts'
import { generateToken } from '#worker/tokens/generate-token.ts'
import { inTransaction, oneRow } from '#worker/transaction.ts'
import { type CreatedProject, type CreateProject, keyPermissions, MAX_PROJECTS } from './contract.ts'
import { findProject } from './list.ts'

type Member = { organizationId: string; userId: number }
type Existing = Member & { projectId: number }

export const createProject = (
  ctx: Context,
  { organizationId, userId, name, description }: CreateProject & Member,
): Promise<CreatedProject> =>
  inTransaction(ctx, async (tx) => {
    await lockMembership(tx, { organizationId, userId }, { permission: 'manageProjects' })
    if ((await tx.$count(projects, eq(projects.organizationId, organizationId))) >= MAX_PROJECTS)
      throw new AppError('PROJECT_LIMIT_REACHED')
    const { token: apiKey, row } = generateToken(organizationId)
    await tx.insert(apiTokens).values({
      ...row,
      name,
      organizationId,
      permissions: keyPermissions,
      createdBy: userId,
    })
    const { id } = await tx
      .insert(projects)
      .values({ name, description: description || null, apiKey: row.token, organizationId })
      .returning({ id: projects.id })
      .then(oneRow)
    await audit(tx, { event: 'project.created', organizationId, subject: name })
    return { ...(await findProject(tx, { organizationId, projectId: id })), apiKey }
  })

/** The token keeps its ID, so the project keeps its calls. */
export const replaceProjectKey = (
  ctx: Context,
  { organizationId, userId, projectId }: Existing,
): Promise<CreatedProject> =>
  inTransaction(ctx, async (tx) => {
    await lockMembership(tx, { organizationId, userId }, { permission: 'manageProjects' })
    await refreshAfterCommit(tx, organizationId)
    const [found] = await tx
      .select({ name: projects.name, oldHash: projects.apiKey })
      .from(projects)
      .where(and(eq(projects.id, projectId), eq(projects.organizationId, organizationId)))
      .for('update')
    if (!found) throw new AppError('PROJECT_NOT_FOUND')
    const { name, oldHash } = found
    const { token: apiKey, row } = generateToken(organizationId)
    await tx
      .update(apiTokens)
      .set({
        ...row,
        createdBy: userId,
        createdAt: ctx.now,
        expiresAt: null,
        lastUsedAt: null,
      })
      .where(eq(apiTokens.token, oldHash))
    await audit(tx, { event: 'project.key_replaced', organizationId, subject: name })
    return { ...(await findProject(tx, { organizationId, projectId })), apiKey }
  })

export const deleteProject = (ctx: Context, { organizationId, userId, projectId }: Existing): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    await lockMembership(tx, { organizationId, userId }, { permission: 'manageProjects' })
    await refreshAfterCommit(tx, organizationId)
    const [project] = await tx
      .delete(projects)
      .where(and(eq(projects.id, projectId), eq(projects.organizationId, organizationId)))
      .returning({ name: projects.name, tokenHash: projects.apiKey })
    if (!project) throw new AppError('PROJECT_NOT_FOUND')
    const { name, tokenHash } = project
    await tx.delete(apiTokens).where(eq(apiTokens.token, tokenHash))
    await audit(tx, { event: 'project.deleted', organizationId, subject: name })
  })
