import { aliasedTable, and, eq, exists, inArray } from 'drizzle-orm'
import { apiTokens, memberships, projects } from '#db/schema/index.ts'
import { auditPart } from '#worker/audit/insert-audit.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { isMember } from '#worker/organizations/membership.ts'
import { rolesWith } from '#worker/organizations/permissions.ts'
import { cacheDeletedToken } from '#worker/quota/cache-changes.ts'
import { generateToken } from '#worker/tokens/generate-token.ts'
import type { CreatedProject } from './contract.ts'
import { findProject } from './list.ts'

type Input = { organizationId: string; projectId: number }

/** The old key stops working. The token keeps its ID, so the project keeps its calls. Throws PROJECT_NOT_FOUND. */
export async function replaceProjectKey(ctx: Context, input: Input, userId: number): Promise<CreatedProject> {
  const { db } = ctx
  const { organizationId, projectId } = input
  const { token: apiKey, tokenHash, prefix, lastFour } = generateToken(organizationId)
  const ownKey = db
    .select({ apiKey: projects.apiKey })
    .from(projects)
    .where(and(eq(projects.id, projectId), eq(projects.organizationId, organizationId)))
  const manages = db
    .select({ id: memberships.id })
    .from(memberships)
    .where(isMember({ organizationId, userId }, rolesWith('manageProjects')))
  // `returning` has the new hash only, the joined row still has the old one.
  const old = aliasedTable(apiTokens, 'old')
  const replacement = db.$with('replacement').as(
    db
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
      .from(old)
      .where(and(eq(old.id, apiTokens.id), inArray(old.token, ownKey), exists(manages)))
      .returning({ oldHash: old.token, name: apiTokens.name }),
  )
  const audit = auditPart(
    ctx,
    { event: 'project.key_replaced', organizationId, subject: replacement.name },
    replacement,
  )
  const [replaced] = await db
    .with(replacement, audit)
    .select({ oldHash: replacement.oldHash })
    .from(replacement)
  const project = replaced && (await findProject(ctx, input))
  if (!project) throw new AppError('PROJECT_NOT_FOUND')
  await cacheDeletedToken(ctx, { organizationId, tokenHash: replaced.oldHash })
  return { ...project, apiKey }
}
