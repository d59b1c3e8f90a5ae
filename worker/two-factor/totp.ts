import { createHmac, timingSafeEqual } from 'node:crypto'

const STEP_SECONDS = 30
const DIGITS = 6
/** For clocks that are off and codes that are typed slowly. */
const STEPS_AROUND = [0, -1, 1]

export const stepAt = (time: Date): number => Math.floor(time.getTime() / 1000 / STEP_SECONDS)

/** RFC 6238 with SHA-1, 30 seconds and 6 digits, the only variant that all authenticator apps support. */
export function totp(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', secret).update(counter).digest()
  const offset = digest.readUInt8(digest.length - 1) & 0xf
  const number = digest.readUInt32BE(offset) & 0x7fffffff
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0')
}

/** The step that the code is of: the current one, the one before or the one after. */
export function matchingStep(secret: Uint8Array, code: string, time: Date): number | undefined {
  const typed = Buffer.from(code)
  return STEPS_AROUND.map((offset) => stepAt(time) + offset).find((step) => {
    const expected = Buffer.from(totp(secret, step))
    return expected.length === typed.length && timingSafeEqual(expected, typed)
  })
}

export const isTotp = (code: string): boolean => /^\d{6}$/.test(code)

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** RFC 4648 without padding. */
export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => BASE32.charAt(Number.parseInt(group.padEnd(5, '0'), 2))).join('')
}
