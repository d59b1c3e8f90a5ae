import { TinproofError } from './error.ts'
import type { ChainFile, Jwks, RecordFile, SignedChain, SignedRecord } from './types.ts'

/**
 * Returns the record if Tinproof signed it and nothing of it was changed, and throws a `TinproofError` with the code
 * `INVALID_SIGNATURE` if not. `jwks` is what `https://app.tinproof.example/.well-known/jwks.json` returns.
 */
export const verifyRecord = (file: RecordFile, jwks: Jwks): Promise<SignedRecord> =>
  verify(file, 'record', jwks)

/**
 * Returns the chain of an export if all its records are there, in the order in which they were signed, and none but those
 * that it says were deleted is missing. Throws `INVALID_SIGNATURE`, or `INCOMPLETE_CHAIN`.
 */
export async function verifyChain(
  file: ChainFile,
  records: readonly RecordFile[],
  jwks: Jwks,
): Promise<SignedChain> {
  const chain = await verify<SignedChain>(file, 'chain', jwks)
  const found = new Map<number, { record: SignedRecord; hash: string }>()
  for (const each of records) {
    const record = await verifyRecord(each, jwks)
    if (record.organizationId !== chain.organizationId || record.live !== chain.live)
      throw incomplete(`Record ${record.number} is of another chain.`)
    found.set(record.number, { record, hash: await hashOf(each.jws) })
  }
  for (const [index, { number, hash, deletedAt }] of chain.records.entries()) {
    const own = found.get(number)
    found.delete(number)
    if (!own && deletedAt === null) throw incomplete(`Record ${number} is missing.`)
    if (!own) continue
    const before = chain.records[index - 1]
    const isNext = before ? own.record.previous === before.hash : number > 1 || own.record.previous === null
    if (own.hash !== hash || !isNext) throw incomplete(`Record ${number} isn't the one that was signed.`)
  }
  const [extra] = found.keys()
  if (extra !== undefined) throw incomplete(`Record ${extra} isn't in the chain.`)
  return chain
}

type Header = { alg?: unknown; kid?: unknown; typ?: unknown }

/** A JWS in compact form, of RFC 7515, with EdDSA of RFC 8037. */
async function verify<Payload>(file: object, kind: 'record' | 'chain', { keys }: Jwks): Promise<Payload> {
  // The content of a file can be anything.
  const { jws, [kind]: shown } = Object(file)
  const [header = '', payload = '', signature = '', ...rest] = String(jws).split('.')
  const { alg, kid, typ }: Header = Object(parse(header))
  if (rest.length > 0 || alg !== 'EdDSA' || typ !== `tinproof-${kind}`)
    throw invalid('This file has no signature of ours.')
  const key = keys.find((each) => each.kid === kid && each.kty === 'OKP' && each.crv === 'Ed25519')
  if (!key?.x) throw invalid('The key that signed this file is not among the published keys.')
  const publicKey = { kty: 'OKP', crv: 'Ed25519', x: key.x }
  const imported = await crypto.subtle.importKey('jwk', publicKey, 'Ed25519', false, ['verify'])
  const signed = new TextEncoder().encode(`${header}.${payload}`)
  if (!(await crypto.subtle.verify('Ed25519', imported, bytesOf(signature), signed)))
    throw invalid('The signature is wrong.')
  const content = parse<Payload>(payload)
  if (canonical(content) !== canonical(shown)) throw invalid('This file was changed after it was signed.')
  return content
}

async function hashOf(jws: string): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(jws)))
  return btoa(String.fromCharCode(...hash))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  try {
    const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
    return Uint8Array.from(text, (character) => character.charCodeAt(0))
  } catch {
    throw invalid('The signature is damaged.')
  }
}

function parse<Value>(base64url: string): Value {
  try {
    return JSON.parse(new TextDecoder().decode(bytesOf(base64url)))
  } catch {
    throw invalid('The signature is damaged.')
  }
}

/** With sorted keys: the order and the spaces of a file mean nothing. */
const canonical = (value: unknown) =>
  JSON.stringify(value, (_, each: unknown) =>
    each && typeof each === 'object' && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([one], [other]) => (one < other ? -1 : 1)))
      : each,
  )

const invalid = (message: string) => errorWith('INVALID_SIGNATURE', message)
const incomplete = (message: string) => errorWith('INCOMPLETE_CHAIN', message)

const errorWith = (code: string, message: string) => new TinproofError(message, { status: null, code })
