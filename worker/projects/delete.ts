import { and, eq } from 'drizzle-orm'
import { apiTokens, projects } from '#db/schema/index.ts'
import { audit } from '#worker/audit/audit.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { cacheDeletedToken } from '#worker/quota/cache-changes.ts'
import { inTransaction } from '#worker/transaction.ts'

type Input = { organizationId: string; projectId: number }

/** Deletes the project and its key. Throws PROJECT_NOT_FOUND. */
export const deleteProject = (ctx: Context, { organizationId, projectId }: Input): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const [project] = await tx
      .delete(projects)
      .where(and(eq(projects.id, projectId), eq(projects.organizationId, organizationId)))
      .returning({ name: projects.name, tokenHash: projects.apiKey })
    if (!project) throw new AppError('PROJECT_NOT_FOUND')
    const { name, tokenHash } = project
    await tx.delete(apiTokens).where(eq(apiTokens.token, tokenHash))
    await audit(tx, { event: 'project.deleted', organizationId, subject: name })
    tx.afterCommit(() => cacheDeletedToken(ctx, { organizationId, tokenHash }))
  })
