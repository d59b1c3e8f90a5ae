import { zodResolver } from '@hookform/resolvers/zod'
import * as z from 'zod'
import { registrationSchema } from '#worker/accounts/contract.ts'

/** The registration contract with what only the form asks: the password twice, and consent. */
const signUpSchema = registrationSchema.and(
  z.object({
    confirmPassword: z.string(),
    terms: z.boolean().refine((accepted) => accepted, 'Accept the terms and the privacy policy to continue'),
  }),
)

export const resolver = zodResolver(signUpSchema)
