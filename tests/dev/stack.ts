import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { migrate } from '#db/migrate.ts'
import { fakesClient } from '#tests/fakes/client.ts'
import { removePostgresData } from '#tests/fakes/postgres.ts'
import type { RedisChoice } from '#tests/fakes/redis.ts'
import { type Fakes, newKeys, type Settings, startFakes } from '#tests/fakes/start.ts'
import { checkSettings } from '#worker/env.ts'
import { generateOrganizationId, generateToken } from '#worker/tokens/generate-token.ts'
import { endOrphans, freePort, killRemaining, lockFolder, messageOf, StartError } from './processes.ts'
import { seed } from './seed.ts'
import { assertPortFree, startWeb, type Targets } from './web.ts'
import { startWorker } from './workerd.ts'

export interface Stack {
  /** The origin of app, API and mailbox. */
  readonly url: string
  /** A token of the seeded organization. */
  readonly apiToken: string
  /** Of the Worker. */
  readonly settings: Settings
  readonly fakes: Fakes
  /** Runs the cron now. It fires every minute. */
  runCron(): Promise<unknown>
  stop(): Promise<void>
}

export interface StackOptions {
  /** `dev` serves the sources with hot reload, `built` the production build. */
  readonly mode: 'dev' | 'built'
  /** 0 selects a free port. */
  readonly port: number
  /** Without a folder, the data is deleted at the end. */
  readonly dataDir?: string
  readonly redis?: RedisChoice
  readonly settings?: Settings
  /** Receives a line for each email and each log line of the Worker. */
  readonly print?: (line: string) => void
}

const root = join(import.meta.dirname, '../..')

interface Secrets {
  readonly apiToken: string
  readonly keys: Settings
}

/** Kept over restarts, so that sessions stay valid. */
function secrets(dataDir: string | undefined): Secrets {
  const file = dataDir && join(dataDir, 'development.json')
  const kept: Partial<Secrets> = file && existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  const made: Secrets = {
    apiToken: kept.apiToken ?? generateToken(generateOrganizationId()).token,
    keys: { ...newKeys('dev'), ...kept.keys },
  }
  if (file) {
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(file, `${JSON.stringify(made)}\n`, { mode: 0o600 })
  }
  return made
}

/** With a developer's own key, Paddle's real API and script are used. */
const realPaddle: Settings = { PADDLE_API_URL: '', PADDLE_SCRIPT_URL: '' }

function settingsOfDeveloper(): Settings {
  const file = join(root, '.dev.vars')
  if (!existsSync(file)) return {}
  const settings = Object.fromEntries(
    Object.entries(parseEnv(readFileSync(file, 'utf8'))).map(([name, value]) => [name, value ?? '']),
  )
  return { ...(settings.PADDLE_API_KEY && realPaddle), ...settings }
}

async function prepareDatabase(fakes: Fakes, database: string, apiToken: string): Promise<void> {
  const control = fakesClient(fakes.url)
  const existing = await control.sql('postgres', 'SELECT 1 FROM pg_database WHERE datname = $1', [database])
  if (existing.length === 0) await control.createDatabase(database)
  const url = fakes.databaseUrl(database)
  await migrate(url).catch((error: unknown) => {
    throw new StartError(`Migration failed: ${messageOf(error)}`, { cause: error })
  })
  await seed(url, apiToken).catch((error: unknown) => {
    throw new StartError(`Could not seed the database: ${messageOf(error)}`, { cause: error })
  })
}

async function assertHealthy(url: string): Promise<void> {
  const response = await fetch(`${url}/api/health`, { signal: AbortSignal.timeout(120_000) }).catch(
    () => undefined,
  )
  if (response?.ok) return
  const answer: unknown = await response?.json().catch(() => undefined)
  const said =
    typeof answer === 'object' && answer !== null && 'message' in answer ? String(answer.message) : ''
  throw new StartError(said || `${url}/api/health did not answer 200 (${response?.status ?? 'no response'}).`)
}

/** Starts the whole product. Throws a StartError. */
export async function startStack(options: StackOptions): Promise<Stack> {
  const print = options.print ?? (() => {})
  const stops: (() => unknown)[] = []
  const stop = async () => {
    const failures: unknown[] = []
    for (const part of stops.splice(0).reverse())
      await Promise.resolve(part()).catch((error: unknown) => failures.push(error))
    killRemaining()
    if (failures.length > 0) throw failures[0]
  }
  try {
    if (options.dataDir) stops.push(lockFolder(options.dataDir))
    await endOrphans()
    if (options.port !== 0) await assertPortFree(options.port)
    const port = options.port || (await freePort())
    const url = `http://localhost:${port}`
    const { apiToken, keys } = secrets(options.dataDir)
    const database = options.dataDir ? 'development' : 'test'
    let targets: Targets | undefined

    const runFakes = async () => {
      const fakes = await startFakes({
        print,
        redis: options.redis ?? 'auto',
        ...(options.dataDir && { dataDir: options.dataDir }),
      })
      stops.push(() => fakes.stop())
      const settings = fakes.env(database, {
        APP_ORIGIN: url,
        ...keys,
        ...options.settings,
        ...settingsOfDeveloper(),
      })
      const run = async () => {
        const { problems } = checkSettings(settings)
        if (problems) throw new StartError(`The settings are invalid:\n${problems.join('\n')}`)
        const worker = await startWorker({ root, print, watch: options.mode === 'dev', settings })
        stops.push(() => worker.stop())
        await fakesClient(fakes.url).paddle(database).sendWebhooksTo(`${url}/api/paddle/webhook`)
        targets = { worker: worker.url, fakes: new URL(fakes.url) }
        return worker.runCron
      }
      // A new Redis has no calls in flight to wait for.
      const [, runCron] = await allOf([prepareDatabase(fakes, database, apiToken), run()])
      return { fakes, settings, runCron }
    }
    const startPages = async () => {
      const web = await startWeb({ root, mode: options.mode, port, targets: () => targets })
      stops.push(() => web.stop())
    }
    const [{ fakes, settings, runCron }] = await allOf([runFakes(), startPages()])
    await assertHealthy(url)
    return { url, apiToken, settings, fakes, runCron, stop }
  } catch (error) {
    await stop().catch(() => {})
    throw error
  }
}

/** Like Promise.all, but waits for every part, so that all of them can be stopped. */
async function allOf<T extends readonly Promise<unknown>[]>(
  parts: readonly [...T],
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(parts)
  return Promise.all(parts)
}

/** Deletes the data of a stack that is not running. */
export function removeData(dataDir: string): void {
  const unlock = lockFolder(dataDir)
  removePostgresData(join(dataDir, 'postgres'))
  rmSync(dataDir, { recursive: true, force: true })
  unlock()
}
