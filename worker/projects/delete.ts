import { and, eq, inArray } from 'drizzle-orm'
import { apiTokens, projects } from '#db/schema/index.ts'
import { auditPart } from '#worker/audit/insert-audit.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { cacheDeletedToken } from '#worker/quota/cache-changes.ts'

type Input = { organizationId: string; projectId: number }

/** Deletes the project and its key. Throws PROJECT_NOT_FOUND. */
export async function deleteProject(ctx: Context, { organizationId, projectId }: Input): Promise<void> {
  const { db } = ctx
  const project = db.$with('project').as(
    db
      .delete(projects)
      .where(and(eq(projects.id, projectId), eq(projects.organizationId, organizationId)))
      .returning({ apiKey: projects.apiKey, name: projects.name }),
  )
  const audit = auditPart(ctx, { event: 'project.deleted', organizationId, subject: project.name }, project)
  const keys = db.select({ apiKey: project.apiKey }).from(project)
  const [deleted] = await db
    .with(project, audit)
    .delete(apiTokens)
    .where(inArray(apiTokens.token, keys))
    .returning({ organizationId: apiTokens.organizationId, tokenHash: apiTokens.token })
  if (!deleted) throw new AppError('PROJECT_NOT_FOUND')
  await cacheDeletedToken(ctx, deleted)
}
