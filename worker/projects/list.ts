import { and, desc, eq, gte, ne, type SQL, sql } from 'drizzle-orm'
import type { Queries } from '#db/client.ts'
import { activityHours, apiTokens, projects, users } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { pick, withIsoDates } from '#worker/lib/pick.ts'
import { monthOf } from '#worker/quota/month.ts'
import { obfuscate } from '#worker/tokens/list.ts'
import { oneRow, type Transaction } from '#worker/transaction.ts'
import type { Project } from './contract.ts'

export const listProjects = ({ db, now }: Context, organizationId: string): Promise<Project[]> =>
  selectProjects(db, now, organizationId)

export const findProject = async (
  tx: Transaction,
  { organizationId, projectId }: { organizationId: string; projectId: number },
): Promise<Project> =>
  oneRow(await selectProjects(tx, tx.ctx.now, organizationId, eq(projects.id, projectId)))

async function selectProjects(
  db: Queries,
  now: Date,
  organizationId: string,
  filter?: SQL,
): Promise<Project[]> {
  const { tokenId, hour, outcome, calls } = activityHours
  const isThisMonth = and(eq(activityHours.organizationId, organizationId), gte(hour, monthOf(now).start))
  const used = db
    .select({ tokenId, calls: sql<number>`sum(${calls})::int`.as('calls') })
    .from(activityHours)
    .where(and(isThisMonth, ne(outcome, 'refused')))
    .groupBy(tokenId)
    .as('used')
  const rows = await db
    .select({ project: projects, key: apiTokens, createdBy: users.email, used: used.calls })
    .from(projects)
    .innerJoin(apiTokens, eq(apiTokens.token, projects.apiKey))
    .leftJoin(users, eq(users.id, apiTokens.createdBy))
    .leftJoin(used, eq(used.tokenId, apiTokens.id))
    .where(and(eq(projects.organizationId, organizationId), filter))
    .orderBy(desc(projects.createdAt), desc(projects.id))
  return rows.map(({ project, key, createdBy, used }) => ({
    ...withIsoDates(pick(project, 'id', 'name', 'description', 'createdAt', 'updatedAt')),
    usedCount: used ?? 0,
    key: {
      tokenId: key.id,
      obfuscatedToken: obfuscate(key),
      createdBy,
      ...withIsoDates(pick(key, 'createdAt', 'lastUsedAt')),
      revokedAt: key.expiresAt?.toISOString() ?? null,
    },
  }))
}
