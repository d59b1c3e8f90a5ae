import { zodResolver } from '@hookform/resolvers/zod'
import * as z from 'zod'
import { signUpSchema } from '#worker/accounts/contract.ts'
import { isPhone } from './phone.ts'

/** The contract with what only the form has: the phone number in two parts, and consent. */
const fieldsSchema = z.object({
  email: signUpSchema.shape.email,
  dial: z.object({ country: z.string(), code: z.string() }),
  phone: z.string(),
  terms: z.boolean().refine((accepted) => accepted, 'Accept the terms and the privacy policy to continue'),
})

// `when`: what is wrong with the number is told beside what is wrong with the other fields, not after it.
const formSchema = fieldsSchema.refine(({ dial, phone }) => isPhone(dial.code, phone), {
  path: ['phone'],
  message: 'Please enter a valid phone number',
  when: () => true,
})

export const resolver = zodResolver(formSchema)
