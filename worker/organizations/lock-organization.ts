import { eq, type SQLWrapper } from 'drizzle-orm'
import { organizations } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'

/**
 * The first statement of a batch that changes members or checks a limit, so that the next ones see every earlier
 * change. It doesn't block writes of activity.
 */
export const lockOrganization = (ctx: Context, organizationId: string | SQLWrapper) =>
  ctx.db
    .select({ id: organizations.id })
    .from(organizations)
    .where(eq(organizations.id, organizationId))
    .for('no key update')
