import { accept, doubledPrefix, fits, fitsPlace, isDoubtful, type Match } from './match.ts'
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
  const slip =
    only(rules, doubledPrefixes(rules, text)) ??
    only(rules, withoutLabel(rules, text)) ??
    only(rules, mixedUp(rules, text))
  if (slip !== undefined) return slip
  if (whole) return only([nearest], swapped(nearest, text), true)
  return (
    completed(rules, text, 1) ??
    completed(rules, text, 2) ??
    completed(rules, text, 3) ??
    only([nearest], swapped(nearest, text), true)
  )
}

/**
 * What all candidates that some rule accepts come to, or undefined where that is not one number. `proven` leaves out
 * those that stand with a doubt.
 */
function only(rules: readonly Ready[], candidates: readonly string[], proven = false): Match | undefined {
  let found: Match | undefined
  for (const candidate of candidates) {
    for (const rule of rules) {
      const match = accept(rule, candidate)
      if (match === undefined || (proven && isDoubtful(match))) continue
      if (found !== undefined && found.compact !== match.compact) return undefined
      found ??= match
      break
    }
  }
  return found
}

function doubledPrefixes(rules: readonly Ready[], text: string): string[] {
  const found: string[] = []
  for (const rule of rules) {
    const prefix = doubledPrefix(rule, text)
    if (prefix === undefined) continue
    let rest = text
    while (rest.startsWith(prefix, prefix.length)) rest = rest.slice(prefix.length)
    found.push(rest)
  }
  return found
}

/** What the number is called, written before it. */
function withoutLabel(rules: readonly Ready[], text: string): string[] {
  return rules.flatMap(({ names }) =>
    names.filter((name) => name !== '' && text.startsWith(name)).map((name) => text.slice(name.length)),
  )
}

/** Letters typed for digits and digits for letters: O and 0, I or L and 1. */
function mixedUp(rules: readonly Ready[], text: string): string[] {
  const found: string[] = []
  for (const rule of rules) {
    mendInto(found, rule, '', text)
    for (const start of rule.prefixes)
      if (text.startsWith(start)) mendInto(found, rule, start, text.slice(start.length))
  }
  return found
}

function mendInto(found: string[], rule: Ready, start: string, bare: string): void {
  // A letter for a digit is no guess only where something vouches for it.
  const isChecked = rule.identifier.check !== 'none'
  for (const { pattern } of rule.forms) {
    if (pattern.length !== bare.length || fits(pattern, bare, rule.sets)) continue
    let mended = ''
    for (let i = 0; i < bare.length; i++) {
      const char = bare.charAt(i)
      const isRight = fitsPlace(pattern.charAt(i), char, rule.sets)
      mended += isRight ? char : (asDigit[char] ?? (isChecked ? asLetter[char] : undefined) ?? char)
    }
    if (fits(pattern, mended, rule.sets)) found.push(start + mended)
  }
}

/**
 * Leading zeros lost, as spreadsheets do, or the letters that a number begins with left out: `missing`
 * characters in all. Only a check digit can vouch for more than one zero, and only where a
 * wrong one is never let pass with a warning.
 */
function incomplete(rule: Ready, text: string, missing: number): string[] {
  const found: string[] = []
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
      if (/^[A-Z]+$/.test(head)) found.push(start + head + text.slice(start.length))
      else if (zeros) found.push(start + '0'.repeat(missing) + text.slice(start.length))
    }
  }
  return found
}

/** The one number that some type takes this text for, with `missing` characters put back at its head. */
function completed(rules: readonly Ready[], text: string, missing: number): Match | undefined {
  const found = rules.flatMap((rule) => only([rule], incomplete(rule, text, missing), true) ?? [])
  const [first] = found
  return found.every((match) => match.compact === first?.compact) ? first : undefined
}

function swapped(rule: Ready, text: string): string[] {
  const found: string[] = []
  if (rule.identifier.check !== 'checksum' || rule.weakCheck || text.length > 40) return found
  for (let i = 0; i + 1 < text.length; i++) {
    const [a, b] = [text.charCodeAt(i), text.charCodeAt(i + 1)]
    if (a === b || a < 48 || a > 57 || b < 48 || b > 57) continue
    found.push(text.slice(0, i) + text.charAt(i + 1) + text.charAt(i) + text.slice(i + 2))
  }
  return found
}
