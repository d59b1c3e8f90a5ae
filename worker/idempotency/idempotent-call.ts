import { AppError, invalidField } from '#worker/errors.ts'
import { decrypt, encrypt } from '#worker/lib/crypto.ts'
import { hmac, toUuid } from '#worker/lib/digest.ts'

export type Claim = { id: string; fingerprint: string }

/** `answer` is encrypted, and undefined while the first call is in progress. */
export type StoredClaim = { fingerprint: string; answer: string | undefined }

/** A call with an idempotency key. Only the API token can decrypt its stored answer, and we store no API token. */
export type IdempotentCall = {
  claim: Claim
  /** Recorded if the call succeeds, so that the same call counts once on a day (UTC). */
  requestId: string
  token: string
}

export const MAX_IDEMPOTENCY_KEY = 255

/** `token` and `request` limit the key to this caller and this call. */
export async function idempotentCall(
  token: string,
  key: string,
  request: string,
  now: Date,
): Promise<IdempotentCall> {
  if (key === '' || key.length > MAX_IDEMPOTENCY_KEY)
    throw invalidField('Idempotency-Key', `An idempotency key has 1 to ${MAX_IDEMPOTENCY_KEY} characters.`)
  const hash = (...parts: readonly string[]) => hmac(bytesOf(token), JSON.stringify(parts))
  const fingerprint = (await hash('request', request)).toString('base64url')
  const day = now.toISOString().slice(0, 10)
  return {
    claim: { id: (await hash('key', key)).toString('base64url'), fingerprint },
    requestId: toUuid(await hash('call', key, fingerprint, day)),
    token,
  }
}

export type StoredAnswer = { status: number; json: string }

const bytesOf = (token: string) => new TextEncoder().encode(token)

const keyOf = async (token: string) => ({
  kid: 'token',
  secret: Uint8Array.from(await hmac(bytesOf(token), 'stored answer')),
})
const bindingOf = ({ claim }: IdempotentCall) => ({ purpose: 'idempotency', context: claim.id })

export const encryptAnswer = async (call: IdempotentCall, { status, json }: StoredAnswer): Promise<string> =>
  encrypt(await keyOf(call.token), `${status} ${json}`, bindingOf(call))

async function decryptAnswer(call: IdempotentCall, encrypted: string): Promise<StoredAnswer | undefined> {
  const text = await decrypt([await keyOf(call.token)], encrypted, bindingOf(call))
  return text === undefined ? undefined : { status: Number(text.slice(0, 3)), json: text.slice(4) }
}

export async function replayOf(
  call: IdempotentCall,
  { fingerprint, answer }: StoredClaim,
): Promise<StoredAnswer | undefined> {
  if (fingerprint !== call.claim.fingerprint) throw new AppError('IDEMPOTENCY_KEY_REUSED')
  if (answer === undefined) throw new AppError('IDEMPOTENCY_KEY_IN_USE', { retryAfter: 1 })
  return await decryptAnswer(call, answer)
}
