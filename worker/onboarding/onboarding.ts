import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import { apiActivities, apiTokens, invitations, memberships } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { isMember } from '#worker/membership/membership.ts'
import { isListed } from '#worker/tokens/list.ts'
import type { Onboarding } from './contract.ts'

export async function readOnboarding(
  ctx: Context,
  { organizationId, userId }: { organizationId: string; userId: number },
): Promise<Onboarding> {
  const { db } = ctx
  const [activities, [token], invited, colleagues] = await db.batch([
    db
      .select({ id: apiActivities.id })
      .from(apiActivities)
      .where(eq(apiActivities.organizationId, organizationId))
      .limit(1),
    db
      .select({ name: apiTokens.name, lastUsedAt: apiTokens.lastUsedAt })
      .from(apiTokens)
      .where(isListed(ctx, organizationId))
      .orderBy(sql`${apiTokens.lastUsedAt} desc nulls last`)
      .limit(1),
    db
      .select({ id: invitations.id })
      .from(invitations)
      .where(eq(invitations.organizationId, organizationId))
      .limit(1),
    db
      .select({ id: memberships.id })
      .from(memberships)
      .where(and(eq(memberships.organizationId, organizationId), ne(memberships.userId, userId)))
      .limit(1),
  ])
  return {
    hasValidated: activities.length > 0,
    hasToken: token !== undefined,
    call: token?.lastUsedAt ? { tokenName: token.name, at: token.lastUsedAt.toISOString() } : null,
    hasInvited: invited.length > 0 || colleagues.length > 0,
  }
}

type Input = { organizationId: string; userId: number; step: 'checklist' | 'done' }

const before = { checklist: ['name'], done: ['name', 'checklist'] } as const

export async function advanceOnboarding({ db }: Context, { step, ...member }: Input): Promise<void> {
  await db
    .update(memberships)
    .set({ onboarding: step })
    .where(and(isMember(member), inArray(memberships.onboarding, [...before[step]])))
}
