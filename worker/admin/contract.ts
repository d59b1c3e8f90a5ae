import * as z from 'zod'
import { statusSchema, tierSchema } from '#worker/organizations/contract.ts'

const MAX_ID_LENGTH = 64

export const organizationParamSchema = z.object({
  organizationId: z
    .string()
    .max(MAX_ID_LENGTH)
    .regex(/^[\w-]+$/),
})

export const updateOrganizationSchema = z
  .object({ tier: tierSchema.optional(), status: statusSchema.optional() })
  .refine(({ tier, status }) => tier !== undefined || status !== undefined, 'Provide a tier or a status')

export const userParamSchema = z.object({
  userId: z.coerce.number().int().positive().max(2_147_483_647),
})

export type LeadConversion = { action: 'created' | 'updated' }
