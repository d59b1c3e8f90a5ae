import { vectors as ab } from './vectors/a-b.ts'
import { vectors as ce } from './vectors/c-e.ts'
import { vectors as fi } from './vectors/f-i.ts'
import { vectors as jm } from './vectors/j-m.ts'
import { vectors as nr } from './vectors/n-r.ts'
import { vectors as sz } from './vectors/s-z.ts'

/** Test numbers of one identifier, checked with its type. Published numbers where there are any. */
type Vectors = {
  readonly valid: readonly string[]
  readonly invalid: readonly string[]
  /** The largest share of single wrong digits that the rule may miss. The default is 0. */
  readonly undetected?: { readonly share: number; readonly reason: string }
}

/** By identifier id. */
export type CountryVectors = Readonly<Record<string, Vectors>>

export const vectors: CountryVectors = { ...ab, ...ce, ...fi, ...jm, ...nr, ...sz }
