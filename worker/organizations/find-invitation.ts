import { and, eq, gt, sql } from 'drizzle-orm'
import type { Queries } from '#db/client.ts'
import { invitations, organizations } from '#db/schema/index.ts'
import { now } from '#db/time.ts'
import { AppError } from '#worker/errors.ts'
import { hashToken } from '#worker/lib/hash.ts'
import type { InvitationInfo } from './contract.ts'

export const isAcceptable = and(
  eq(invitations.status, 'pending'),
  gt(invitations.expiresAt, now),
  eq(organizations.status, 'ACTIVE'),
)

export async function findInvitation({ db }: { db: Queries }, token: string): Promise<InvitationInfo> {
  const [found] = await db
    .select({
      email: invitations.email,
      organizationName: organizations.name,
      role: invitations.role,
      requiresTwoFactor: sql<boolean>`${organizations.twoFactorRequiredAt} is not null`,
    })
    .from(invitations)
    .innerJoin(organizations, eq(organizations.id, invitations.organizationId))
    .where(and(eq(invitations.token, hashToken(token)), isAcceptable))
  if (!found) throw new AppError('INVITATION_NOT_FOUND')
  return found
}
