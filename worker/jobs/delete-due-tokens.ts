import { lte } from 'drizzle-orm'
import { apiTokens } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { refreshOrganization } from '#worker/quota/refresh-organization.ts'
import { inBatches, type JobResult, lockRows, toJobResult } from './job.ts'

const LIMITS = { size: 50, batches: 20 }

/** Cached records carry the deletion time, so tokens stop working on time even if this job is late. */
export async function deleteDueTokens(ctx: Context): Promise<JobResult> {
  const due = { where: lte(apiTokens.deleteAt, ctx.now), orderBy: apiTokens.deleteAt }
  const deleted = await inBatches(LIMITS, async () => {
    const tokens = await ctx.db
      .delete(apiTokens)
      .where(lockRows(ctx, apiTokens, LIMITS.size, due))
      .returning({ organizationId: apiTokens.organizationId })
    const organizationIds = new Set(tokens.map(({ organizationId }) => organizationId))
    await Promise.all([...organizationIds].map((id) => refreshOrganization(ctx, id)))
    return tokens.length
  })
  return toJobResult({ deleted })
}
