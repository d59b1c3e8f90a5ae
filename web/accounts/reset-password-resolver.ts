import { zodResolver } from '@hookform/resolvers/zod'
import * as z from 'zod'
import { resetPasswordSchema } from '#worker/accounts/contract.ts'

const MIN_LENGTH = 8

const newPasswordSchema = z
  .object({
    password: z
      .string()
      .min(MIN_LENGTH, 'Password must be at least 8 characters long')
      .pipe(resetPasswordSchema.shape.password),
    confirmPassword: z.string().min(MIN_LENGTH, 'Password confirmation is required'),
  })
  .refine((fields) => fields.password === fields.confirmPassword, {
    path: ['confirmPassword'],
    message: "Passwords don't match",
  })

export const resolver = zodResolver(newPasswordSchema)
