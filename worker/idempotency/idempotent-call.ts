import { createHmac } from 'node:crypto'
import { AppError } from '#worker/errors.ts'
import { decrypt, encrypt } from '#worker/lib/crypto.ts'
import type { Claim, StoredClaim } from './claim.ts'

/** A call with an idempotency key. Only the API token can decrypt its stored answer, and we store no API token. */
export type IdempotentCall = {
  claim: Claim
  /** Recorded instead of a random one if the call succeeds, so that the same call counts once on a day (UTC). */
  requestId: string
  token: string
}

/** `request` is everything that must be the same in a repeated call: its endpoint and its input. */
export function idempotentCall(token: string, key: string, request: string, now: Date): IdempotentCall {
  const hash = (...parts: readonly string[]) =>
    createHmac('sha256', token).update(JSON.stringify(parts)).digest()
  const fingerprint = hash('request', request).toString('base64url')
  const day = now.toISOString().slice(0, 10)
  return {
    claim: { id: hash('key', key).toString('base64url'), fingerprint },
    requestId: toUuid(hash('call', key, fingerprint, day)),
    token,
  }
}

/** Version 8: 122 bits of our own. */
function toUuid(hash: Uint8Array): string {
  const hex = Buffer.from(hash).toString('hex')
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 3) | 8).toString(16)
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    variant + hex.slice(17, 20),
    hex.slice(20, 32),
  ].join('-')
}

export type StoredAnswer = { status: number; json: string }

const keyOf = (token: string) => ({
  kid: 'token',
  secret: Uint8Array.from(createHmac('sha256', token).update('stored answer').digest()),
})
const bindingOf = ({ claim }: IdempotentCall) => ({ purpose: 'idempotency', context: claim.id })

export const encryptAnswer = (call: IdempotentCall, { status, json }: StoredAnswer): Promise<string> =>
  encrypt(keyOf(call.token), `${status} ${json}`, bindingOf(call))

export async function decryptAnswer(call: IdempotentCall, encrypted: string): Promise<StoredAnswer> {
  const text = await decrypt([keyOf(call.token)], encrypted, bindingOf(call))
  if (text === undefined) throw new Error('The stored answer is unreadable')
  return { status: Number(text.slice(0, 3)), json: text.slice(4) }
}

/** The answer to the first call. Throws IDEMPOTENCY_KEY_REUSED, IDEMPOTENCY_KEY_IN_USE. */
export async function replayOf(
  call: IdempotentCall,
  { fingerprint, answer }: StoredClaim,
): Promise<StoredAnswer> {
  if (fingerprint !== call.claim.fingerprint) throw new AppError('IDEMPOTENCY_KEY_REUSED')
  if (answer === undefined) throw new AppError('IDEMPOTENCY_KEY_IN_USE', { retryAfter: 1 })
  return await decryptAnswer(call, answer)
}
