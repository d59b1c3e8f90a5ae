import * as z from 'zod'
import { changePasswordSchema } from '#worker/accounts/contract.ts'

/** What the form asks: the call's two passwords, and the new one a second time. */
export const passwordFieldsSchema = changePasswordSchema
  .extend({ confirmPassword: z.string().min(8, 'Confirm password is required') })
  .refine((fields) => fields.confirmPassword === fields.newPassword, {
    path: ['confirmPassword'],
    message: 'Passwords do not match',
    // Told along with a missing current password, not after it.
    when: ({ issues }) => issues.every(({ path }) => path?.[0] === 'currentPassword'),
  })

export type PasswordFields = z.infer<typeof passwordFieldsSchema>
