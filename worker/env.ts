import * as base64url from 'jose/base64url'
import * as z from 'zod'
import { AppError } from './errors.ts'
import type { EncryptionKey } from './lib/crypto.ts'
import { describeIssue } from './lib/describe-issue.ts'
import { logSettings } from './lib/log.ts'
import { once } from './lib/once.ts'

/** The first key signs or encrypts; all of them verify and decrypt. */
type Keys = [EncryptionKey, ...EncryptionKey[]]

const MIN_KEY_BYTES = 32
/** 32 random bytes have about 30 different ones; zeros and repeated words have few. */
const MIN_DIFFERENT_BYTES = 16

const keyList = z
  .string()
  .min(1)
  .transform((value, context): Keys => {
    const fail = (message: string) => context.addIssue({ code: 'custom', message })
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
  })

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

const text = z.string().min(1)
const optionalText = text.optional()
const url = z
  .url({ protocol: /^https?$/, abort: true })
  .refine((value) => value.startsWith('https:') || isLocal(value), 'must be https:// outside localhost')

/** What API calls use, so that the callers who meet a new isolate don't wait for the rest. */
const apiSettingsSchema = z.object({
  APP_ORIGIN: url.transform((value) => new URL(value).origin),
  /** Registers get it as our contact. */
  SUPPORT_EMAIL: optionalText,
  DATABASE_URL: z.url(),
  NEON_PROXY_URL: url.optional(),
  UPSTASH_REDIS_REST_URL: url,
  UPSTASH_REDIS_REST_TOKEN: text,
  SESSION_KEYS: keyList,
  /** For hashes of numbers. Only the first is used: a new one drops all cached answers, and histories begin anew. */
  ANSWER_KEYS: keyList,
  /** Part of the key of all that is cached in Redis. A new one forgets it, such as after a restore. */
  CACHE_EPOCH: z
    .string()
    .regex(/^\w{1,32}$/)
    .default('1'),
  REGISTERS_URL: url.optional(),
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
  NAV_TAX_NUMBER: z
    .string()
    .regex(/^\d{8}$/, 'expected the first 8 digits of the tax number')
    .optional(),
  AADE_USERNAME: optionalText,
  AADE_PASSWORD: optionalText,
  PEPPOL: z.literal('on').optional(),
  /** `on` if the Worker's requests leave from an address of its own: the register counts them by address. */
  PL_WHITE_LIST: z.literal('on').optional(),
})

/** Made when first needed, because schemas are slow to make. */
const settingsSchema = once(() => {
  const sender = z
    .string()
    .refine((value) => z.email().safeParse(addressOf(value)).success, 'expected "Name <address>"')
  const webhookSecret = z.string().regex(/^pdl_ntfset_\w+$/, 'expected "pdl_ntfset_…[,pdl_ntfset_…]"')
  const price = z
    .string()
    .regex(/^pri_\w+$/, 'expected the ID of a price, "pri_…"')
    .optional()

  const schema = apiSettingsSchema.extend({
    TWO_FACTOR_KEYS: keyList,
    EMAIL_KEYS: keyList,
    BATCH_KEYS: keyList,
    RECORD_KEYS: keyList,
    /** Seeds of Ed25519 keys. All of them are published, so that what they signed can be verified. */
    RECORD_SIGNING_KEYS: keyList.refine(
      (keys) => keys.every(({ secret }) => secret.length === MIN_KEY_BYTES),
      `expected keys of ${MIN_KEY_BYTES} bytes`,
    ),
    /** For tests. Refused outside localhost. */
    WEAK_PASSWORD_HASHES: z.literal('on').optional(),
    /** For development: administrators need no two-factor sign-in. Refused outside localhost. */
    ADMIN_WITHOUT_TWO_FACTOR: z.literal('on').optional(),
    SUPPORT_EMAIL: z.email(),
    /** The verified account with this email is a platform administrator. */
    ADMIN_EMAIL: z
      .email()
      .transform((email) => email.toLowerCase())
      .optional(),
    ALERT_EMAIL: z.email().optional(),
    DOCS_URL: url.optional(),
    ACTIVITY_RETENTION_DAYS: z.coerce.number().int().min(7).max(3_650).default(90),
    AUDIT_RETENTION_DAYS: z.coerce.number().int().min(30).max(3_650).default(730),
    /** For tests and development: the start of every webhook's URL. */
    WEBHOOKS_URL: url.optional(),
    RESEND_API_KEY: optionalText,
    RESEND_URL: url.default('https://api.resend.com'),
    MAIL_FROM: sender,
    RECAPTCHA_SITE_KEY: optionalText,
    RECAPTCHA_SECRET: optionalText,
    RECAPTCHA_URL: url.default('https://www.google.com/recaptcha/api/siteverify'),
    GOOGLE_CLIENT_ID: optionalText,
    GOOGLE_CLIENT_SECRET: optionalText,
    GOOGLE_ISSUER: url.default('https://accounts.google.com'),
    PADDLE_ENVIRONMENT: z.enum(['sandbox', 'production']).default('sandbox'),
    PADDLE_API_KEY: optionalText,
    PADDLE_API_URL: url.optional(),
    PADDLE_CLIENT_TOKEN: optionalText,
    /** A webhook may be signed with any of them. */
    PADDLE_WEBHOOK_SECRETS: z
      .string()
      .transform((value) => value.split(',').map((entry) => entry.trim()))
      .pipe(z.array(webhookSecret))
      .optional(),
    PADDLE_PRO_PRICE_ID: price,
    PADDLE_ENTERPRISE_PRICE_ID: price,
    PADDLE_SCRIPT_URL: url.default('https://cdn.paddle.com/paddle/v2/paddle.js'),
    HUBSPOT_TOKEN: optionalText,
    HUBSPOT_URL: url.default('https://api.hubapi.com'),
  })
  return schema.transform((settings) => ({
    ...settings,
    PADDLE_API_URL: settings.PADDLE_API_URL ?? paddleApis[settings.PADDLE_ENVIRONMENT],
  }))
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
    if (checked.problems) logSettings(checked.problems)
  }
  if (checked.problems) throw new AppError('SETTINGS_INVALID')
  return checked.settings
}

/** Checks no other settings, so that a wrong one of the dashboard doesn't stop API calls. Throws SETTINGS_INVALID. */
export function readApiSettings(env: object): ApiSettings {
  const result = apiSettingsSchema.safeParse(withoutEmpty(env))
  return result.success ? result.data : readSettings(env)
}
