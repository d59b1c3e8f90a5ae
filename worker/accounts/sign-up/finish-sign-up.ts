import { and, eq, inArray } from 'drizzle-orm'
import { invitations, memberships, organizations, signUps } from '#db/schema/index.ts'
import { now } from '#db/time.ts'
import type { Completion, User } from '#worker/accounts/contract.ts'
import { hashNewPassword } from '#worker/accounts/passwords/password.ts'
import { insertSession } from '#worker/accounts/sessions/insert-session.ts'
import { describeUser } from '#worker/accounts/user.ts'
import { audit } from '#worker/audit/audit.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { lockOrganizations } from '#worker/locks.ts'
import { selectMemberships } from '#worker/membership/membership.ts'
import { platformRoleOf } from '#worker/membership/permissions.ts'
import type { OrganizationDetail } from '#worker/organizations/contract.ts'
import { describeOrganization } from '#worker/organizations/describe.ts'
import { isAcceptable } from '#worker/organizations/invitations.ts'
import { inTransaction, oneRow, type Transaction } from '#worker/transaction.ts'
import { insertAccount, insertFirstOrganization } from './insert-account.ts'
import { hashBrowser, isOpenSignUp, isProvenSignUp } from './sign-up-conditions.ts'

type Proven = { signUpId: number; email: string; browser: string; passwordHash: string }

export type FinishedSignUp = { user: User; organization: OrganizationDetail; sid: string }

/** Undefined if the address is taken. */
export const finishSignUp = (
  ctx: Context,
  { signUpId, email, browser, passwordHash }: Proven,
): Promise<FinishedSignUp | undefined> =>
  inTransaction(ctx, async (tx) => {
    const open = await tx.select().from(signUps).where(isOpenSignUp(email)).orderBy(signUps.id).for('update')
    if (!open.some(({ id, openedAt }) => id === signUpId && openedAt)) return undefined
    // Other browsers are told only if the owner of the address opened their link.
    const known = open.filter((signUp) => signUp.openedAt || signUp.browser === browser)
    const isKnown = inArray(
      signUps.id,
      known.map(({ id }) => id),
    )
    await tx.update(signUps).set({ finishedAt: now, password: null, code: null }).where(isKnown)
    const phoneNumber = known.findLast(
      (signUp) => signUp.browser === browser && signUp.phoneNumber,
    )?.phoneNumber
    const user = await insertAccount(tx, { email, password: passwordHash, phoneNumber })
    if (!user) return undefined
    const isInvited = await acceptInvitations(tx, user, open)
    if (!isInvited) await insertFirstOrganization(tx, user)
    const sid = await insertSession(tx, user, 'sign-up')
    const membership = await selectMemberships(tx)
      .where(eq(memberships.userId, user.id))
      .orderBy(memberships.id)
      .limit(1)
      .then(oneRow)
    return {
      sid,
      user: describeUser({ ...user, role: platformRoleOf(ctx.settings, user) }, membership.organization.id),
      organization: describeOrganization(membership),
    }
  })

/** Only the owner of the address can have signed up with an invitation's token, because inviters don't know it. */
async function acceptInvitations(
  tx: Transaction,
  user: { id: number; email: string },
  accepting: readonly { invitationId: number | null }[],
): Promise<boolean> {
  const ids = accepting.flatMap(({ invitationId }) => invitationId ?? [])
  const isTheirs = and(inArray(invitations.id, ids), eq(invitations.email, user.email))
  const inviting = tx.select({ id: invitations.organizationId }).from(invitations).where(isTheirs)
  await lockOrganizations(tx, inArray(organizations.id, inviting))
  const accepted = await tx
    .update(invitations)
    .set({ status: 'accepted' })
    .from(organizations)
    .where(and(isTheirs, isAcceptable, eq(organizations.id, invitations.organizationId)))
    .returning({ organizationId: invitations.organizationId, role: invitations.role })
  for (const { organizationId, role } of accepted) {
    await tx.insert(memberships).values({ userId: user.id, organizationId, role, onboarding: 'checklist' })
    await audit(tx, {
      event: 'member.joined',
      organizationId,
      actor: user,
      subject: user.email,
      after: { role },
    })
  }
  return accepted.length > 0
}

export async function completeSignUp(
  ctx: Context,
  { email, password }: Completion,
  { proof, secret }: { proof: number | undefined; secret: string | undefined },
): Promise<FinishedSignUp> {
  if (proof === undefined) throw new AppError('NOT_VERIFIED')
  // Hashing is expensive, so check first.
  const [proven] = await ctx.db.select({ id: signUps.id }).from(signUps).where(isProvenSignUp(email, proof))
  if (!proven) throw new AppError('NOT_VERIFIED')
  const passwordHash = await hashNewPassword(ctx, password, { email, field: 'password' })
  const browser = hashBrowser(secret)
  const finished = await finishSignUp(ctx, { signUpId: proof, email, browser, passwordHash })
  if (!finished) throw new AppError('NOT_VERIFIED')
  return finished
}
