import type { Settings } from '#worker/env.ts'
import { decrypt, encrypt } from '#worker/lib/crypto.ts'
import { pick } from '#worker/lib/pick.ts'
import type { ValidateRequest, ValidationResponse } from '#worker/validation/contract.ts'
import { searchHashes } from '#worker/validation/search-hashes.ts'
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

export async function decryptPart({ settings }: Context, encrypted: string, ...part: Part): Promise<string> {
  const text = await decrypt(settings.RECORD_KEYS, encrypted, binding(...part))
  if (text === undefined) throw new Error('the key of this record is gone')
  return text
}

export type Stored = { id: string; number: number | null; content: string }
export type ReadRecord = { jws: string; record: SignedRecord } | { jws: null; record: UnsignedRecord }

/** Only we write it, so its shape and signature are not checked. */
export async function readContent(ctx: Context, { id, number, content }: Stored): Promise<ReadRecord> {
  const text = await decryptPart(ctx, content, id, 'content')
  if (number === null) return { jws: null, record: JSON.parse(text) }
  const [, payload = ''] = text.split('.')
  return { jws: text, record: JSON.parse(Buffer.from(payload, 'base64url').toString()) }
}

export const toRecordedRequest = (request: ValidateRequest): RecordedRequest => ({
  ...pick(request, 'countryCode', 'tin', 'type', 'kind', 'source', 'fresh', 'maxAge'),
  ...pick(request, 'name', 'address', 'purpose', 'holder'),
})

type Content = { request: RecordedRequest; response: ValidationResponse }

export const searchOf = (
  { settings }: Context,
  organizationId: string,
  { request, response: { countryCode, tin, tinInfo, additionalInfo, entity } }: Content,
): string[] =>
  searchHashes(settings.RECORD_KEYS[0], {
    organizationId,
    countryCode,
    numbers: [tin, tinInfo.formattedTin, additionalInfo.compact],
    names: [request.name, entity.name],
  })

/** With the key of its other columns: `reencrypt-secrets` finds all of them by the key of `content`. */
export const encryptSigned = (
  { settings }: Context,
  jws: string,
  { id, content }: Stored,
): Promise<string> => {
  const own = settings.RECORD_KEYS.find(({ kid }) => content.startsWith(`${kid}.`))
  return encrypt(own ?? settings.RECORD_KEYS[0], jws, binding(id, 'content'))
}

type Encrypted = Stored & { organizationId: string; linkSecret: string | null }

export async function reencryptRecord(ctx: Context, row: Encrypted) {
  const { id, organizationId, content, linkSecret } = row
  const { record } = await readContent(ctx, row)
  return {
    content: await encryptPart(ctx, await decryptPart(ctx, content, id, 'content'), id, 'content'),
    search: searchOf(ctx, organizationId, record),
    linkSecret:
      linkSecret && (await encryptPart(ctx, await decryptPart(ctx, linkSecret, id, 'link'), id, 'link')),
  }
}
