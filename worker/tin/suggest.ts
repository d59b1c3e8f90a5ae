import { accept, fits, fitsPlace, type Match } from './match.ts'
import type { Ready } from './rule.ts'

const asDigit: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1' }
const asLetter: Readonly<Record<string, string>> = { '0': 'O', '1': 'I' }

/**
 * The one number that a plain slip turned into this text, or undefined where none or several fit. A text that is
 * `whole`, wrong in its check digit alone, has lost nothing.
 */
export function suggest(
  rules: readonly Ready[],
  nearest: Ready,
  text: string,
  whole: boolean,
): Match | undefined {
  const slip = only(rules, doubledPrefixes(rules, text)) ?? only(rules, mixedUp(rules, text))
  if (slip !== undefined) return slip
  if (whole) return only([nearest], swapped(nearest, text))
  return (
    completed(rules, text, 1) ??
    completed(rules, text, 2) ??
    completed(rules, text, 3) ??
    only([nearest], swapped(nearest, text))
  )
}

function only(rules: readonly Ready[], candidates: Iterable<string>): Match | undefined {
  let found: Match | undefined
  for (const candidate of candidates) {
    for (const rule of rules) {
      const match = accept(rule, candidate)
      if (match === undefined) continue
      if (found !== undefined && found.compact !== match.compact) return undefined
      found ??= match
      break
    }
  }
  return found
}

function* doubledPrefixes(rules: readonly Ready[], text: string): Generator<string> {
  for (const rule of rules) {
    for (const prefix of rule.prefixes) {
      if (!text.startsWith(prefix + prefix)) continue
      let rest = text
      while (rest.startsWith(prefix + prefix)) rest = rest.slice(prefix.length)
      yield rest
    }
  }
}

/** Letters typed for digits and digits for letters: O and 0, I or L and 1. */
function* mixedUp(rules: readonly Ready[], text: string): Generator<string> {
  for (const rule of rules) {
    for (const start of ['', ...rule.prefixes]) {
      if (!text.startsWith(start)) continue
      const bare = text.slice(start.length)
      for (const form of rule.forms) {
        if (form.pattern.length !== bare.length || fits(form.pattern, bare, rule.sets)) continue
        let mended = ''
        for (let i = 0; i < bare.length; i++) {
          const place = form.pattern.charAt(i)
          const char = bare.charAt(i)
          mended += fitsPlace(place, char, rule.sets) ? char : (asDigit[char] ?? asLetter[char] ?? char)
        }
        if (fits(form.pattern, mended, rule.sets)) yield start + mended
      }
    }
  }
}

/**
 * Leading zeros lost, as spreadsheets do, or the letters that a number begins with left out: `missing`
 * characters in all. Only a check digit can vouch for more than one zero, and only where a
 * wrong one is never let pass with a warning.
 */
function* incomplete(rule: Ready, text: string, missing: number): Generator<string> {
  for (const start of ['', ...rule.prefixes]) {
    if (!text.startsWith(start)) continue
    for (const form of rule.forms) {
      if (form.pattern.length !== text.length - start.length + missing || form.canonical !== undefined)
        continue
      const head = form.pattern.slice(0, missing)
      const zeros =
        missing === 1
          ? rule.identifier.check !== 'none'
          : rule.identifier.check === 'checksum' && rule.warn === undefined
      if (/^[A-Z]+$/.test(head)) yield start + head + text.slice(start.length)
      else if (zeros) yield start + '0'.repeat(missing) + text.slice(start.length)
    }
  }
}

/** The one number that some type takes this text for, with `missing` characters put back at its head. */
function completed(rules: readonly Ready[], text: string, missing: number): Match | undefined {
  const found = rules.flatMap((rule) => only([rule], incomplete(rule, text, missing)) ?? [])
  const [first] = found
  return found.every((match) => match.compact === first?.compact) ? first : undefined
}

function* swapped(rule: Ready, text: string): Generator<string> {
  if (rule.identifier.check !== 'checksum' || text.length > 40) return
  for (let i = 0; i + 1 < text.length; i++) {
    const [a, b] = [text.charAt(i), text.charAt(i + 1)]
    if (a !== b && /\d/.test(a) && /\d/.test(b)) yield text.slice(0, i) + b + a + text.slice(i + 2)
  }
}
