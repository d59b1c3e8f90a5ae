import { and, eq } from 'drizzle-orm'
import { apiTokens, projects } from '#db/schema/index.ts'
import { audit } from '#worker/audit/audit.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { requirePermission } from '#worker/organizations/membership.ts'
import { cacheDeletedToken } from '#worker/quota/cache-changes.ts'
import { generateToken } from '#worker/tokens/generate-token.ts'
import { inTransaction } from '#worker/transaction.ts'
import type { CreatedProject } from './contract.ts'
import { findProject } from './list.ts'

type Input = { organizationId: string; projectId: number }

/** The token keeps its ID, so the project keeps its calls. Throws PROJECT_NOT_FOUND, ORGANIZATION_NOT_FOUND, ROLE_TOO_LOW. */
export const replaceProjectKey = (ctx: Context, input: Input, userId: number): Promise<CreatedProject> =>
  inTransaction(ctx, async (tx) => {
    const { organizationId, projectId } = input
    await requirePermission(tx, { organizationId, userId }, 'manageProjects')
    const [found] = await tx
      .select({ name: projects.name, oldHash: projects.apiKey })
      .from(projects)
      .where(and(eq(projects.id, projectId), eq(projects.organizationId, organizationId)))
      .for('update')
    if (!found) throw new AppError('PROJECT_NOT_FOUND')
    const { name, oldHash } = found
    const { token: apiKey, tokenHash, prefix, lastFour } = generateToken(organizationId)
    await tx
      .update(apiTokens)
      .set({
        token: tokenHash,
        prefix,
        lastFour,
        createdBy: userId,
        createdAt: ctx.now,
        expiresAt: null,
        lastUsedAt: null,
      })
      .where(eq(apiTokens.token, oldHash))
    await audit(tx, { event: 'project.key_replaced', organizationId, subject: name })
    tx.afterCommit(() => cacheDeletedToken(ctx, { organizationId, tokenHash: oldHash }))
    return { ...(await findProject(tx, input)), apiKey }
  })
