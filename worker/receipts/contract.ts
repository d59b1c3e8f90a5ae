import * as z from 'zod'
import type { Result, ValidationResponse } from '#worker/validation/contract.ts'
import { validateSchema } from '#worker/validation/contract.ts'

export * from './constants.ts'

const MAX_ANSWER_LENGTH = 60_000
const MAX_SIGNATURE_LENGTH = 1_000
const MAX_SECRET_LENGTH = 200
const organizationId = z.string().max(64).optional()

export const createReceiptSchema = z.object({
  answer: z.string('answer is required, as a string').max(MAX_ANSWER_LENGTH),
  name: validateSchema.shape.name,
  signature: z.string('signature is required').max(MAX_SIGNATURE_LENGTH),
  organizationId,
})

export const receiptParamSchema = z.object({
  receiptId: z.coerce.number().int().positive().max(2_147_483_647),
})

export const openReceiptSchema = z.object({ secret: z.string('secret is required').max(MAX_SECRET_LENGTH) })

export type Receipt = {
  id: number
  referenceId: string
  countryCode: string
  tin: string
  result: Result
  name: string | null
  createdBy: string | null
  createdAt: string
  expiresAt: string
}

export type CreateReceipt = z.output<typeof createReceiptSchema>
/** The secret is part of the link. It is returned once. */
export type CreatedReceipt = Receipt & { secret: string }
export type ReceiptContent = { answer: ValidationResponse; name: string | null }
export type OpenedReceipt = ReceiptContent & Pick<Receipt, 'createdAt' | 'expiresAt'>
