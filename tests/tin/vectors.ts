import text from './vectors.txt?raw'

type Vectors = {
  readonly valid: string[]
  readonly invalid: string[]
  /** The largest share of single wrong digits that the rule may miss. The default is 0. */
  undetected?: { readonly share: number; readonly reason: string }
}

/**
 * Test numbers by type, checked with that type. Published numbers where there are any. Lines are such as
 * `BG.EGN + 7523169263 | 8032056031` (valid), `BG.EGN - 7523169264` (invalid), and `BG.EGN ~ 0.11 reason` (undetected).
 */
export const vectors: Readonly<Record<string, Vectors>> = parse()

function parse(): Record<string, Vectors> {
  const found: Record<string, Vectors> = {}
  for (const line of text.trim().split('\n')) {
    const [, id = '', sign, rest = ''] = /^(\S+) ([-+~]) (.*)$/.exec(line) ?? []
    found[id] ??= { valid: [], invalid: [] }
    if (sign === '+') found[id].valid.push(...rest.split(' | '))
    else if (sign === '-') found[id].invalid.push(...rest.split(' | '))
    else found[id].undetected = { share: Number.parseFloat(rest), reason: rest.replace(/^\S+ /, '') }
  }
  return found
}
