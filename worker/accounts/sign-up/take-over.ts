import {
  and,
  type Column,
  eq,
  exists,
  inArray,
  ne,
  notExists,
  type SQLWrapper,
  sql,
  type WithSubquery,
} from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import {
  apiTokens,
  emailChanges,
  invitations,
  memberships,
  organizations,
  sessions,
  supportRequests,
  twoFactors,
} from '#db/schema/index.ts'
import { now } from '#db/time.ts'
import { auditPart, byAccount } from '#worker/audit/insert-audit.ts'
import type { Context } from '#worker/context.ts'
import { scheduleDeletionParts, stopCalls } from '#worker/organizations/schedule-deletion.ts'
import { forgetWriter } from '#worker/support/forget-writer.ts'
import { DEFAULT_TOKEN_NAME } from '#worker/tokens/contract.ts'
import { projectOfToken } from '#worker/tokens/list.ts'

/**
 * Statements that leave nothing of an account that someone made with an address they never proved: no session,
 * second factor, membership, invitation, token or support request. Organizations without another admin are deleted after the usual grace period. Run them
 * before the statement that proves the address; `unproven` selects the user's id.
 */
export function takeOver(ctx: Context, unproven: SQLWrapper) {
  const { db } = ctx
  const own = db
    .select({ id: memberships.organizationId })
    .from(memberships)
    .where(inArray(memberships.userId, unproven))
  const others = alias(memberships, 'others')
  const otherAdmin = db
    .select({ id: others.id })
    .from(others)
    .where(
      and(
        sql`${others.organizationId} = ${organizations}.id`,
        eq(others.role, 'admin'),
        sql`${others.userId} not in ${unproven}`,
      ),
    )
  const { scheduled, revoked, parts } = scheduleDeletionParts(
    ctx,
    and(inArray(organizations.id, own), notExists(otherAdmin)),
  )
  const isTheirs = inArray(apiTokens.createdBy, unproven)
  return [
    db
      .select({ id: organizations.id })
      .from(organizations)
      .where(inArray(organizations.id, own))
      .orderBy(organizations.id)
      .for('no key update'),
    db
      .with(...parts)
      .select({ id: scheduled.id, organizationId: revoked.organizationId, tokenHash: revoked.tokenHash })
      .from(scheduled)
      .leftJoin(revoked, eq(revoked.organizationId, scheduled.id)),
    db
      .delete(apiTokens)
      .where(and(isTheirs, ne(apiTokens.name, DEFAULT_TOKEN_NAME), notExists(projectOfToken(db))))
      .returning(tokenKey),
    db
      .update(apiTokens)
      .set({ expiresAt: now })
      .where(and(isTheirs, exists(projectOfToken(db))))
      .returning(tokenKey),
    db
      .update(invitations)
      .set({ status: 'revoked' })
      .where(and(inArray(invitations.invitedBy, unproven), eq(invitations.status, 'pending'))),
    db.delete(memberships).where(inArray(memberships.userId, unproven)),
    db.delete(sessions).where(inArray(sessions.userId, unproven)),
    db.delete(twoFactors).where(inArray(twoFactors.userId, unproven)),
    db.delete(emailChanges).where(inArray(emailChanges.userId, unproven)),
    forgetWriter(db, inArray(supportRequests.userId, unproven)),
  ] as const
}

const tokenKey = { organizationId: apiTokens.organizationId, tokenHash: apiTokens.token }

/** `owner` is a CTE with the account. */
export const takenOver = (ctx: Context, owner: WithSubquery & { id: Column; email: Column }) =>
  auditPart(
    ctx,
    {
      event: 'account.taken_over',
      ...byAccount(owner),
      subject: owner.email,
    },
    owner,
  )

type TokenKey = { organizationId: string; tokenHash: string }
type TakenOver = {
  stopped: readonly { id: string; organizationId: string | null; tokenHash: string | null }[]
  deletedTokens: readonly TokenKey[]
  revokedKeys: readonly TokenKey[]
}

/** Call with the results of the second to fourth statement, after the batch is committed. */
export async function stopTakenOver(
  ctx: Context,
  { stopped, deletedTokens, revokedKeys }: TakenOver,
): Promise<void> {
  const ofStopped = stopped.flatMap(({ id, tokenHash }) =>
    tokenHash === null ? [] : [{ organizationId: id, tokenHash }],
  )
  const ids = [...new Set(stopped.map(({ id }) => id))]
  await stopCalls(ctx, ids, [...ofStopped, ...deletedTokens, ...revokedKeys])
}
