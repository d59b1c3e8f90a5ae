import { zodResolver } from '@hookform/resolvers/zod'
import * as z from 'zod'
import { resetPasswordSchema } from '#worker/accounts/contract.ts'

const setPasswordSchema = z
  .object({ password: resetPasswordSchema.shape.password, confirmPassword: z.string() })
  .refine((fields) => fields.password === fields.confirmPassword, {
    path: ['confirmPassword'],
    message: "Passwords don't match",
  })

export const resolver = zodResolver(setPasswordSchema)
