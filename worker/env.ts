import * as base64url from 'jose/base64url'
import * as z from 'zod/mini'
import { AppError } from './errors.ts'
import type { EncryptionKey } from './lib/crypto.ts'
import { describeIssue } from './lib/describe-issue.ts'
import { logLine } from './lib/log.ts'
import { once } from './lib/once.ts'

/** The first key signs or encrypts; all of them verify and decrypt. */
type Keys = [EncryptionKey, ...EncryptionKey[]]

const MIN_KEY_BYTES = 32
/** 32 random bytes have about 30 different ones; zeros and repeated words have few. */
const MIN_DIFFERENT_BYTES = 16

const text = z.string().check(z.minLength(1))
const optionalText = z.optional(text)

const keyList = z.pipe(
  text,
  z.transform((value: string, { issues }): Keys => {
    const fail = (message: string) => issues.push({ code: 'custom', message, input: value })
    const parseKey = (entry: string): EncryptionKey => {
      const [kid = '', encoded = ''] = entry.trim().split(':')
      const secret = decodeSecret(encoded)
      if (!/^[\w-]{1,32}$/.test(kid) || secret.length < MIN_KEY_BYTES) {
        fail(`expected "kid:secret[,kid:secret]" with ${MIN_KEY_BYTES} bytes or more in base64url`)
      } else if (new Set(secret).size < MIN_DIFFERENT_BYTES) fail('a key is not random')
      return { kid, secret }
    }
    const [newest = '', ...older] = value.split(',')
    const all: Keys = [parseKey(newest), ...older.map(parseKey)]
    if (hasDuplicates(all.map(({ kid }) => kid))) fail('two keys have the same kid')
    return all
  }),
)

function decodeSecret(encoded: string): Uint8Array<ArrayBuffer> {
  try {
    return new Uint8Array(base64url.decode(encoded))
  } catch {
    return new Uint8Array()
  }
}

const hasDuplicates = (values: readonly string[]) => new Set(values).size < values.length

const localHosts = ['localhost', '127.0.0.1', '[::1]']
const isLocal = (url: string) => localHosts.includes(new URL(url).hostname)

const url = z
  .url({ protocol: /^https?$/, abort: true })
  .check(
    z.refine((value) => value.startsWith('https:') || isLocal(value), 'must be https:// outside localhost'),
  )
const optionalUrl = z.optional(url)

/** What API calls use, so that the callers who meet a new isolate don't wait for the rest. */
const apiSettingsSchema = z.object({
  APP_ORIGIN: z.pipe(
    url,
    z.transform((value: string) => new URL(value).origin),
  ),
  SUPPORT_EMAIL: optionalText,
  DATABASE_URL: z.url(),
  NEON_PROXY_URL: optionalUrl,
  UPSTASH_REDIS_REST_URL: url,
  UPSTASH_REDIS_REST_TOKEN: text,
  SESSION_KEYS: keyList,
  /** For hashes of numbers. Only the first is used: a new one drops all cached answers, and histories start over. */
  ANSWER_KEYS: keyList,
  /** Part of the key of all that is cached in Redis. A new one forgets it, such as after a restore. */
  CACHE_EPOCH: z._default(z.string().check(z.regex(/^\w{1,32}$/)), '1'),
  REGISTERS_URL: optionalUrl,
  HMRC_CLIENT_ID: optionalText,
  HMRC_CLIENT_SECRET: optionalText,
  ABN_LOOKUP_GUID: optionalText,
  NTS_SERVICE_KEY: optionalText,
  INSEE_API_KEY: optionalText,
  NZBN_SUBSCRIPTION_KEY: optionalText,
  JP_INVOICE_APP_ID: optionalText,
  BOLAGSVERKET_CLIENT_ID: optionalText,
  BOLAGSVERKET_CLIENT_SECRET: optionalText,
  KRA_CONSUMER_KEY: optionalText,
  KRA_CONSUMER_SECRET: optionalText,
  NAV_LOGIN: optionalText,
  NAV_PASSWORD: optionalText,
  NAV_SIGNATURE_KEY: optionalText,
  NAV_TAX_NUMBER: z.optional(
    z.string().check(z.regex(/^\d{8}$/, 'expected the first 8 digits of the tax number')),
  ),
  AADE_USERNAME: optionalText,
  AADE_PASSWORD: optionalText,
  PEPPOL: z.optional(z.literal('on')),
  /** `on` if the Worker's requests leave from an address of its own: the register counts them by address. */
  PL_WHITE_LIST: z.optional(z.literal('on')),
})

/** Made when first needed, because schemas are slow to make. */
const settingsSchema = once(() => {
  const sender = z
    .string()
    .check(z.refine((value) => z.email().safeParse(addressOf(value)).success, 'expected "Name <address>"'))
  const webhookSecret = z
    .string()
    .check(z.regex(/^pdl_ntfset_\w+$/, 'expected "pdl_ntfset_…[,pdl_ntfset_…]"'))
  const price = z.optional(z.string().check(z.regex(/^pri_\w+$/, 'expected the ID of a price, "pri_…"')))

  const schema = z.extend(apiSettingsSchema, {
    TWO_FACTOR_KEYS: keyList,
    EMAIL_KEYS: keyList,
    BATCH_KEYS: keyList,
    RECORD_KEYS: keyList,
    /** Seeds of Ed25519 keys. All of them are published, so that what they signed can be verified. */
    RECORD_SIGNING_KEYS: keyList.check(
      z.refine(
        (keys) => keys.every(({ secret }) => secret.length === MIN_KEY_BYTES),
        `expected keys of ${MIN_KEY_BYTES} bytes`,
      ),
    ),
    /** For tests. Refused outside localhost. */
    WEAK_PASSWORD_HASHES: z.optional(z.literal('on')),
    /** For development: administrators need no two-factor sign-in. Refused outside localhost. */
    ADMIN_WITHOUT_TWO_FACTOR: z.optional(z.literal('on')),
    SUPPORT_EMAIL: z.email(),
    ADMIN_EMAIL: z.optional(z.email().check(z.toLowerCase())),
    ALERT_EMAIL: z.optional(z.email()),
    DOCS_URL: optionalUrl,
    ACTIVITY_RETENTION_DAYS: z._default(z.coerce.number().check(z.int(), z.minimum(7), z.maximum(3_650)), 90),
    AUDIT_RETENTION_DAYS: z._default(z.coerce.number().check(z.int(), z.minimum(30), z.maximum(3_650)), 730),
    /** For tests and development: the start of every webhook's URL. */
    WEBHOOKS_URL: optionalUrl,
    RESEND_API_KEY: optionalText,
    RESEND_URL: z._default(url, 'https://api.resend.com'),
    MAIL_FROM: sender,
    RECAPTCHA_SITE_KEY: optionalText,
    RECAPTCHA_SECRET: optionalText,
    RECAPTCHA_URL: z._default(url, 'https://www.google.com/recaptcha/api/siteverify'),
    GOOGLE_CLIENT_ID: optionalText,
    GOOGLE_CLIENT_SECRET: optionalText,
    GOOGLE_ISSUER: z._default(url, 'https://accounts.google.com'),
    PADDLE_ENVIRONMENT: z._default(z.enum(['sandbox', 'production']), 'sandbox'),
    PADDLE_API_KEY: optionalText,
    PADDLE_API_URL: optionalUrl,
    PADDLE_CLIENT_TOKEN: optionalText,
    PADDLE_WEBHOOK_SECRETS: z.optional(
      z.pipe(
        z.pipe(
          z.string(),
          z.transform((value: string) => value.split(',').map((entry) => entry.trim())),
        ),
        z.array(webhookSecret),
      ),
    ),
    PADDLE_PRO_PRICE_ID: price,
    PADDLE_ENTERPRISE_PRICE_ID: price,
    PADDLE_SCRIPT_URL: z._default(url, 'https://cdn.paddle.com/paddle/v2/paddle.js'),
    HUBSPOT_TOKEN: optionalText,
    HUBSPOT_URL: z._default(url, 'https://api.hubapi.com'),
  })
  return z.pipe(
    schema,
    z.transform((settings: z.output<typeof schema>) => ({
      ...settings,
      PADDLE_API_URL: settings.PADDLE_API_URL ?? paddleApis[settings.PADDLE_ENVIRONMENT],
    })),
  )
})

const withoutEmpty = (env: object) =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))

const paddleApis = {
  sandbox: 'https://sandbox-api.paddle.com',
  production: 'https://api.paddle.com',
} as const

export type ApiSettings = z.infer<typeof apiSettingsSchema>
export type Settings = z.infer<ReturnType<typeof settingsSchema>>

type Checked = { settings: Settings; problems?: never } | { settings?: never; problems: string[] }

/** Problems contain the names of settings, never their values. */
export function checkSettings(env: object): Checked {
  const values = new Map<string, unknown>(Object.entries(env))
  const result = settingsSchema().safeParse(withoutEmpty(env), { error: describeIssue })
  if (!result.success) {
    const invalid = result.error.issues.map(({ path, message }) => {
      const name = String(path[0])
      return values.get(name) ? `${name}: ${message}` : `${name} is missing`
    })
    return { problems: [...invalid, ...missingParts(values)] }
  }
  const settings = result.data
  const problems = [
    ...missingParts(values),
    ...reusedKeys(settings),
    ...weaknesses(settings),
    ...senderProblems(settings),
    ...paddleProblems(settings),
  ]
  return problems.length > 0 ? { problems } : { settings }
}

const groups = [
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['RECAPTCHA_SITE_KEY', 'RECAPTCHA_SECRET'],
  ['HMRC_CLIENT_ID', 'HMRC_CLIENT_SECRET'],
  ['BOLAGSVERKET_CLIENT_ID', 'BOLAGSVERKET_CLIENT_SECRET'],
  ['KRA_CONSUMER_KEY', 'KRA_CONSUMER_SECRET'],
  ['AADE_USERNAME', 'AADE_PASSWORD'],
  ['NAV_LOGIN', 'NAV_PASSWORD', 'NAV_SIGNATURE_KEY', 'NAV_TAX_NUMBER'],
  [
    'PADDLE_API_KEY',
    'PADDLE_CLIENT_TOKEN',
    'PADDLE_WEBHOOK_SECRETS',
    'PADDLE_PRO_PRICE_ID',
    'PADDLE_ENTERPRISE_PRICE_ID',
  ],
] as const

function missingParts(values: ReadonlyMap<string, unknown>): string[] {
  return groups.flatMap((group) => {
    const given = group.find((name) => values.get(name))
    if (!given) return []
    return group.filter((name) => !values.get(name)).map((name) => `${name} is missing: ${given} needs it`)
  })
}

/** How Paddle's keys begin. Older API keys have no prefix. */
const paddlePrefixes = {
  sandbox: { PADDLE_API_KEY: 'pdl_sdbx_', PADDLE_CLIENT_TOKEN: 'test_' },
  production: { PADDLE_API_KEY: 'pdl_live_', PADDLE_CLIENT_TOKEN: 'live_' },
} as const

function paddleProblems(settings: Settings): string[] {
  const environment = settings.PADDLE_ENVIRONMENT
  const other = paddlePrefixes[environment === 'sandbox' ? 'production' : 'sandbox']
  const names = ['PADDLE_API_KEY', 'PADDLE_CLIENT_TOKEN'] as const
  const foreign = names.filter((name) => settings[name]?.startsWith(other[name]))
  const { PADDLE_PRO_PRICE_ID: pro, PADDLE_ENTERPRISE_PRICE_ID: enterprise } = settings
  return [
    ...foreign.map((name) => `${name}: not from Paddle's ${environment} environment`),
    ...(pro && pro === enterprise ? ['PADDLE_PRO_PRICE_ID, PADDLE_ENTERPRISE_PRICE_ID: the same price'] : []),
  ]
}

function reusedKeys(settings: Settings): string[] {
  const names = [
    'SESSION_KEYS',
    'TWO_FACTOR_KEYS',
    'EMAIL_KEYS',
    'ANSWER_KEYS',
    'BATCH_KEYS',
    'RECORD_KEYS',
    'RECORD_SIGNING_KEYS',
  ] as const
  const secrets = names.flatMap((name) => settings[name].map(({ secret }) => base64url.encode(secret)))
  return hasDuplicates(secrets) ? [`${names.join(', ')}: a key is used twice`] : []
}

const weaknesses = (settings: Settings) =>
  (['WEAK_PASSWORD_HASHES', 'ADMIN_WITHOUT_TWO_FACTOR'] as const)
    .filter((name) => settings[name] && !isLocal(settings.APP_ORIGIN))
    .map((name) => `${name}: only for localhost`)

/** RFC 2606 and RFC 6761. No email can be sent from these domains. */
const reservedDomain = /(?:^|\.)(?:example(?:\.com|\.net|\.org)?|test|invalid|localhost)$/i

function senderProblems({ APP_ORIGIN, MAIL_FROM, RESEND_API_KEY }: Settings): string[] {
  if (isLocal(APP_ORIGIN)) return []
  const [, domain = ''] = addressOf(MAIL_FROM).split('@')
  return [
    ...(RESEND_API_KEY ? [] : ['RESEND_API_KEY is missing']),
    ...(reservedDomain.test(domain) ? ['MAIL_FROM: no email can be sent from this domain'] : []),
  ]
}

const addressOf = (sender: string) => /<([^<>]*)>$/.exec(sender)?.[1] ?? sender

const cache = new WeakMap<object, Checked>()

/** Checked once per isolate. Throws SETTINGS_INVALID; only the log names the settings. */
export function readSettings(env: object): Settings {
  let checked = cache.get(env)
  if (!checked) {
    checked = checkSettings(env)
    cache.set(env, checked)
    if (checked.problems) logLine('error', 'settings', { problems: checked.problems })
  }
  if (checked.problems) throw new AppError('SETTINGS_INVALID')
  return checked.settings
}

/** Checks no other settings, so that a wrong one of the dashboard doesn't stop API calls. Throws SETTINGS_INVALID. */
export function readApiSettings(env: object): ApiSettings {
  const result = apiSettingsSchema.safeParse(withoutEmpty(env))
  return result.success ? result.data : readSettings(env)
}
