import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { registerOf } from '#worker/registers/sources.ts'
import { examples } from '#worker/tin/examples.ts'
import { confidenceOf, countries, type ValidTin, validateTin } from '#worker/tin/index.ts'
import { sandboxOutcomes } from '#worker/validation/sandbox/contract.ts'
import { magicNumbers } from '#worker/validation/sandbox/magic-numbers.ts'

export const FILE = join(import.meta.dirname, '../../worker/validation/sandbox/magic-numbers.ts')
const COUNTED_DIGITS = 6
const MAX_MISSES = 50_000

/** Keeps the known numbers that are still valid, each in its place, even if rules that came later warn about them. */
function completed(known: readonly string[], country: string, example: ValidTin): string[] {
  const type = example.identifier.id
  const isUsable = (tin: string) => {
    const checked = validateTin(country, tin, { type })
    return checked.valid && isClear(country, checked, example)
  }
  const kept = sandboxOutcomes
    .map((_, place) => known[place] ?? '')
    .map((tin) => (validateTin(country, tin, { type }).valid ? tin : ''))
  const missing = kept.filter((tin) => tin === '').length
  if (missing === 0) return kept
  const added = highestNumbers(example, (tin) => isUsable(tin) && !kept.includes(tin), missing)
  return kept.map((tin) => tin || (added.shift() ?? ''))
}

/** They are made of as many nines as the type's rules allow, because few such numbers were ever issued. */
function highestNumbers(
  { compact, identifier }: ValidTin,
  isUsable: (tin: string) => boolean,
  count: number,
): string[] {
  const digits = [...compact].flatMap((char, place) => (/\d/.test(char) ? [place] : []))
  for (let fixed = 0; fixed < digits.length; fixed++) {
    const chars = [...compact]
    const nines = digits.slice(fixed)
    for (const place of nines) chars[place] = '9'
    const counted = nines.slice(-COUNTED_DIGITS)
    const found: string[] = []
    const last = 10 ** counted.length - 1
    for (let number = last; number >= 0 && found.length < count; number--) {
      if (found.length === 0 && last - number > MAX_MISSES) break
      for (const [index, place] of counted.entries())
        chars[place] = String(number).padStart(counted.length, '0').charAt(index)
      const tin = chars.join('')
      if (isUsable(tin)) found.push(tin)
    }
    if (found.length === count) return found
  }
  throw new Error(`${identifier.id} has too few numbers`)
}

/** Recognized without the type, and checked as strictly as the example. */
function isClear(country: string, checked: ValidTin, example: ValidTin): boolean {
  const found = validateTin(country, checked.formatted)
  const known = new Set(example.warnings.map(({ code }) => code))
  return (
    found.valid &&
    found.identifier.id === example.identifier.id &&
    found.compact === checked.compact &&
    found.warnings.every(({ code }) => code === 'AMBIGUOUS_TYPE' || known.has(code)) &&
    confidenceOf(found) === confidenceOf(example)
  )
}

/** The published types, and for other countries the first type with a register. */
function typesOf({ identifiers }: (typeof countries)[number]): string[] {
  const withRegister = identifiers.map(({ id }) => id).filter((id) => registerOf(id))
  const published = withRegister.filter((id) => magicNumbers[id])
  return published.length > 0 ? published : withRegister.slice(0, 1)
}

export function magicNumbersFile(): string {
  const lines = countries.flatMap((country) =>
    typesOf(country).map((type) => {
      const example = validateTin(country.code, examples[type] ?? '', { type })
      if (!example.valid) throw new Error(`The example of ${type} is invalid`)
      const numbers = completed(magicNumbers[type] ?? [], country.code, example)
      return `  '${type}':\n    '${numbers.join(' ')}',`
    }),
  )
  return `/**
 * By type, a number for each of \`sandboxOutcomes\`, in that order. \`npm run magic-numbers:generate\` adds what is
 * missing. Callers' tests depend on these numbers, so a number changes only when it becomes invalid.
 */
const published: Readonly<Record<string, string>> = {
${lines.join('\n')}
}

export const magicNumbers: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(published).map(([type, numbers]) => [type, numbers.split(' ')]),
)
`
}

if (import.meta.main) writeFileSync(FILE, magicNumbersFile())
