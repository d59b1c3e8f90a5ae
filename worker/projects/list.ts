import { and, desc, eq, type SQL } from 'drizzle-orm'
import { apiTokens, projects, tokenMonths, users } from '#db/schema/index.ts'
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
  const rows = await ctx.db
    .select({ project: projects, key: apiTokens, createdBy: users.email, used: tokenMonths.spent })
    .from(projects)
    .innerJoin(apiTokens, eq(apiTokens.token, projects.apiKey))
    .leftJoin(users, eq(users.id, apiTokens.createdBy))
    .leftJoin(
      tokenMonths,
      and(
        eq(tokenMonths.tokenId, apiTokens.id),
        eq(tokenMonths.month, monthOf(ctx.now).start.toISOString().slice(0, 10)),
      ),
    )
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
