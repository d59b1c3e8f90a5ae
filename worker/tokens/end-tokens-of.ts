import { and, eq, gt, isNull, ne, notExists, or, sql } from 'drizzle-orm'
import { apiTokens, projects } from '#db/schema/index.ts'
import { now } from '#db/time.ts'
import { pick } from '#worker/lib/pick.ts'
import { DAY } from '#worker/lib/time.ts'
import { emailAdmins } from '#worker/mail/admins.ts'
import { organizationLink } from '#worker/mail/layout.ts'
import { memberLeftEmail } from '#worker/mail/templates.ts'
import { DEFAULT_TOKEN_NAME } from '#worker/membership/constants.ts'
import { refreshAfterCommit } from '#worker/quota/refresh-organization.ts'
import type { Transaction } from '#worker/transaction.ts'
import { announceEnd } from './change-token.ts'
import { LEFT_TOKEN_DAYS } from './contract.ts'
import { projectOfToken } from './list.ts'
import { revokeApps } from './revoke-tokens.ts'

type Leaver = { organizationId: string; userId: number; email: string }

/** A member who leaves may know the tokens they created, so these end unless an admin keeps them. Apps end now. */
export async function endTokensOf(tx: Transaction, { organizationId, userId, email }: Leaver): Promise<void> {
  const ofMember = and(eq(apiTokens.organizationId, organizationId), eq(apiTokens.createdBy, userId))
  await refreshAfterCommit(tx, organizationId)
  await revokeApps(tx, ofMember)
  const end = new Date(tx.ctx.now.getTime() + LEFT_TOKEN_DAYS * DAY)
  const own = and(
    ofMember,
    ne(apiTokens.name, DEFAULT_TOKEN_NAME),
    or(isNull(apiTokens.expiresAt), gt(apiTokens.expiresAt, now)),
    or(isNull(apiTokens.deleteAt), gt(apiTokens.deleteAt, now)),
  )
  const earlier = (column: typeof apiTokens.expiresAt | typeof apiTokens.deleteAt) =>
    sql`least(${column}, ${end.toISOString()}::timestamptz)`
  const keys = await tx
    .update(apiTokens)
    .set({ expiresAt: earlier(apiTokens.expiresAt) })
    .from(projects)
    .where(and(own, eq(projects.apiKey, apiTokens.token)))
    .returning({
      ...pick(apiTokens, 'id', 'live', 'organizationId', 'expiresAt', 'deleteAt'),
      name: projects.name,
    })
  const ended = await tx
    .update(apiTokens)
    .set({ deleteAt: earlier(apiTokens.deleteAt) })
    .where(and(own, notExists(projectOfToken(tx.ctx.db))))
    .returning(
      pick(apiTokens, 'id', 'live', 'organizationId', 'name', 'rotatedToId', 'expiresAt', 'deleteAt'),
    )
  const tokens = ended.filter(({ rotatedToId }) => rotatedToId === null)
  if (keys.length + tokens.length === 0) return
  for (const token of [...tokens, ...keys]) await announceEnd(tx, token)
  await emailAdmins(tx, organizationId, ({ userId: adminId, ...admin }) =>
    adminId === userId
      ? undefined
      : memberLeftEmail({
          ...admin,
          key: `member-left/${crypto.randomUUID()}`,
          memberEmail: email,
          tokens: tokens.map((token) => token.name),
          projects: keys.map((key) => key.name),
          end,
          tokensLink: organizationLink(tx.ctx, organizationId, '/tokens'),
          projectsLink: organizationLink(tx.ctx, organizationId, '/organization/projects'),
        }),
  )
}
