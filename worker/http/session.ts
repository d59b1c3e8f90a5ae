import { and, eq, gt, type SQL, sql } from 'drizzle-orm'
import type { Context as HonoContext } from 'hono'
import { createMiddleware } from 'hono/factory'
import * as z from 'zod/mini'
import { memberships, sessions } from '#db/schema/index.ts'
import { now, secondsFromNow } from '#db/time.ts'
import { type Context, withDatabase } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { columnsOf } from '#worker/lib/pick.ts'
import {
  assertActive,
  organizationFields,
  quotaFields,
  twoFactorDueAt,
  userFields,
} from '#worker/membership/membership.ts'
import { assertPermission, type Permission, platformRoleOf } from '#worker/membership/permissions.ts'
import { enforceIsolateLimit, enforceRateLimit, isolateLimits, limits } from '#worker/rate-limits.ts'
import type { AppEnv, SignedIn } from './app-env.ts'
import { cfText, clientCountry, clientNetwork } from './caller.ts'
import { CONFIRMATION_SECONDS, SESSION_ABSOLUTE_SECONDS, SESSION_IDLE_SECONDS } from './contract.ts'
import { readDevices } from './device-cookie.ts'
import { parseQuery } from './input.ts'
import { requestedOrganization } from './requested-organization.ts'
import { readSessionCookie } from './session-cookie.ts'

/** `lastSeenAt` is updated hourly, so that most requests write nothing. */
const TOUCH_SECONDS = 3_600

type Wanted = { organizationId: string | undefined; token: SQL | undefined }

const selectSession = ({ db }: Context, sid: string, { organizationId, token }: Wanted) =>
  db.query.sessions.findFirst({
    columns: { lastSeenAt: true, confirmedAt: true },
    where: and(eq(sessions.sid, sid), gt(sessions.expire, now)),
    with: {
      user: {
        columns: columnsOf(...userFields, 'disabledAt'),
        with: {
          twoFactor: { columns: { enabledAt: true } },
          memberships: {
            columns: { role: true, onboarding: true, createdAt: true },
            where: organizationId === undefined ? undefined : eq(memberships.organizationId, organizationId),
            orderBy: memberships.id,
            limit: 1,
            with: {
              organization: {
                columns: columnsOf(...organizationFields),
                with: {
                  quota: { columns: columnsOf(...quotaFields) },
                  subscription: { columns: { pastDueSince: true } },
                  tokens: { columns: { token: true }, where: token ?? sql`false`, limit: 1 },
                },
              },
            },
          },
        },
      },
    },
  })

async function loadSession(ctx: Context, sid: string, wanted: Wanted): Promise<SignedIn | undefined> {
  const session = await selectSession(ctx, sid, wanted)
  if (!session || session.user.disabledAt) return undefined
  if (!isRecent(ctx, session.lastSeenAt, TOUCH_SECONDS)) ctx.waitUntil(touch(ctx, sid))
  const { disabledAt: _, twoFactor, memberships: found, ...user } = session.user
  const [membership] = found
  const role = platformRoleOf(ctx.settings, user)
  const isAppointed = role !== null
  const hasTwoFactor = Boolean(twoFactor?.enabledAt)
  const isProtected = hasTwoFactor || ctx.settings.ADMIN_WITHOUT_TWO_FACTOR !== undefined
  return {
    sid,
    user: {
      ...user,
      role,
      hasTwoFactor,
      isPlatformAdmin: isAppointed && isProtected,
      needsTwoFactor: isAppointed && !isProtected,
    },
    isConfirmed: isRecent(ctx, session.confirmedAt, CONFIRMATION_SECONDS),
    membership: membership ? toMembership(membership, twoFactor?.enabledAt ?? null) : null,
  }
}

const isRecent = (ctx: Context, at: Date | null, seconds: number) =>
  at !== null && at.getTime() >= ctx.now.getTime() - seconds * 1000

type Found = NonNullable<Awaited<ReturnType<typeof selectSession>>>['user']['memberships'][number]

function toMembership(
  { organization, createdAt: joinedAt, ...member }: Found,
  twoFactorEnabledAt: Date | null,
): SignedIn['membership'] {
  const { quota, subscription, tokens, ...rest } = organization
  const pastDueSince = subscription?.pastDueSince ?? null
  const own = { ...member, joinedAt, twoFactorEnabledAt, tokenHash: tokens[0]?.token }
  return quota && { ...own, organization: { ...rest, ...quota, pastDueSince } }
}

const touch = (ctx: Context, sid: string) =>
  ctx.db
    .update(sessions)
    .set({
      lastSeenAt: now,
      expire: sql`least(${secondsFromNow(SESSION_IDLE_SECONDS)}, ${sessions.createdAt} + make_interval(secs => ${SESSION_ABSOLUTE_SECONDS}))`,
      sess: sql`${sessions.sess} || jsonb_build_object('place', ${ctx.origin?.readPlace?.() ?? null}::text)`,
    })
    .where(eq(sessions.sid, sid))

type Session = { readsBody?: boolean | undefined; token?: SQL | undefined }

async function findSession(
  c: HonoContext<AppEnv>,
  { token, ...reading }: Session = {},
): Promise<SignedIn | undefined> {
  const sid = await readSessionCookie(c)
  if (!sid) return undefined
  enforceIsolateLimit(isolateLimits.callsBySession, sid)
  const organizationId = await requestedOrganization(c, reading)
  return await loadSession(c.get('ctx'), sid, { organizationId, token })
}

/** For calls that say more to some users; undefined too if the database can't say who it is. */
export async function optionalUser(c: HonoContext<AppEnv>): Promise<SignedIn['user'] | undefined> {
  try {
    return (await findSession(c))?.user
  } catch {
    return undefined
  }
}

/** Limits changes, too: the audit entry of each is kept for years. */
export const sessionGuard = <Input extends object>(check: (c: HonoContext<AppEnv>) => Promise<unknown>) =>
  createMiddleware<AppEnv, string, Input>(async (c, next) => {
    await check(c)
    const userId = String(c.get('signedIn').user.id)
    if (c.req.method !== 'GET') await enforceRateLimit(c.get('ctx'), limits.changesByUser, userId)
    await next()
  })

export const requireUser = sessionGuard(signedInUser)

/** For sensitive changes. Throws CONFIRMATION_REQUIRED; the dashboard then asks for the password and tries again. */
export const requireConfirmedUser = sessionGuard(async (c) => assertConfirmed(await signedInUser(c)))

async function signedInUser(c: HonoContext<AppEnv>, session?: Session): Promise<SignedIn> {
  const signedIn = await findSession(c, session)
  if (!signedIn) throw new AppError('NOT_SIGNED_IN')
  const { id, email } = signedIn.user
  // In place: in `verb(c.get('ctx'), await identify(c))`, the context is read first.
  Object.assign(c.get('ctx'), { actor: { id, email } })
  c.set('signedIn', signedIn)
  return signedIn
}

async function platformAdmin(c: HonoContext<AppEnv>): Promise<SignedIn> {
  const signedIn = await signedInUser(c)
  if (signedIn.user.needsTwoFactor) throw new AppError('TWO_FACTOR_REQUIRED')
  if (!signedIn.user.isPlatformAdmin) {
    throw new AppError('ROLE_TOO_LOW', { message: 'Only platform administrators can do this.' })
  }
  return signedIn
}

export const requirePlatformAdmin = sessionGuard(platformAdmin)

export const requireConfirmedPlatformAdmin = sessionGuard(async (c) =>
  assertConfirmed(await platformAdmin(c)),
)

export function assertConfirmed({ isConfirmed }: SignedIn): void {
  if (!isConfirmed) throw new AppError('CONFIRMATION_REQUIRED')
}

type Need = {
  active: boolean
  permission?: Permission
  /** False for leaving, which is allowed to all members. */
  twoFactor?: boolean
  /** False for an upload, which is read as a stream. */
  readsBody?: boolean
  /** True for calls that change nothing: they may leave the organization to the server. */
  hasDefault?: boolean
  /** The condition of a token whose hash is loaded in the same statement. */
  token?: SQL | undefined
}

export async function loadMembership(
  c: HonoContext<AppEnv>,
  { active, permission, twoFactor = true, hasDefault = c.req.method === 'GET', ...session }: Need,
): Promise<NonNullable<SignedIn['membership']>> {
  const { membership } = await signedInUser(c, session)
  if (!hasDefault && !(await requestedOrganization(c, session))) throw new AppError('ORGANIZATION_REQUIRED')
  if (!membership) throw new AppError('ORGANIZATION_NOT_FOUND')
  const dueAt = twoFactorDueAt(membership)
  if (twoFactor && dueAt && dueAt <= c.get('ctx').now) throw new AppError('ORGANIZATION_NEEDS_TWO_FACTOR')
  if (active) assertActive(membership.organization)
  if (permission) assertPermission(membership.role, permission)
  c.set('membership', membership)
  return membership
}

/** After `requireMember`. */
export const organizationIdOf = (c: HonoContext<AppEnv>): string => c.get('membership').organization.id

export const memberIdOf = (c: HonoContext<AppEnv>): { organizationId: string; userId: number } => ({
  organizationId: organizationIdOf(c),
  userId: c.get('signedIn').user.id,
})

export type OrganizationInput = {
  query?: { organizationId?: string }
  header?: { 'x-organization-id'?: string }
}

export const noQuerySchema = z.strictObject({ organizationId: z.optional(z.string()) })

/** For calls without query parameters. The dashboard may name its organization. Throws INVALID_INPUT. */
export const noQuery = createMiddleware<AppEnv, string, { in: OrganizationInput }>(async (c, next) => {
  parseQuery(c, noQuerySchema)
  await next()
})

export const requireMemberWith = (need: Need) =>
  sessionGuard<{ in: OrganizationInput }>((c) => loadMembership(c, need))

export const requireMember = requireMemberWith({ active: false })
export const requireActiveMember = requireMemberWith({ active: true })

/** Where Cloudflare locates the caller's address: "near Vienna, Austria", or only the country. */
function clientPlace(c: HonoContext<AppEnv>): string | undefined {
  const code = clientCountry(c)
  const names = new Intl.DisplayNames('en-US', { type: 'region', fallback: 'none' })
  const country = code === null ? undefined : names.of(code)
  const city = cfText(c.req.raw, 'city')
  return country && city ? `near ${city}, ${country}` : country
}

export const dashboardContext = createMiddleware<AppEnv>(async (c, next) => {
  const origin = {
    network: clientNetwork(c),
    userAgent: c.req.header('User-Agent'),
    readPlace: () => clientPlace(c),
    readDevices: () => readDevices(c),
  }
  c.set('ctx', withDatabase(c.get('base'), origin))
  await next()
})
