import { randomBytes } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { endOrphans, temporaryFolder } from '#tests/dev/processes.ts'
import { GOOGLE_CLIENT, google } from './google.ts'
import { hubspot, hubspotToken } from './hubspot.ts'
import { mail } from './mail.ts'
import { neon } from './neon.ts'
import { PADDLE_PRICES, paddleKeys } from './paddle/keys.ts'
import { paddle } from './paddle/paddle.ts'
import { startPostgres } from './postgres.ts'
import { recaptcha } from './recaptcha.ts'
import { type RedisChoice, startRedis } from './redis.ts'
import { registers } from './registers/index.ts'
import { REGISTER_KEYS } from './registers/keys.ts'
import { startServer } from './server.ts'
import { upstash } from './upstash.ts'
import { webhooks } from './webhooks.ts'

/** The Worker's settings: strings, as in production. */
export type Settings = Record<string, string>

export interface Fakes {
  /** Base URL of the fakes, for `fakesClient()`. */
  readonly url: string
  /** The description is for the developer. */
  readonly redis: { readonly kind: 'server' | 'memory'; readonly description: string }
  /** For tools that speak PostgreSQL's own protocol. */
  databaseUrl(database: string): string
  /** A Worker's settings. Each namespace has its own database, Redis and email key. */
  env(namespace: string, overrides?: Settings): Settings
  stop(): Promise<void>
}

const newKey = (kid: string) => `${kid}:${randomBytes(32).toString('base64url')}`

export const newKeys = (kid: string) => ({
  SESSION_KEYS: newKey(kid),
  TWO_FACTOR_KEYS: newKey(kid),
  EMAIL_KEYS: newKey(kid),
  ANSWER_KEYS: newKey(kid),
  BATCH_KEYS: newKey(kid),
  RECORD_KEYS: newKey(kid),
  RECORD_SIGNING_KEYS: newKey(kid),
})

/**
 * Starts PostgreSQL, Redis and the fakes in front of them. The data is deleted at the end unless `dataDir` is set.
 * Throws a StartError.
 */
export async function startFakes(options: {
  dataDir?: string
  redis?: RedisChoice
  /** Receives one line for each email. */
  print?: (line: string) => void
}): Promise<Fakes> {
  await endOrphans()
  const durable = options.dataDir !== undefined
  const dataDir = options.dataDir ?? temporaryFolder()
  mkdirSync(dataDir, { recursive: true })
  const starting = [
    startPostgres({ dataDir: join(dataDir, 'postgres'), durable }),
    startRedis({ choice: options.redis ?? 'auto', dataDir: join(dataDir, 'redis'), durable }),
  ] as const
  const stopAll = async () => {
    for (const started of await Promise.allSettled(starting)) {
      if (started.status === 'fulfilled') await started.value.stop()
    }
    if (!durable) rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    const [postgres, redis] = await Promise.all(starting)
    const box = mail({
      ...(durable && { file: join(dataDir, 'mail.jsonl') }),
      ...(options.print && { print: options.print }),
    })
    const server = await startServer(
      [
        neon(postgres),
        upstash(redis),
        google(),
        box,
        recaptcha(),
        hubspot(),
        registers(),
        webhooks(),
        paddle({ ...(durable && { file: join(dataDir, 'paddle.json') }) }),
      ],
      box,
    )
    const keys = newKeys('test')
    return {
      url: server.url,
      redis,
      databaseUrl: (database) => postgres.databaseUrl(database),
      env: (namespace, overrides = {}) => ({
        APP_ORIGIN: 'http://localhost',
        DATABASE_URL: postgres.databaseUrl(namespace),
        NEON_PROXY_URL: `${server.url}/neon`,
        UPSTASH_REDIS_REST_URL: `${server.url}/upstash`,
        UPSTASH_REDIS_REST_TOKEN: namespace,
        ...keys,
        SUPPORT_EMAIL: 'support@tinproof.test',
        RESEND_API_KEY: `re_${namespace}`,
        RESEND_URL: `${server.url}/mail`,
        MAIL_FROM: 'Tinproof <no-reply@tinproof.test>',
        GOOGLE_CLIENT_ID: GOOGLE_CLIENT.id,
        GOOGLE_CLIENT_SECRET: GOOGLE_CLIENT.secret,
        GOOGLE_ISSUER: `${server.url}/google`,
        HUBSPOT_TOKEN: hubspotToken(namespace),
        HUBSPOT_URL: `${server.url}/hubspot`,
        PADDLE_API_URL: `${server.url}/paddle`,
        PADDLE_PRO_PRICE_ID: PADDLE_PRICES.PRO.id,
        PADDLE_ENTERPRISE_PRICE_ID: PADDLE_PRICES.ENTERPRISE.id,
        // From the dashboard's own origin, which its content security policy allows.
        PADDLE_SCRIPT_URL: `${overrides.APP_ORIGIN ?? 'http://localhost'}/dev/paddle/paddle.js`,
        ...paddleKeys(namespace),
        REGISTERS_URL: `${server.url}/registers/${namespace}`,
        WEBHOOKS_URL: `${server.url}/webhooks/${namespace}`,
        ...REGISTER_KEYS,
        ...overrides,
      }),
      stop: async () => {
        await server.stop()
        await stopAll()
      },
    }
  } catch (error) {
    await stopAll()
    throw error
  }
}
