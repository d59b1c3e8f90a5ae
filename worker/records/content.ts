import { createHmac } from 'node:crypto'
import type { Settings } from '#worker/env.ts'
import { decrypt, type EncryptionKey, encrypt } from '#worker/lib/crypto.ts'
import type { ValidateRequest, ValidationResponse } from '#worker/validation/contract.ts'
import { normalizeName } from '#worker/validation/normalize-name.ts'
import type { RecordedRequest, SignedRecord } from './contract.ts'

type Context = { readonly settings: Settings }

/** What is stored until the record is signed. Then the JWS is, which contains it. */
export type UnsignedRecord = Omit<SignedRecord, 'number' | 'previous' | 'signedAt'>

/** What a column of a record holds can't be read in place of another one's. */
const binding = (recordId: string, part: 'content' | 'link') => ({
  purpose: 'records',
  context: `${recordId} ${part}`,
})

type Part = Parameters<typeof binding>

export const encryptPart = ({ settings }: Context, text: string, ...part: Part): Promise<string> =>
  encrypt(settings.RECORD_KEYS[0], text, binding(...part))

/** Throws if the key is gone. */
export async function decryptPart({ settings }: Context, encrypted: string, ...part: Part): Promise<string> {
  const text = await decrypt(settings.RECORD_KEYS, encrypted, binding(...part))
  if (text === undefined) throw new Error('the key of this record is gone')
  return text
}

type Stored = { id: string; number: number | null; content: string }
export type ReadRecord = { jws: string; record: SignedRecord } | { jws: null; record: UnsignedRecord }

/** Only we write it, so its shape and signature are not checked. */
export async function readContent(ctx: Context, { id, number, content }: Stored): Promise<ReadRecord> {
  const text = await decryptPart(ctx, content, id, 'content')
  if (number === null) return { jws: null, record: JSON.parse(text) }
  const [, payload = ''] = text.split('.')
  return { jws: text, record: JSON.parse(Buffer.from(payload, 'base64url').toString()) }
}

export function toRecordedRequest({
  countryCode,
  tin,
  type,
  kind,
  source,
  fresh,
  maxAge,
  name,
  address,
  purpose,
  holder,
}: ValidateRequest): RecordedRequest {
  return { countryCode, tin, type, kind, source, fresh, maxAge, name, address, purpose, holder }
}

const compact = (text: string) => text.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '')

/** By this, `ACME GmbH` and `Acme` are the same name. */
const plainName = (text: string) =>
  normalizeName(text)
    ?.words.map((word) => word.text)
    .join(' ')

const hashTerm = ({ secret }: EncryptionKey, organizationId: string, term: string) =>
  createHmac('sha256', secret).update(`search ${organizationId} ${term}`).digest('base64url').slice(0, 22)

/** With the newest key: the number with and without its country, and the names. */
export function searchHashes(
  { settings }: Context,
  organizationId: string,
  { request, response }: { request: RecordedRequest; response: ValidationResponse },
): string[] {
  const { countryCode, tin, tinInfo, additionalInfo } = response
  const numbers = [tin, tinInfo.formattedTin, additionalInfo.compact].flatMap((text) => {
    const number = compact(text ?? '')
    return number === '' ? [] : [number, withoutCountry(number, countryCode)]
  })
  const names = [request.name, response.entity.name].map((name) => name && plainName(name))
  const terms = [
    ...numbers.map((number) => `number ${number}`),
    ...names.flatMap((name) => (name ? [`name ${name}`] : [])),
  ]
  return [...new Set(terms)].map((term) => hashTerm(settings.RECORD_KEYS[0], organizationId, term))
}

const withoutCountry = (number: string, countryCode: string) =>
  number.startsWith(countryCode) ? number.slice(countryCode.length) : number

/** With each key, for what somebody typed. */
export function hashesOfSearch({ settings }: Context, organizationId: string, text: string): string[] {
  const number = compact(text)
  const name = plainName(text)
  const terms = [
    ...(number ? [`number ${number}`, `number ${number.slice(2)}`] : []),
    ...(name ? [`name ${name}`] : []),
  ]
  return settings.RECORD_KEYS.flatMap((key) => terms.map((term) => hashTerm(key, organizationId, term)))
}

type Encrypted = Stored & { organizationId: string; linkSecret: string | null }

/** With the newest key, by which it is searched then. */
export async function reencryptRecord(ctx: Context, row: Encrypted) {
  const { id, organizationId, content, linkSecret } = row
  const { record } = await readContent(ctx, row)
  return {
    content: await encryptPart(ctx, await decryptPart(ctx, content, id, 'content'), id, 'content'),
    search: searchHashes(ctx, organizationId, record),
    linkSecret:
      linkSecret && (await encryptPart(ctx, await decryptPart(ctx, linkSecret, id, 'link'), id, 'link')),
  }
}
