import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { registerOf } from '#worker/registers/sources.ts'
import { sandboxOutcomes } from '#worker/sandbox/contract.ts'
import { magicNumbers } from '#worker/sandbox/magic-numbers.ts'
import { examples } from '#worker/tin/examples.ts'
import { confidenceOf, countries, type ValidTin, validateTin } from '#worker/tin/index.ts'

const FILE = join(import.meta.dirname, '../../worker/sandbox/magic-numbers.ts')
const COUNTED_DIGITS = 6
const MAX_MISSES = 50_000

/**
 * Adds valid numbers of a type to `known`. They are made of as many nines as its rules allow, because few such numbers
 * were ever issued.
 */
function withHighestNumbers(known: readonly string[], country: string, example: ValidTin): string[] {
  const { compact, identifier } = example
  const digits = [...compact].flatMap((char, place) => (/\d/.test(char) ? [place] : []))
  for (let kept = 0; kept < digits.length; kept++) {
    const chars = [...compact]
    const nines = digits.slice(kept)
    for (const place of nines) chars[place] = '9'
    const counted = nines.slice(-COUNTED_DIGITS)
    const numbers = new Set(known)
    const last = 10 ** counted.length - 1
    for (let number = last; number >= 0 && numbers.size < sandboxOutcomes.length; number--) {
      if (numbers.size === known.length && last - number > MAX_MISSES) break
      for (const [index, place] of counted.entries())
        chars[place] = String(number).padStart(counted.length, '0').charAt(index)
      const verdict = validateTin(country, chars.join(''), { type: identifier.id })
      if (verdict.valid && isClear(country, verdict, example)) numbers.add(verdict.compact)
    }
    if (numbers.size === sandboxOutcomes.length) return [...numbers]
  }
  throw new Error(`${identifier.id} has too few numbers`)
}

/** Recognized without the type, and checked as strictly as the example. */
function isClear(country: string, verdict: ValidTin, example: ValidTin): boolean {
  const found = validateTin(country, verdict.formatted)
  return (
    found.valid &&
    found.identifier.id === example.identifier.id &&
    found.compact === verdict.compact &&
    found.warnings.every(({ code }) => code === 'AMBIGUOUS_TYPE') &&
    confidenceOf(found) === confidenceOf(example)
  )
}

/** The published types, and for other countries the first type with a register. */
function typesOf({ identifiers }: (typeof countries)[number]): string[] {
  const withRegister = identifiers.map(({ id }) => id).filter((id) => registerOf(id))
  const published = withRegister.filter((id) => magicNumbers[id])
  return published.length > 0 ? published : withRegister.slice(0, 1)
}

function magicNumbersFile(): string {
  const lines = countries.flatMap((country) =>
    typesOf(country).map((type) => {
      const example = validateTin(country.code, examples[type] ?? '', { type })
      if (!example.valid) throw new Error(`The example of ${type} is invalid`)
      const numbers = withHighestNumbers(magicNumbers[type] ?? [], country.code, example)
      return `  '${type}':\n    '${numbers.join(' ')}',`
    }),
  )
  return `/**
 * By type, a number for each of \`sandboxOutcomes\`, in that order. \`npm run magic-numbers:generate\` adds what is
 * missing. Callers' tests depend on these numbers, so none of them may change.
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
