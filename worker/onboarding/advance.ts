import { and, inArray } from 'drizzle-orm'
import { memberships } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { isMember } from '#worker/organizations/membership.ts'

type Input = { organizationId: string; userId: number; step: 'checklist' | 'done' }

const before = { checklist: ['name'], done: ['name', 'checklist'] } as const

/** Of this member in this organization. A step that is already behind changes nothing. */
export async function advanceOnboarding({ db }: Context, { step, ...member }: Input): Promise<void> {
  await db
    .update(memberships)
    .set({ onboarding: step })
    .where(and(isMember(member), inArray(memberships.onboarding, [...before[step]])))
}
