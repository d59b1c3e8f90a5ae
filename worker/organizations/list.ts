import { asc, eq } from 'drizzle-orm'
import { memberships } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import type { Organization } from './contract.ts'
import { summarizeOrganization } from './describe.ts'
import { selectMemberships } from './membership.ts'

export async function listOrganizations(ctx: Context, userId: number): Promise<Organization[]> {
  const rows = await selectMemberships(ctx.db)
    .where(eq(memberships.userId, userId))
    .orderBy(asc(memberships.id))
  return rows.map(summarizeOrganization)
}
