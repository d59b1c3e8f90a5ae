import { createHmac } from 'node:crypto'
import { type Secret, TOTP } from 'otpauth/bare'

export const isTotp = (code: string): boolean => /^\d{6}$/.test(code)

/** With the library's defaults, the only ones that all authenticator apps support: SHA-1, 30 seconds and 6 digits. */
export const totpFor = (secret: Secret, email = ''): TOTP =>
  new TOTP({
    issuer: 'Tinproof',
    label: email,
    secret,
    hmac: (_algorithm, key, message) => createHmac('sha1', key).update(message).digest(),
  })

export function matchingStep(secret: Secret, code: string, time: Date): number | undefined {
  const totp = totpFor(secret)
  const timestamp = time.getTime()
  const delta = totp.validate({ token: code, timestamp, window: 1 })
  return delta === null ? undefined : totp.counter({ timestamp }) + delta
}
