import * as z from 'zod'
import { codeSchema } from '#worker/accounts/contract.ts'

export type RecoveryCodes = { recoveryCodes: string[] }

/** `secret` is base32, for people who can't scan `uri` as a QR code. */
export type TwoFactorSetup = RecoveryCodes & { secret: string; uri: string }

/** `secret` says which setup the code is for: another tab may have started again. */
export const enableTwoFactorSchema = codeSchema.extend({ secret: z.string().max(64) })
export type EnableTwoFactor = z.infer<typeof enableTwoFactorSchema>
