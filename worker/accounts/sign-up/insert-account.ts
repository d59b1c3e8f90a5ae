import type { Column, WithSubquery } from 'drizzle-orm'
import { users } from '#db/schema/index.ts'
import { now } from '#db/time.ts'
import { auditPart, byAccount } from '#worker/audit/insert-audit.ts'
import type { Context } from '#worker/context.ts'
import { insertOrganization } from '#worker/organizations/insert-organization.ts'
import { unnamedOrganization } from './unnamed-organization.ts'

type NewAccount = { email: string; passwordHash?: string; googleSub?: string }

/** CTEs for a user with a verified address and an organization. They return nothing if the address is taken. */
export function insertAccount(ctx: Context, { email, passwordHash, googleSub }: NewAccount) {
  const { db } = ctx
  const newUser = db
    .$with('new_user')
    .as(
      db
        .insert(users)
        .values({ email, password: passwordHash, googleSub, emailVerifiedAt: now })
        .onConflictDoNothing()
        .returning({ id: users.id, email: users.email, role: users.role, createdAt: users.createdAt }),
    )
  const organization = insertOrganization(ctx, { ...unnamedOrganization(email), owner: newUser })
  const audit = accountCreated(ctx, newUser)
  return {
    organizationId: organization.organizationId,
    newUser,
    parts: [newUser, audit, ...organization.parts],
  }
}

export const accountCreated = (ctx: Context, account: WithSubquery & { id: Column; email: Column }) =>
  auditPart(
    ctx,
    {
      event: 'account.created',
      ...byAccount(account),
      subject: account.email,
    },
    account,
  )
