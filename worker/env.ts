import { base64url } from 'jose'
import * as z from 'zod'
import { AppError } from './errors.ts'
import { once } from './lib/once.ts'

/** The first key signs cookies and encrypts stored emails and cached answers; all of them verify and decrypt. */
type SessionKey = { kid: string; secret: Uint8Array<ArrayBuffer> }

const MIN_SESSION_KEY_BYTES = 32

const sessionKeys = () =>
  z
    .string()
    .min(1)
    .transform((value, context): [SessionKey, ...SessionKey[]] => {
      const [newest = '', ...older] = value.split(',')
      const parseKey = (entry: string): SessionKey => {
        const [kid = '', encoded = ''] = entry.trim().split(':')
        const secret = decodeSecret(encoded)
        if (!/^[\w-]{1,32}$/.test(kid) || secret.length < MIN_SESSION_KEY_BYTES) {
          context.addIssue({
            code: 'custom',
            message: `expected "kid:secret[,kid:secret]" with ${MIN_SESSION_KEY_BYTES} bytes or more in base64url`,
          })
          return { kid: '', secret: new Uint8Array() }
        }
        return { kid, secret }
      }
      return [parseKey(newest), ...older.map(parseKey)]
    })

function decodeSecret(encoded: string): Uint8Array<ArrayBuffer> {
  try {
    return new Uint8Array(base64url.decode(encoded))
  } catch {
    return new Uint8Array()
  }
}

/** Made with the first request, because schemas are slow to make. */
const settingsSchema = once(() => {
  const origin = z.url().transform((value) => new URL(value).origin)
  const optional = <T extends z.ZodType>(schema: T) =>
    z.preprocess((value) => (value === '' ? undefined : value), schema.optional())

  return z.object({
    APP_ORIGIN: origin,
    DATABASE_URL: z.url(),
    NEON_SQL_URL: optional(z.url()),
    UPSTASH_REDIS_REST_URL: z.url(),
    UPSTASH_REDIS_REST_TOKEN: z.string().min(1),
    SESSION_KEYS: sessionKeys(),
    SUPPORT_EMAIL: z.email(),
    /** The verified account with this email is a platform administrator. */
    ADMIN_EMAIL: optional(z.email().transform((email) => email.toLowerCase())),
    DOCS_URL: optional(z.url()),
    ACTIVITY_RETENTION_DAYS: z.coerce.number().int().min(7).max(3_650).default(90),
    /** Without it, emails wait in the database. */
    RESEND_API_KEY: optional(z.string().min(1)),
    RESEND_URL: z.url().default('https://api.resend.com'),
    MAIL_FROM: z.string().min(3).default('Tinproof <no-reply@tinproof.example>'),
    /** Without both, sign-up skips reCAPTCHA. */
    RECAPTCHA_SITE_KEY: optional(z.string().min(1)),
    RECAPTCHA_SECRET: optional(z.string().min(1)),
    RECAPTCHA_URL: z.url().default('https://www.google.com/recaptcha/api/siteverify'),
    /** Without both, Google sign-in is off. */
    GOOGLE_CLIENT_ID: optional(z.string().min(1)),
    GOOGLE_CLIENT_SECRET: optional(z.string().min(1)),
    GOOGLE_ISSUER: z.url().default('https://accounts.google.com'),
    REGISTERS_URL: optional(z.url()),
    HMRC_CLIENT_ID: optional(z.string().min(1)),
    HMRC_CLIENT_SECRET: optional(z.string().min(1)),
    ABN_LOOKUP_GUID: optional(z.string().min(1)),
    NTS_SERVICE_KEY: optional(z.string().min(1)),
    INSEE_API_KEY: optional(z.string().min(1)),
    NZBN_SUBSCRIPTION_KEY: optional(z.string().min(1)),
    JP_INVOICE_APP_ID: optional(z.string().min(1)),
  })
})

export type Settings = z.infer<ReturnType<typeof settingsSchema>>

const cache = new WeakMap<object, Settings>()

/** Throws SETTINGS_INVALID with the names of the settings, never their values. */
export function readSettings(env: object): Settings {
  const cached = cache.get(env)
  if (cached) return cached
  const result = settingsSchema().safeParse(env)
  if (!result.success) {
    const values = new Map(Object.entries(env))
    const problems = result.error.issues.map(({ path, message }) => {
      const name = String(path[0])
      return values.get(name) ? `${name}: ${message}` : `${name} is missing`
    })
    throw new AppError('SETTINGS_INVALID', {
      message: `The service isn't fully configured: ${problems.join('; ')}.`,
    })
  }
  cache.set(env, result.data)
  return result.data
}
