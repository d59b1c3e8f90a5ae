import type { Context } from '#worker/context.ts'
import { endMembership } from './end-membership.ts'

/** Takes the user out of the organization. Throws LAST_ADMIN, and ORGANIZATION_NOT_FOUND to one who is out by now. */
export const leaveOrganization = (ctx: Context, organizationId: string, userId: number): Promise<void> =>
  endMembership(ctx, { organizationId, callerId: userId, userId })
