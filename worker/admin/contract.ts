import * as z from 'zod'
import { statusSchema, tierSchema } from '#worker/organizations/contract.ts'

export const updateOrganizationSchema = z
  .object({ tier: tierSchema.optional(), status: statusSchema.optional() })
  .refine(({ tier, status }) => tier !== undefined || status !== undefined, 'Provide a tier or a status')
