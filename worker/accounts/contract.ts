import * as z from 'zod'
import { email, plain } from '#worker/lib/text.ts'
import type { PlatformRole } from '#worker/membership/constants.ts'

export const MAX_SESSIONS = 20

export const MIN_PASSWORD_LENGTH = 8
/** scrypt reads every byte, so a limit keeps sign-in cheap. */
const MAX_PASSWORD_LENGTH = 1024

const VALID_EMAIL = 'Please enter a valid email address'

const passwordOf = (min: number, messageIfMissing: string) =>
  plain('Password', { min, max: MAX_PASSWORD_LENGTH, messageIfMissing })

const newPassword = passwordOf(MIN_PASSWORD_LENGTH, 'Password must be at least 8 characters')
const password = passwordOf(1, 'Password is required')

export const credentialsSchema = z.object({ email: email('Invalid email address'), password })

const phoneNumber = z
  .string()
  .transform((value) => value.replace(/[\s\-()]/g, ''))
  // Up to 15 digits after a dial code of up to 4.
  .pipe(z.string().regex(/^\+?\d{4,19}$/, 'Please enter a valid phone number'))
  .optional()

const MAX_SECRET_LENGTH = 128
export const secret = (message: string) => z.string(message).min(1, message).max(MAX_SECRET_LENGTH, message)

const signUpFields = {
  email: email(VALID_EMAIL),
  phoneNumber,
  recaptchaToken: z.string().max(4096).optional(),
  invitation: z.string().max(MAX_SECRET_LENGTH).optional(),
}

export const signUpSchema = z.object(signUpFields)

export const verificationLinkSchema = z.object({
  email: email(VALID_EMAIL),
  token: secret("The verification token isn't valid"),
})

export const CODE_LENGTH = 6
export const verificationCodeSchema = z.object({
  email: email(VALID_EMAIL),
  code: z
    .string('Enter the 6-digit code')
    .transform((value) => value.replace(/[\s-]/g, ''))
    .pipe(z.string().regex(/^\d{6}$/, 'Enter the 6-digit code')),
})

export const verificationStatusSchema = verificationLinkSchema.partial({ token: true })

export const passwordsMatch = { path: ['confirmPassword'], message: "Passwords don't match" }

export const completionSchema = z
  .object({
    email: email(VALID_EMAIL),
    password: newPassword,
    confirmPassword: z.string(passwordsMatch.message),
  })
  .refine((input) => input.confirmPassword === input.password, passwordsMatch)

export const forgotPasswordSchema = z.object({ email: email(VALID_EMAIL) })
export const resetTokenSchema = z.object({ token: secret('Reset token is required') })

export const resetPasswordSchema = resetTokenSchema.extend({ password: newPassword })

export const changePasswordSchema = z.object({
  currentPassword: passwordOf(1, 'Current password is required'),
  newPassword: passwordOf(MIN_PASSWORD_LENGTH, 'New password must be at least 8 characters'),
})

/**
 * A path of the app to return to, with the query that an app may have sent. The dashboard if it's anything else, or
 * if it doesn't fit into a cookie, which browsers limit to 4,096 bytes.
 */
export const confirmWithGoogleSchema = z.object({
  confirm: z
    .string()
    .max(2_600)
    .regex(/^\/(?!auth\b)[\w-]+(\/[\w-]+)*(\?[!$-[\]-~]*)?$|^\/$/)
    .catch('/')
    .optional(),
})

export const codeSchema = z.object({
  code: z
    .string('Enter a code')
    .max(64, 'Enter a code')
    .transform((code) => code.replace(/[\s-]/g, '').toLowerCase())
    .pipe(z.string().min(1, 'Enter a code')),
})

export const confirmPasswordSchema = z.object({ password, code: codeSchema.shape.code.optional() })
export const linkGoogleSchema = z.object({ password })

export const VERIFICATION_LIFE_SECONDS = 24 * 3600
export const CODE_LIFE_SECONDS = 900
export const MAX_CODE_ATTEMPTS = 10
export const RESET_LIFE_SECONDS = 3600
export const COOLDOWN_LIFE_SECONDS = 86_400

export type SignUpStarted = { isReturning: boolean }
/** `finished`: the account exists, because the person continued in another browser or tab. */
export type VerificationStatus = {
  verified: boolean
  organization: { id: string; name: string } | null
  finished: boolean
}
/** `code` is for the browser that began the sign-up, if that is another one. */
export type OpenedLink = VerificationStatus & { code: string | null }
export type RegistrationPending = { user: { email: string; pending: true }; organization: null }
export type ResetRequested = { success: true; message: string; cooldownSeconds: number }
export type ResetCooldown = { success: true; inCooldown: boolean; cooldownSeconds: number }
export type ResetTokenCheck = { success: boolean; isUsed: boolean; email: string | null; message: string }
export type Done = { success: true; message: string }

export type AccountSecurity = {
  hasPassword: boolean
  hasGoogle: boolean
  twoFactor: { enabledAt: string | null; recoveryCodesLeft: number; isRequired: boolean }
}

/** A sign-in that has a step left. `passwordProof` makes it end with a password change. */
export const pendingSignInSchema = z.object({
  step: z.enum(['password', 'code']),
  userId: z.number().int(),
  passwordProof: z.string(),
  googleSub: z.string().optional(),
})
export type PendingSignIn = z.infer<typeof pendingSignInSchema>

export type CodeNeeded = { twoFactorRequired: true }
/** Its value is why a sign-in with Google was refused. HTTPS adds the prefix `__Host-`. */
export const DISABLED_COOKIE = 'disabled'

const SESSION_ID = /^[\da-f]{16}$/
export const sessionIdSchema = z.object({ id: z.string().regex(SESSION_ID, 'Not a session ID') })

export type SessionInfo = {
  id: string
  device: string
  place: string | null
  lastSeenAt: string
  createdAt: string
  isCurrent: boolean
}

export const registrationSchema = z
  .object({
    ...signUpFields,
    password: newPassword,
    confirmPassword: z.string(passwordsMatch.message).optional(),
  })
  .refine(({ confirmPassword, password }) => (confirmPassword ?? password) === password, passwordsMatch)

export type User = {
  id: number
  email: string
  role: PlatformRole | null
  organizationId: string | null
  firstName: string | null
  lastName: string | null
  timeZone: string | null
  createdAt: string
}

export type SignUp = z.infer<typeof signUpSchema>
export type Completion = z.infer<typeof completionSchema>
export type ChangePassword = z.infer<typeof changePasswordSchema>
export type ResetPassword = z.infer<typeof resetPasswordSchema>
export type Credentials = z.infer<typeof credentialsSchema>
