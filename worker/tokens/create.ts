import { and, eq, isNull } from 'drizzle-orm'
import type * as z from 'zod'
import { apiTokens } from '#db/schema/index.ts'
import { audit } from '#worker/audit/audit.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { DAY } from '#worker/lib/time.ts'
import { lockMembership } from '#worker/membership/membership.ts'
import { inTransaction, oneRow } from '#worker/transaction.ts'
import { type CreatedToken, MAX_TEST_TOKENS, MAX_TOKENS } from './contract.ts'
import { generateToken } from './generate-token.ts'
import type { createTokenSchema, Expiry } from './input-contract.ts'
import { describeToken, isListed } from './list.ts'

const lifetimes: Readonly<Record<Expiry, number | null>> = {
  never: null,
  '30days': 30 * DAY,
  '90days': 90 * DAY,
  '1year': 365 * DAY,
}

type Input = z.output<typeof createTokenSchema> & { organizationId: string }
type Creator = { id: number; email: string }

export function createToken(ctx: Context, input: Input, creator: Creator): Promise<CreatedToken> {
  const { organizationId, name, permissions, expiry, live, allowedIps } = input
  return inTransaction(ctx, async (tx) => {
    await lockMembership(tx, { organizationId, userId: creator.id })
    const isOfKind = and(eq(apiTokens.live, live), isNull(apiTokens.oauthClientId))
    const listed = and(isListed(ctx, organizationId), isOfKind)
    if ((await tx.$count(apiTokens, listed)) >= (live ? MAX_TOKENS : MAX_TEST_TOKENS))
      throw limitReached(live)
    const { token, row } = generateToken(organizationId, { live })
    const created = await tx
      .insert(apiTokens)
      .values({
        ...row,
        name,
        organizationId,
        live,
        permissions,
        allowedIps,
        expiresAt: expiresAt(ctx.now, expiry),
        createdBy: creator.id,
      })
      .returning()
      .then(oneRow)
    await audit(tx, {
      event: 'token.created',
      organizationId,
      subject: name,
      after: {
        ...permissions,
        expiry,
        ...(!live && { live }),
        ...(allowedIps.length > 0 && { allowedIps: allowedIps.join(', ') }),
      },
    })
    return { ...describeToken({ token: created, createdBy: creator.email, oldSecret: null }), token }
  })
}

function expiresAt(now: Date, expiry: Expiry): Date | null {
  const lifetime = lifetimes[expiry]
  return lifetime === null ? null : new Date(now.getTime() + lifetime)
}

const limitReached = (live: boolean) =>
  new AppError('TOKEN_LIMIT_REACHED', {
    ...(!live && { message: "You've reached the limit of test tokens. Delete one first." }),
  })
