export type SignatureProblem = 'unsigned' | 'stale' | 'forged'

const MAX_SIGNATURES = 5

/** Paddle-Signature: `ts=<seconds>;h1=<hex>[;h1=<hex>]`, an HMAC-SHA256 over `<ts>:<raw body>`. Undefined if valid. */
export async function signatureProblem(
  { header = '', body }: { header: string | undefined; body: Uint8Array<ArrayBuffer> },
  { secrets, maxAgeSeconds, now }: { secrets: readonly string[]; maxAgeSeconds: number; now: Date },
): Promise<SignatureProblem | undefined> {
  const parts = header.split(';').map((part) => part.trim())
  const [ts] = parts.flatMap((part) => /^ts=(\d{1,12})$/.exec(part)?.[1] ?? [])
  const signatures = parts.flatMap((part) => /^h1=([\da-f]{64})$/.exec(part)?.[1] ?? [])
  if (ts === undefined || signatures.length === 0) return 'unsigned'
  const signed = new Uint8Array([...new TextEncoder().encode(`${ts}:`), ...body])
  const checks = secrets.flatMap((secret) =>
    signatures.slice(0, MAX_SIGNATURES).map((signature) => isSignature(secret, signature, signed)),
  )
  if (!(await Promise.all(checks)).includes(true)) return 'forged'
  const age = Math.abs(now.getTime() / 1000 - Number(ts))
  return age > maxAgeSeconds ? 'stale' : undefined
}

/** `verify` compares in constant time. */
async function isSignature(secret: string, signature: string, signed: BufferSource): Promise<boolean> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const encoded = new TextEncoder().encode(secret)
  const key = await crypto.subtle.importKey('raw', encoded, algorithm, false, ['verify'])
  return crypto.subtle.verify('HMAC', key, Uint8Array.from(Buffer.from(signature, 'hex')), signed)
}
