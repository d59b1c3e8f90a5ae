import { and, eq, getTableColumns, lt } from 'drizzle-orm'
import type * as z from 'zod'
import { insertFrom } from '#db/insert-from.ts'
import { apiTokens, memberships } from '#db/schema/index.ts'
import { insertAudit } from '#worker/audit/insert-audit.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { lockOrganization } from '#worker/organizations/lock-organization.ts'
import { isMember } from '#worker/organizations/membership.ts'
import {
  type CreatedToken,
  type createTokenSchema,
  type Expiry,
  MAX_TEST_TOKENS,
  MAX_TOKENS,
} from './contract.ts'
import { generateToken } from './generate-token.ts'
import { describeToken, isListed } from './list.ts'

const DAY = 86_400_000
const lifetimes: Readonly<Record<Expiry, number | null>> = {
  never: null,
  '30days': 30 * DAY,
  '90days': 90 * DAY,
  '1year': 365 * DAY,
}

type Input = Omit<z.output<typeof createTokenSchema>, 'organizationId'> & { organizationId: string }

/** The value is returned once and not stored. Throws TOKEN_LIMIT_REACHED, ORGANIZATION_NOT_FOUND. */
export async function createToken(
  ctx: Context,
  input: Input,
  creator: { id: number; email: string },
): Promise<CreatedToken> {
  const { organizationId, name, permissions, live } = input
  const lifetime = lifetimes[input.expiry]
  const { token, tokenHash, prefix, lastFour } = generateToken(organizationId, { live })
  const caller = isMember({ organizationId, userId: creator.id })
  const tokenCount = ctx.db.$count(apiTokens, and(isListed(ctx, organizationId), eq(apiTokens.live, live)))
  const limit = live ? MAX_TOKENS : MAX_TEST_TOKENS
  const [, callers, [created]] = await ctx.db.batch([
    lockOrganization(ctx, organizationId),
    ctx.db.select({ role: memberships.role }).from(memberships).where(caller),
    insertFrom(
      ctx.db,
      apiTokens,
      {
        name,
        token: tokenHash,
        prefix,
        lastFour,
        organizationId,
        live,
        permissions,
        expiresAt: lifetime === null ? null : new Date(ctx.now.getTime() + lifetime),
        createdBy: creator.id,
      },
      (values) =>
        ctx.db
          .select(values)
          .from(memberships)
          .where(and(caller, lt(tokenCount, limit))),
    ).returning(getTableColumns(apiTokens)),
    insertAudit(
      ctx,
      {
        event: 'token.created',
        organizationId,
        subject: name,
        after: { ...permissions, expiry: input.expiry, ...(!live && { live }) },
      },
      apiTokens,
      eq(apiTokens.token, tokenHash),
    ),
  ])
  if (!created) throw callers.length > 0 ? limitError(live) : new AppError('ORGANIZATION_NOT_FOUND')
  return { ...describeToken(created, creator.email), token }
}

const limitError = (live: boolean) =>
  new AppError('TOKEN_LIMIT_REACHED', {
    ...(!live && { message: "You've reached the limit of test tokens. Delete one first." }),
  })
