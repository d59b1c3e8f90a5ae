import * as z from 'zod'

/** A session ends after 7 days without a request, and 30 days after sign-in whatever happens in it. */
export const SESSION_IDLE_SECONDS = 7 * 86_400
export const SESSION_ABSOLUTE_SECONDS = 30 * 86_400

const MIN_PASSWORD_LENGTH = 8
/** scrypt reads every byte: a bound keeps a sign-in cheap. */
const MAX_PASSWORD_LENGTH = 1024
const MAX_EMAIL_LENGTH = 254

const email = (message: string) =>
  z.string(message).trim().toLowerCase().max(MAX_EMAIL_LENGTH, message).pipe(z.email(message))

const newPassword = z
  .string('Password must be at least 8 characters')
  .min(MIN_PASSWORD_LENGTH, 'Password must be at least 8 characters')
  .max(MAX_PASSWORD_LENGTH, `Password must be at most ${MAX_PASSWORD_LENGTH} characters`)

export const credentialsSchema = z.object({
  email: email('Invalid email address'),
  password: z
    .string('Password is required')
    .min(1, 'Password is required')
    .max(MAX_PASSWORD_LENGTH, `Password must be at most ${MAX_PASSWORD_LENGTH} characters`),
})

/** Spaces, dashes and brackets do not count. */
const phoneNumber = z
  .string()
  .transform((value) => value.replace(/[\s\-()]/g, ''))
  .pipe(z.string().regex(/^\+?\d{4,15}$/, 'Please enter a valid phone number'))
  .optional()

const MAX_SECRET_LENGTH = 128
const secret = (message: string) => z.string(message).min(1, message).max(MAX_SECRET_LENGTH, message)

/** POST /api/register/init. */
export const signUpSchema = z.object({
  email: email('Please enter a valid email address'),
  phoneNumber,
  recaptchaToken: z.string().max(4096).optional(),
})

/** GET /api/register/verification-status: with the token of the mail it verifies, without it only tells. */
export const verificationStatusSchema = z.object({
  email: email('Please enter a valid email address'),
  token: secret('The verification token is not valid').optional(),
})

/** POST /api/register/complete, from the browser that began the sign-up or the one that opened the link. */
export const completionSchema = z
  .object({
    email: email('Please enter a valid email address'),
    password: newPassword,
    confirmPassword: z.string("Passwords don't match"),
  })
  .refine((input) => input.confirmPassword === input.password, {
    path: ['confirmPassword'],
    message: "Passwords don't match",
  })

export const forgotPasswordSchema = z.object({ email: email('Please enter a valid email address') })
export const resetCooldownSchema = z.object({ email: email('Please enter a valid email address') })
export const resetTokenSchema = z.object({ token: secret('Reset token is required') })

export const resetPasswordSchema = z.object({
  token: secret('Reset token is required'),
  password: newPassword,
})

export const changePasswordSchema = z.object({
  currentPassword: z
    .string('Current password is required')
    .min(1, 'Current password is required')
    .max(MAX_PASSWORD_LENGTH, `Password must be at most ${MAX_PASSWORD_LENGTH} characters`),
  newPassword: z
    .string('New password must be at least 8 characters')
    .min(MIN_PASSWORD_LENGTH, 'New password must be at least 8 characters')
    .max(MAX_PASSWORD_LENGTH, `Password must be at most ${MAX_PASSWORD_LENGTH} characters`),
})

/** The mail's links: /verify and /reset-password on the dashboard's origin. */
export const VERIFICATION_LIFE_SECONDS = 24 * 3600
export const RESET_LIFE_SECONDS = 3600
/** After this long without an attempt, cooldowns start from the first wait again. */
export const COOLDOWN_LIFE_SECONDS = 86_400

/**
 * `isReturning`: a sign-up with this address was begun in the last 24 hours. That is told of every address alike: were
 * it told of those that wait alone, asking twice would tell which address has an account.
 */
export type SignUpStarted = { isReturning: boolean }
export type VerificationStatus = {
  verified: boolean
  /** The organization that waits for the account; null until it is verified. */
  organization: { id: string; name: string } | null
}
/** `cooldownSeconds` until another mail may be asked for. */
export type ResetRequested = { success: true; message: string; cooldownSeconds: number }
export type ResetCooldown = { success: true; inCooldown: boolean; cooldownSeconds: number }
export type ResetTokenCheck = { success: boolean; email: string | null; message: string }
export type Done = { success: true; message: string }

/** One of the user's own sessions. `id` is not the session's secret. */
export type SessionInfo = {
  id: string
  /** In words, "Chrome on Windows". */
  device: string
  lastSeenAt: string
  createdAt: string
  isCurrent: boolean
}

export const registrationSchema = z
  .object({
    email: email('Please enter a valid email address'),
    password: newPassword,
    confirmPassword: z.string("Passwords don't match").optional(),
    phoneNumber,
  })
  .refine((input) => input.confirmPassword === undefined || input.confirmPassword === input.password, {
    path: ['confirmPassword'],
    message: "Passwords don't match",
  })

export const platformRoleSchema = z.enum(['system_admin', 'SUPER_ADMIN'])
export type PlatformRole = z.infer<typeof platformRoleSchema>

const userSchema = z.object({
  id: z.number().int(),
  email: z.string(),
  /** The platform role; null for everybody but the platform administrators. */
  role: platformRoleSchema.nullable(),
  /** The first of the user's organizations; null when there is none. */
  organizationId: z.string().nullable(),
  createdAt: z.iso.datetime(),
})

export type SignUp = z.infer<typeof signUpSchema>
export type Completion = z.infer<typeof completionSchema>
export type ChangePassword = z.infer<typeof changePasswordSchema>
export type ResetPassword = z.infer<typeof resetPasswordSchema>
export type Credentials = z.infer<typeof credentialsSchema>
export type Registration = z.infer<typeof registrationSchema>
export type User = z.infer<typeof userSchema>
