import { sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { type Context, logFailure } from '#worker/context.ts'
import type { AppEnv } from './app-env.ts'
import type { PublicSettings } from './settings-contract.ts'

type State = 'ok' | 'down'

const stateOf = async (ctx: Context, what: string, check: Promise<unknown>): Promise<State> => {
  try {
    await check
    return 'ok'
  } catch (error) {
    logFailure(`health of ${what}`, ctx.requestId, error)
    return 'down'
  }
}

/** `ok`; `degraded` without Redis, which PostgreSQL stands in for; `down` (503) without PostgreSQL. */
export const healthRoutes = new Hono<AppEnv>()
  .get('/health', async (c) => {
    const ctx = c.get('ctx')
    const [database, redis] = await Promise.all([
      stateOf(ctx, 'database', ctx.db.execute(sql`select 1`)),
      stateOf(ctx, 'redis', ctx.redis.reach()),
    ])
    const status = database === 'down' ? 'down' : redis === 'down' ? 'degraded' : 'ok'
    c.header('Cache-Control', 'no-store')
    return c.json({ status, database, redis }, status === 'down' ? 503 : 200)
  })
  .get('/settings', (c) => {
    const { settings } = c.get('ctx')
    const answer: PublicSettings = {
      supportEmail: settings.SUPPORT_EMAIL,
      docsUrl: settings.DOCS_URL ?? null,
      googleSignIn: settings.GOOGLE_CLIENT_ID !== undefined && settings.GOOGLE_CLIENT_SECRET !== undefined,
      recaptchaSiteKey: settings.RECAPTCHA_SECRET ? (settings.RECAPTCHA_SITE_KEY ?? null) : null,
    }
    c.header('Cache-Control', 'public, max-age=300')
    return c.json(answer)
  })
