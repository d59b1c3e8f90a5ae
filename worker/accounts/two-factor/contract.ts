export type RecoveryCodes = { recoveryCodes: string[] }

/** `secret` is base32, for people who can't scan `uri` as a QR code. */
export type TwoFactorSetup = RecoveryCodes & { secret: string; uri: string }
