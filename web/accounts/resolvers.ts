import { zodResolver } from '@hookform/resolvers/zod'
import * as z from 'zod'
import {
  credentialsSchema,
  forgotPasswordSchema,
  MIN_PASSWORD_LENGTH,
  passwordsMatch,
  resetPasswordSchema,
  signUpSchema,
} from '#worker/accounts/contract.ts'
import { isPhone } from './sign-up-fields.ts'

// zod would be a fifth of the sign-in page, so it loads when a form is first used.

const signUpFieldsSchema = z.object({
  email: signUpSchema.shape.email,
  dial: z.object({ country: z.string(), code: z.string() }),
  phone: z.string(),
  terms: z.boolean().refine((accepted) => accepted, 'Accept the terms and the privacy policy to continue'),
})

export const signInResolver = zodResolver(credentialsSchema)

export const signUpResolver = zodResolver(
  signUpFieldsSchema.refine(({ phone }) => isPhone(phone), {
    path: ['phone'],
    message: 'Please enter a valid phone number',
    when: () => true,
  }),
)

export const forgotPasswordResolver = zodResolver(forgotPasswordSchema)

export const setPasswordResolver = zodResolver(
  z
    .object({ password: resetPasswordSchema.shape.password, confirmPassword: z.string() })
    .refine((fields) => fields.password === fields.confirmPassword, passwordsMatch),
)

export const resetPasswordResolver = zodResolver(
  z
    .object({
      password: z
        .string()
        .min(MIN_PASSWORD_LENGTH, 'Password must be at least 8 characters long')
        .pipe(resetPasswordSchema.shape.password),
      confirmPassword: z.string().min(MIN_PASSWORD_LENGTH, 'Password confirmation is required'),
    })
    .refine((fields) => fields.password === fields.confirmPassword, passwordsMatch),
)
