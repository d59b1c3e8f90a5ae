import * as z from 'zod'
import { codeSchema, MAX_PASSWORD_LENGTH } from '#worker/accounts/contract.ts'

export const bothFactorsSchema = codeSchema.extend({
  password: z.string().max(MAX_PASSWORD_LENGTH).optional(),
})
export type BothFactors = z.output<typeof bothFactorsSchema>

/** `secret` is base32, for people who can't scan `uri` as a QR code. */
export type TwoFactorSetup = { secret: string; uri: string }

export type RecoveryCodes = { recoveryCodes: string[] }
