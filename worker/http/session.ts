import { sql } from 'drizzle-orm'
import type { Context as HonoContext } from 'hono'
import { createMiddleware } from 'hono/factory'
import * as z from 'zod'
import { platformRoleSchema, SESSION_IDLE_SECONDS } from '#worker/accounts/contract.ts'
import type { Context } from '#worker/context.ts'
import { AppError } from '#worker/errors.ts'
import { memberRoleSchema, statusSchema, tierSchema } from '#worker/organizations/contract.ts'
import type { Membership } from '#worker/organizations/membership.ts'
import type { AppEnv, SignedIn } from './app-env.ts'
import { enforceIsolateLimit, isolateLimits } from './rate-limits.ts'
import { requestedOrganization } from './requested-organization.ts'
import { readSessionCookie } from './session-cookie.ts'

/** `lastSeenAt` is kept to the hour: not every request needs a write. */
const TOUCH_SECONDS = 3_600

const rowSchema = z.object({
  user_id: z.number(),
  email: z.string(),
  user_role: platformRoleSchema.nullable(),
  is_email_verified: z.boolean(),
  user_created_at: z.coerce.date(),
  is_due_for_touch: z.boolean(),
  membership: z
    .object({
      role: memberRoleSchema,
      id: z.string(),
      name: z.string(),
      tier: tierSchema,
      status: statusSchema,
      createdAt: z.coerce.date(),
      monthlyLimit: z.number(),
      usedCount: z.number(),
      resetDate: z.coerce.date(),
      vatNumber: z.string().nullable(),
    })
    .nullable(),
})

/** One statement: the session, its user, and the membership asked for or else the first. */
async function loadSession(
  ctx: Context,
  sid: string,
  organizationId: string | undefined,
): Promise<SignedIn | undefined> {
  const { rows } = await ctx.db.execute(sql`
    select u.id as user_id, u.email, u.role as user_role, u.created_at as user_created_at,
           u.email_verified_at is not null as is_email_verified,
           s.last_seen_at < now() - ${`${TOUCH_SECONDS} seconds`}::interval as is_due_for_touch,
           (select json_build_object(
                     'role', m.role, 'id', o.id, 'name', o.name, 'tier', o.tier, 'status', o.status,
                     'createdAt', o.created_at, 'vatNumber', o.vat_number, 'monthlyLimit', q.monthly_limit,
                     'usedCount', q.used_count, 'resetDate', q.reset_date)
              from organization_memberships m
              join organizations o on o.id = m.organization_id
              join organization_quotas q on q.organization_id = o.id
             where m.user_id = u.id
               and (${organizationId ?? null}::text is null or o.id = ${organizationId ?? null}::text)
             order by m.id
             limit 1) as membership
      from session s
      join users u on u.id = s.user_id
     where s.sid = ${sid} and s.expire > now()`)
  const row = rows[0] && rowSchema.parse(rows[0])
  if (!row) return undefined
  if (row.is_due_for_touch) ctx.waitUntil(touch(ctx, sid))
  return {
    sid,
    user: {
      id: row.user_id,
      email: row.email,
      role: row.user_role,
      isPlatformAdmin:
        row.user_role !== null || (row.is_email_verified && row.email === ctx.settings.ADMIN_EMAIL),
      createdAt: row.user_created_at,
    },
    membership: row.membership && toMembership(row.membership),
  }
}

function toMembership({ role, ...organization }: { role: Membership['role'] } & Membership['organization']) {
  return { role, organization }
}

const touch = (ctx: Context, sid: string) =>
  ctx.db.execute(sql`
    update session set last_seen_at = now(), expire = now() + ${`${SESSION_IDLE_SECONDS} seconds`}::interval
     where sid = ${sid}`)

/** The signed-in user, or undefined. One SQL statement when there is a cookie of ours, none otherwise. Throws RATE_LIMITED. */
async function findSession(c: HonoContext<AppEnv>): Promise<SignedIn | undefined> {
  const sid = await readSessionCookie(c)
  if (!sid) return undefined
  enforceIsolateLimit(isolateLimits.callsBySession, sid)
  return await loadSession(c.get('ctx'), sid, await requestedOrganization(c))
}

/** Lets signed-in users through. Throws NOT_SIGNED_IN. */
export const requireUser = createMiddleware<AppEnv>(async (c, next) => {
  c.set('signedIn', await signedInUser(c))
  await next()
})

async function signedInUser(c: HonoContext<AppEnv>): Promise<SignedIn> {
  const signedIn = await findSession(c)
  if (!signedIn) throw new AppError('NOT_SIGNED_IN')
  return signedIn
}

/** Lets platform administrators through. Throws NOT_SIGNED_IN, ROLE_TOO_LOW. */
export const requirePlatformAdmin = createMiddleware<AppEnv>(async (c, next) => {
  const signedIn = await signedInUser(c)
  if (!signedIn.user.isPlatformAdmin) {
    throw new AppError('ROLE_TOO_LOW', { message: 'Only a platform administrator may do that.' })
  }
  c.set('signedIn', signedIn)
  await next()
})

type Need = {
  /** A suspended organization may be looked at, not worked with. */
  active: boolean
}

/** The caller's membership of the organization asked for. Throws NOT_SIGNED_IN, ORGANIZATION_NOT_FOUND, ORGANIZATION_SUSPENDED. */
export async function loadMembership(c: HonoContext<AppEnv>, { active }: Need): Promise<Membership> {
  const signedIn = await signedInUser(c)
  const { membership } = signedIn
  if (!membership) throw new AppError('ORGANIZATION_NOT_FOUND')
  if (active && membership.organization.status !== 'ACTIVE') throw new AppError('ORGANIZATION_SUSPENDED')
  c.set('signedIn', signedIn)
  c.set('membership', membership)
  return membership
}

/** Where a call names its organization, for the types of clients. A body can name it too. */
export type OrganizationInput = {
  query?: { organizationId?: string }
  header?: { 'x-organization-id'?: string }
}

/** Lets members of the organization asked for through. */
export const requireMember = (need: Need) =>
  createMiddleware<AppEnv, string, { in: OrganizationInput }>(async (c, next) => {
    await loadMembership(c, need)
    await next()
  })
