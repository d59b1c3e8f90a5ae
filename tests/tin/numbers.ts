import { samples } from '#worker/tin/contract/samples.ts'
import { describeCountries } from '#worker/tin/describe-countries.ts'
import { vectors } from './vectors.ts'

/** Seeded random numbers in [0, 1) (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

const digits = '0123456789'
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

const pick = (from: string, random: () => number) => from.charAt(Math.floor(random() * from.length))

/** Fills a format: # is a digit, @ a letter, ? either. */
function filled(written: string, random: () => number): string {
  return written.replace(/[#@?]/g, (place) =>
    pick(place === '#' ? digits : place === '@' ? letters : digits + letters, random),
  )
}

/** The number with one random typo. */
function addTypo(number: string, random: () => number): string {
  const at = Math.floor(random() * number.length)
  const [before, char, after] = [number.slice(0, at), number.charAt(at), number.slice(at + 1)]
  const kind = Math.floor(random() * 8)
  if (kind === 0) return before + after
  if (kind === 1) return before + char + pick(digits, random) + after
  if (kind === 2) return before + pick(letters, random) + after
  if (kind === 3) return before + after.charAt(0) + char + after.slice(1)
  return /[A-Z]/.test(char) ? before + pick(letters, random) + after : before + pick(digits, random) + after
}

const formatsOf = new Map(
  describeCountries().flatMap(({ identifiers }) =>
    identifiers.map(({ id, formats }) => [id, formats] as const),
  ),
)

/** Known numbers, each with `typos` variations, and `generated` random numbers per format. */
export function numbersOf(
  id: string,
  random: () => number,
  typos: number,
  generated: number,
): readonly string[] {
  const { valid = [], invalid = [] } = vectors[id] ?? {}
  const known = [...samples.filter(({ identifier }) => identifier === id).map(({ tin }) => tin), ...valid]
  const formats = formatsOf.get(id) ?? []
  const mistyped = known.flatMap((number) => Array.from({ length: typos }, () => addTypo(number, random)))
  const generatedNumbers = formats.flatMap(({ written }) =>
    Array.from({ length: generated }, () => filled(written, random)),
  )
  return [...new Set([...known, ...invalid, ...mistyped, ...generatedNumbers])]
}
