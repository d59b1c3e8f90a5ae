import { createHmac } from 'node:crypto'
import type { EncryptionKey } from '#worker/lib/crypto.ts'
import { lettersAndDigits } from '#worker/lib/text.ts'
import { normalizeName, splitWords, textOf } from './normalize-name.ts'

type Text = string | null | undefined

export type Searchable = {
  organizationId: string
  countryCode: string
  numbers: readonly Text[]
  names: readonly Text[]
  customId?: Text
}

/** Hashes that find an encrypted row: of the number with and without its country, and of the names. */
export function searchHashes(
  key: EncryptionKey,
  { organizationId, countryCode, numbers, names, customId }: Searchable,
): string[] {
  const terms = [
    ...numbers
      .flatMap((text) => {
        const number = lettersAndDigits(text ?? '')
        const isWithCountry = number.startsWith(countryCode)
        return number === '' ? [] : [number, isWithCountry ? number.slice(countryCode.length) : number]
      })
      .map((number) => `number ${number}`),
    ...names.flatMap((text) => {
      const name = plainName(text ?? '')
      return name ? [`name ${name}`] : []
    }),
    ...(customId ? [`id ${customId}`] : []),
  ]
  return [...new Set(terms)].map((term) => hashTerm(key, organizationId, term))
}

export function hashesOfSearch(
  keys: readonly EncryptionKey[],
  organizationId: string,
  text: string,
): string[] {
  const number = lettersAndDigits(text)
  const name = plainName(text)
  const terms = [
    ...(number ? [`number ${number}`, `number ${number.slice(2)}`] : []),
    // A row can be older than a legal form that we know now.
    ...(name ? [`name ${name}`, `name ${textOf(splitWords(text.normalize('NFKC')))}`] : []),
    `id ${text}`,
  ]
  return keys.flatMap((key) => [...new Set(terms)].map((term) => hashTerm(key, organizationId, term)))
}

const plainName = (text: string) =>
  normalizeName(text)
    ?.words.map((word) => word.text)
    .join(' ')

const hashTerm = ({ secret }: EncryptionKey, organizationId: string, term: string) =>
  createHmac('sha256', secret).update(`search ${organizationId} ${term}`).digest('base64url').slice(0, 22)
