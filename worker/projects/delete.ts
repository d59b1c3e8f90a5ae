import { and, eq } from 'drizzle-orm'
import { projects } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'

type Input = { organizationId: string; projectId: number }

export async function deleteProject(ctx: Context, { organizationId, projectId }: Input): Promise<void> {
  const [deleted] = await ctx.db
    .delete(projects)
    .where(and(eq(projects.id, projectId), eq(projects.organizationId, organizationId)))
    .returning({ id: projects.id })
  if (!deleted) throw new AppError('PROJECT_NOT_FOUND')
}
