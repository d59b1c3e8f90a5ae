import { and, desc, eq, gte, type SQL, sql } from 'drizzle-orm'
import { apiActivities, apiTokens, projects, users } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { monthOf } from '#worker/quota/month.ts'
import { obfuscate } from '#worker/tokens/list.ts'
import type { Project } from './contract.ts'

export const listProjects = (ctx: Context, organizationId: string): Promise<Project[]> =>
  selectProjects(ctx, organizationId)

export async function findProject(
  ctx: Context,
  { organizationId, projectId }: { organizationId: string; projectId: number },
): Promise<Project | undefined> {
  const [project] = await selectProjects(ctx, organizationId, eq(projects.id, projectId))
  return project
}

async function selectProjects(ctx: Context, organizationId: string, filter?: SQL): Promise<Project[]> {
  const usage = ctx.db
    .select({
      tokenId: apiActivities.tokenId,
      used: sql<number>`sum(${apiActivities.spent})::int`.as('used'),
    })
    .from(apiActivities)
    .where(
      and(
        eq(apiActivities.organizationId, organizationId),
        gte(apiActivities.timestamp, monthOf(ctx.now).start),
      ),
    )
    .groupBy(apiActivities.tokenId)
    .as('usage')
  const rows = await ctx.db
    .select({ project: projects, key: apiTokens, createdBy: users.email, used: usage.used })
    .from(projects)
    .innerJoin(apiTokens, eq(apiTokens.token, projects.apiKey))
    .leftJoin(users, eq(users.id, apiTokens.createdBy))
    .leftJoin(usage, eq(usage.tokenId, apiTokens.id))
    .where(and(eq(projects.organizationId, organizationId), filter))
    .orderBy(desc(projects.createdAt), desc(projects.id))
  return rows.map(({ project, key, createdBy, used }) => ({
    id: project.id,
    name: project.name,
    description: project.description,
    usedCount: used ?? 0,
    key: {
      tokenId: key.id,
      obfuscatedToken: obfuscate(key),
      createdBy,
      createdAt: key.createdAt.toISOString(),
      lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
      revokedAt: key.expiresAt?.toISOString() ?? null,
    },
    createdAt: project.createdAt.toISOString(),
    updatedAt: project.updatedAt.toISOString(),
  }))
}
