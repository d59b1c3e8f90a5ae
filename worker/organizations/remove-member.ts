import type { Context } from '#worker/context.ts'
import { endMembership } from './end-membership.ts'
import { assertNotOnYourself, type MemberChange } from './member-change.ts'

/** Takes somebody else out of the organization. Throws what changeRole does. */
export async function removeMember(ctx: Context, change: MemberChange): Promise<void> {
  assertNotOnYourself(change)
  await endMembership(ctx, change)
}
