import { Hono } from 'hono'
import { jobRuns } from '#db/schema/index.ts'
import type { Context } from '#worker/context.ts'
import { type JobRun, jobNames } from '#worker/jobs/contract.ts'
import { logError } from '#worker/lib/log.ts'
import { startGeneration } from '#worker/quota/generation.ts'
import type { AppEnv } from './app-env.ts'
import { clientNetwork, enforceIsolateLimit, isolateLimits } from './rate-limits.ts'
import type { PublicSettings } from './settings-contract.ts'

type State = 'ok' | 'down'

/** The API reference among the files of Pages, in the form to which Pages leads every other. */
const REFERENCE = '/docs/'

/** Whether a service answers, and what. */
async function ask<T>(
  ctx: Context,
  what: string,
  question: Promise<T>,
): Promise<{ state: State; answer?: T }> {
  try {
    return { state: 'ok', answer: await question }
  } catch (error) {
    logError(`health of ${what}`, error, ctx.requestId)
    return { state: 'down' }
  }
}

/** How the jobs of the clock fare, in one statement, which also shows that the database answers. */
async function readJobRuns(ctx: Context): Promise<JobRun[]> {
  const rows = await ctx.db.select().from(jobRuns)
  return jobNames.map((name) => {
    const row = rows.find((candidate) => candidate.name === name)
    return {
      name,
      lastRunAt: row?.startedAt.toISOString() ?? null,
      lastSuccessAt: row?.succeededAt?.toISOString() ?? null,
      succeeded: row?.succeeded ?? null,
    }
  })
}

/** `ok`; `degraded` without Redis, which PostgreSQL stands in for; `down` (503) without PostgreSQL. */
export const healthRoutes = new Hono<AppEnv>()
  .get('/health', async (c) => {
    const ctx = c.get('ctx')
    enforceIsolateLimit(isolateLimits.healthByAddress, clientNetwork(c))
    const [database, redis] = await Promise.all([
      ask(ctx, 'database', readJobRuns(ctx)),
      ask(ctx, 'redis', startGeneration(ctx.redis)),
    ])
    const status = database.state === 'down' ? 'down' : redis.state === 'down' ? 'degraded' : 'ok'
    return c.json(
      { status, database: database.state, redis: redis.state, jobs: database.answer ?? [] },
      status === 'down' ? 503 : 200,
    )
  })
  .get('/settings', (c) => {
    const { settings } = c.get('ctx')
    const answer: PublicSettings = {
      supportEmail: settings.SUPPORT_EMAIL,
      docsUrl: settings.DOCS_URL ?? new URL(REFERENCE, settings.APP_ORIGIN).href,
      googleSignIn: settings.GOOGLE_CLIENT_ID !== undefined && settings.GOOGLE_CLIENT_SECRET !== undefined,
      recaptchaSiteKey: settings.RECAPTCHA_SECRET ? (settings.RECAPTCHA_SITE_KEY ?? null) : null,
    }
    c.header('Cache-Control', 'public, max-age=300')
    return c.json(answer)
  })
