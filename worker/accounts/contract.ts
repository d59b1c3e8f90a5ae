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

export const registrationSchema = z
  .object({
    email: email('Please enter a valid email address'),
    password: newPassword,
    confirmPassword: z.string("Passwords don't match").optional(),
    phoneNumber: z
      .string()
      .transform((value) => value.replace(/[\s\-()]/g, ''))
      .pipe(z.string().regex(/^\+?\d{4,15}$/, 'Please enter a valid phone number'))
      .optional(),
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

export type Credentials = z.infer<typeof credentialsSchema>
export type Registration = z.infer<typeof registrationSchema>
export type User = z.infer<typeof userSchema>
