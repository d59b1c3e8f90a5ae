import * as z from 'zod'
import { onboardingStepSchema } from '#worker/organizations/contract.ts'

/** A member goes from `name` to `checklist` to `done`, and never back. */
export const advanceOnboardingSchema = z.object({
  step: onboardingStepSchema.exclude(['name']),
  organizationId: z.string().max(64).optional(),
})

export type Onboarding = {
  hasValidated: boolean
  hasToken: boolean
  call: { tokenName: string; at: string } | null
  hasInvited: boolean
}
