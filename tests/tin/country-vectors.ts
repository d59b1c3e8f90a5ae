import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Numbers of one identifier, given with its type: ones that stand, published where there are such, and ones that must not. */
type Vectors = {
  readonly valid: readonly string[]
  readonly invalid: readonly string[]
  /** The share of single wrong digits that the rule may let through. Every other checksum catches all of them. */
  readonly lets?: { readonly share: number; readonly reason: string }
}

/** By the identifier's id. A file a country stands in `vectors/`, as its rule does in worker/tin/countries. */
export type CountryVectors = Readonly<Record<string, Vectors>>

const folder = join(import.meta.dirname, 'vectors')

async function load(): Promise<CountryVectors> {
  const files = await Promise.all(
    readdirSync(folder).map((file) => import(pathToFileURL(join(folder, file)).href)),
  )
  return Object.assign({}, ...files.map(({ vectors }: { vectors: CountryVectors }) => vectors))
}

/** Of every identifier, by its id. */
export const vectors: CountryVectors = await load()
