import * as z from 'zod'
import { AppError } from './errors.ts'

/**
 * One key of the session cookie: the first of the list signs, all of them verify. Waiting mails and what registers said are
 * kept under the first too.
 */
type SessionKey = { kid: string; secret: Uint8Array<ArrayBuffer> }

const MIN_SESSION_KEY_BYTES = 32

const sessionKeys = z
  .string()
  .min(1)
  .transform((value, context): [SessionKey, ...SessionKey[]] => {
    const [newest = '', ...older] = value.split(',')
    const keyOf = (entry: string): SessionKey => {
      const [kid = '', encoded = ''] = entry.trim().split(':')
      const secret = decodeBase64Url(encoded)
      if (!/^[\w-]{1,32}$/.test(kid) || !secret || secret.length < MIN_SESSION_KEY_BYTES) {
        context.addIssue({
          code: 'custom',
          message: `expected "kid:secret[,kid:secret]" with ${MIN_SESSION_KEY_BYTES} bytes or more in base64url`,
        })
        return { kid: '', secret: new Uint8Array() }
      }
      return { kid, secret }
    }
    return [keyOf(newest), ...older.map(keyOf)]
  })

function decodeBase64Url(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))
  } catch {
    return undefined
  }
}

const origin = z.url().transform((value) => new URL(value).origin)
const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional())

const settingsSchema = z.object({
  /** Where people open the product; links in mails and the same-origin check are built on it. */
  APP_ORIGIN: origin,
  DATABASE_URL: z.url(),
  NEON_SQL_URL: optional(z.url()),
  UPSTASH_REDIS_REST_URL: z.url(),
  UPSTASH_REDIS_REST_TOKEN: z.string().min(1),
  SESSION_KEYS: sessionKeys,
  SUPPORT_EMAIL: z.email(),
  /** Its account is a platform administrator whatever its role. */
  ADMIN_EMAIL: optional(z.email().transform((email) => email.toLowerCase())),
  DOCS_URL: optional(z.url()),
  /** How long single calls are kept; their daily counts live longer. */
  ACTIVITY_RETENTION_DAYS: z.coerce.number().int().min(7).max(3_650).default(90),
  /** Without it mails wait in the database until it is there. */
  RESEND_API_KEY: optional(z.string().min(1)),
  RESEND_URL: z.url().default('https://api.resend.com'),
  MAIL_FROM: z.string().min(3).default('Tinproof <no-reply@tinproof.example>'),
  /** Without both, sign-up asks for no proof. */
  RECAPTCHA_SITE_KEY: optional(z.string().min(1)),
  RECAPTCHA_SECRET: optional(z.string().min(1)),
  RECAPTCHA_URL: z.url().default('https://www.google.com/recaptcha/api/siteverify'),
  /** Without both, there is no sign-in with Google. */
  GOOGLE_CLIENT_ID: optional(z.string().min(1)),
  GOOGLE_CLIENT_SECRET: optional(z.string().min(1)),
  GOOGLE_ISSUER: z.url().default('https://accounts.google.com'),
  /** Where stand-ins for the registers are; without it each is called at its own address. */
  REGISTERS_URL: optional(z.url()),
  /** Keys of registers that need one; such a register is off without. */
  HMRC_CLIENT_ID: optional(z.string().min(1)),
  HMRC_CLIENT_SECRET: optional(z.string().min(1)),
  ABN_LOOKUP_GUID: optional(z.string().min(1)),
  NTS_SERVICE_KEY: optional(z.string().min(1)),
  INSEE_API_KEY: optional(z.string().min(1)),
  NZBN_SUBSCRIPTION_KEY: optional(z.string().min(1)),
  JP_INVOICE_APP_ID: optional(z.string().min(1)),
})

export type Settings = z.infer<typeof settingsSchema>

const parsed = new WeakMap<object, Settings>()

/** The settings of this isolate, parsed at the first request. Throws SETTINGS_INVALID naming what is missing, never a value. */
export function readSettings(env: object): Settings {
  const known = parsed.get(env)
  if (known) return known
  const result = settingsSchema.safeParse(env)
  if (!result.success) {
    const given = new Map(Object.entries(env))
    const problems = result.error.issues.map(({ path, message }) => {
      const name = String(path[0])
      return given.get(name) ? `${name}: ${message}` : `${name} is missing`
    })
    throw new AppError('SETTINGS_INVALID', {
      message: `The service is not set up completely: ${problems.join('; ')}.`,
    })
  }
  parsed.set(env, result.data)
  return result.data
}
