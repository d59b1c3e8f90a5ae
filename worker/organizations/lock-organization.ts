import { eq, type SQL } from 'drizzle-orm'
import { organizations } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'

/**
 * The first statement of a batch that changes what an organization holds to a limit, or who is in it: the statement
 * after it sees every such change made before. Not so hard a lock as to hold up the organization's activity.
 */
export const lockOrganization = (ctx: Context, organizationId: string | SQL) =>
  ctx.db
    .select({ id: organizations.id })
    .from(organizations)
    .where(eq(organizations.id, organizationId))
    .for('no key update')
