export type Claim = {
  id: string
  fingerprint: string
}

/** `answer` is encrypted, and undefined while the first call is in progress. */
export type StoredClaim = { fingerprint: string; answer: string | undefined }

/** Longer than a call takes. After that, a call whose Worker was killed can be repeated. */
export const CLAIM_SECONDS = 60
export const ANSWER_SECONDS = 86_400

export const claimKey = ({ id }: Claim) => `idempotency:${id}`

/** Raise it with each change of the format in Redis, or of the encrypted answer. */
const VERSION = '1'

/** In Redis, a claim is its version and its fingerprint, followed by the answer once there is one. */
export const formatClaim = ({ fingerprint }: Claim, answer?: string) =>
  [VERSION, fingerprint, answer].filter((part) => part !== undefined).join(' ')

/** Undefined if another version wrote it. */
export function parseClaim(text: string): StoredClaim | undefined {
  const [version, fingerprint, answer] = text.split(' ')
  return version === VERSION && fingerprint ? { fingerprint, answer } : undefined
}
