import { desc, eq } from 'drizzle-orm'
import { projects } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import type { Project } from './contract.ts'

export async function listProjects(ctx: Context, organizationId: string): Promise<Project[]> {
  const rows = await ctx.db
    .select()
    .from(projects)
    .where(eq(projects.organizationId, organizationId))
    .orderBy(desc(projects.createdAt), desc(projects.id))
  return rows.map(describeProject)
}

export const describeProject = (row: typeof projects.$inferSelect): Project => ({
  id: row.id,
  name: row.name,
  description: row.description,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})
