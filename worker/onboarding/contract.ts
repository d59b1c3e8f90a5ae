import * as z from 'zod'
import { onboardingStepSchema } from '#worker/organizations/contract.ts'

/** A member goes from `name` to `checklist` to `done`, and never back. */
export const advanceOnboardingSchema = z.object({
  step: onboardingStepSchema.exclude(['name']),
  organizationId: z.string().max(64).optional(),
})

const onboardingSchema = z.object({
  hasValidated: z.boolean(),
  hasToken: z.boolean(),
  call: z.object({ tokenName: z.string(), at: z.iso.datetime() }).nullable(),
  hasInvited: z.boolean(),
})

export type Onboarding = z.infer<typeof onboardingSchema>
