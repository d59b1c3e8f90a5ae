export type SignatureProblem = 'unsigned' | 'stale' | 'forged'

/** Paddle sends two while a secret is rotated. */
const MAX_SIGNATURES = 5

type Signed = { header: string | undefined; body: Uint8Array<ArrayBuffer> }
type Options = { secrets: readonly string[]; maxAgeSeconds: number; now: Date }

/** Paddle-Signature: `ts=<seconds>;h1=<hex>[;h1=<hex>]`, an HMAC-SHA256 over `<ts>:<raw body>`. Undefined if valid. */
export async function signatureProblem(
  { header, body }: Signed,
  { secrets, maxAgeSeconds, now }: Options,
): Promise<SignatureProblem | undefined> {
  const parts = (header ?? '').split(';').map((part) => part.trim().split('='))
  const values = (name: string) =>
    parts.flatMap(([key, value = '', ...rest]) => (key === name && rest.length === 0 ? [value] : []))
  const [ts, ...otherTimes] = values('ts')
  const signatures = values('h1')
  if (ts === undefined || otherTimes.length > 0 || signatures.length === 0) return 'unsigned'
  if (!/^\d{1,12}$/.test(ts)) return 'unsigned'
  const signed = concat(new TextEncoder().encode(`${ts}:`), body)
  const checks = secrets.flatMap((secret) =>
    signatures.slice(0, MAX_SIGNATURES).map((signature) => isSignature(secret, signature, signed)),
  )
  if (!(await Promise.all(checks)).includes(true)) return 'forged'
  const age = Math.abs(now.getTime() / 1000 - Number(ts))
  return age > maxAgeSeconds ? 'stale' : undefined
}

/** `verify` compares in constant time. */
async function isSignature(
  secret: string,
  signature: string,
  signed: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  if (!/^[\da-f]{64}$/.test(signature)) return false
  const key = await crypto.subtle.importKey(
    'raw',
    new TextEncoder().encode(secret),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['verify'],
  )
  return crypto.subtle.verify('HMAC', key, Uint8Array.from(Buffer.from(signature, 'hex')), signed)
}

function concat(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(first.length + second.length)
  bytes.set(first)
  bytes.set(second, first.length)
  return bytes
}
