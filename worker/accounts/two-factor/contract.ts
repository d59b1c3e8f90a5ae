import * as z from 'zod'

/** A code of an authenticator app or a recovery code. Spaces, dashes and case don't matter. */
export const codeSchema = z.object({
  code: z
    .string('Enter a code')
    .max(64, 'Enter a code')
    .transform((code) => code.replace(/[\s-]/g, '').toLowerCase())
    .pipe(z.string().min(1, 'Enter a code')),
})

export const RECOVERY_CODE_COUNT = 10

/** `secret` is base32, for people who can't scan `uri` as a QR code. */
export type TwoFactorSetup = { secret: string; uri: string }

export type RecoveryCodes = { recoveryCodes: string[] }
