import { and, eq, sql } from 'drizzle-orm'
import { memberships, organizations, users } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { generateSecret, hashToken } from '#worker/lib/crypto.ts'
import type { VerificationStatus } from './contract.ts'
import { isPendingSignUp, knownBrowsers, pendingField } from './pending-sign-up.ts'

const MAX_BROWSERS = 8

const UNVERIFIED: VerificationStatus = { verified: false, organization: null }

type Input = { email: string; browserSecret: string | undefined }

export async function verificationStatus(
  ctx: Context,
  { email, browserSecret }: Input,
): Promise<VerificationStatus> {
  if (!browserSecret) return UNVERIFIED
  const user = await ctx.db.query.users.findFirst({
    columns: { tempData: true },
    where: and(isPendingSignUp(email), sql`${hashToken(browserSecret)} = any(${knownBrowsers})`),
    with: {
      memberships: {
        columns: {},
        orderBy: memberships.id,
        limit: 1,
        with: { organization: { columns: { id: true, name: true } } },
      },
    },
  })
  if (!user?.tempData?.verifiedAt) return UNVERIFIED
  return { verified: true, organization: user.memberships[0]?.organization ?? null }
}

/**
 * A browser that is new to the sign-up gets a `browserSecret`, so that it can finish it too. An invalid link changes
 * nothing.
 */
export async function openVerificationLink(
  ctx: Context,
  { email, browserSecret, token }: Input & { token: string },
): Promise<VerificationStatus & { browserSecret?: string }> {
  const { db } = ctx
  const browser = generateSecret()
  const isKnown = sql`${browserSecret ? hashToken(browserSecret) : null}::text = any(${knownBrowsers})`
  const tempData = sql`${users.tempData} || jsonb_build_object(
    'verifiedAt', coalesce(${pendingField('verifiedAt')}, ${ctx.now.toISOString()}::text),
    'browserHash', case when ${isKnown} then ${pendingField('browserHash')} else ${withBrowser(browser.hash)} end)`
  const opened = db.$with('opened').as(
    db
      .update(users)
      .set({ tempData })
      .where(and(isPendingSignUp(email), eq(pendingField('tokenHash'), hashToken(token))))
      .returning({
        userId: users.id,
        isNewBrowser: sql<boolean>`${browser.hash}::text = any(${knownBrowsers})`.as('is_new_browser'),
      }),
  )
  const [found] = await db
    .with(opened)
    .select({
      isNewBrowser: opened.isNewBrowser,
      organization: { id: organizations.id, name: organizations.name },
    })
    .from(opened)
    .leftJoin(memberships, eq(memberships.userId, opened.userId))
    .leftJoin(organizations, eq(organizations.id, memberships.organizationId))
    .orderBy(memberships.id)
    .limit(1)
  if (!found) return UNVERIFIED
  const status = { verified: true, organization: found.organization }
  return found.isNewBrowser ? { ...status, browserSecret: browser.secret } : status
}

const withBrowser = (hash: string) => sql`array_to_string(
  (${knownBrowsers})[1:1]
  || (${knownBrowsers})[greatest(2, cardinality(${knownBrowsers}) - ${MAX_BROWSERS - 3}::int):]
  || ${hash}::text, ' ')`
