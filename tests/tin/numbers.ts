import { describeCountries } from '#worker/tin/describe-countries.ts'
import { samples } from '#worker/tin/samples.ts'
import { vectors } from './country-vectors.ts'

/** Random numbers in [0, 1), the same in every run (mulberry32). */
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

/** A text as a customary form is written: # is a digit, @ a letter, ? either. */
function filled(written: string, random: () => number): string {
  return written.replace(/[#@?]/g, (place) =>
    pick(place === '#' ? digits : place === '@' ? letters : digits + letters, random),
  )
}

/** The number with one slip: a wrong digit, two transposed, one too few or too many, or a letter for a digit. */
function slip(number: string, random: () => number): string {
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

/** Numbers to compare verdicts on: known ones, `slips` of each, and `made` at random in each customary form. */
export function numbersOf(id: string, random: () => number, slips: number, made: number): readonly string[] {
  const { valid = [], invalid = [] } = vectors[id] ?? {}
  const known = [...samples.filter(({ identifier }) => identifier === id).map(({ tin }) => tin), ...valid]
  const formats = formatsOf.get(id) ?? []
  const slipped = known.flatMap((number) => Array.from({ length: slips }, () => slip(number, random)))
  const random_ = formats.flatMap(({ written }) =>
    Array.from({ length: made }, () => filled(written, random)),
  )
  return [...new Set([...known, ...invalid, ...slipped, ...random_])]
}
