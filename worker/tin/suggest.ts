import type { CompiledRule } from './country-rule.ts'
import {
  formatMatch,
  isDoubtful,
  isUnverified,
  type Match,
  matchRule,
  repeatedPrefix,
  stripPrefix,
} from './match.ts'
import { matchesPattern, matchesPlace } from './pattern.ts'

const asDigit: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1' }
export const looksLikeDigit = (char: string) => asDigit[char] !== undefined
const isDigit = /^\d$/
const asLetter: Readonly<Record<string, string>> = { '0': 'O', '1': 'I' }

export type Suggested = {
  readonly match: Match
  /** The first of two swapped digits, zero-based and without the prefix. */
  readonly swapped?: number
}

/**
 * The only valid number that a common typo changes to this text. If only the check digit is wrong (`expected`), no
 * characters are missing.
 */
export function suggest(
  rules: readonly CompiledRule[],
  nearest: CompiledRule,
  text: string,
  expected: string | undefined,
  today: string,
): Suggested | undefined {
  const whole = expected !== undefined
  const repaired =
    onlyMatch(rules, withoutRepeatedPrefix(rules, text), today) ??
    onlyMatch(rules, confusedCharacters(rules, text), today)
  if (repaired !== undefined) return { match: repaired }
  const longer = whole
    ? undefined
    : (completed(rules, text, 1, today) ??
      completed(rules, text, 2, today) ??
      completed(rules, text, 3, today))
  if (longer !== undefined) return { match: longer }
  if (whole && isDigit.test(expected)) return undefined
  const match = onlyMatch([nearest], transposed(nearest, text), today, true)
  if (match === undefined || explainedByOneDigit(nearest, text, today)) return undefined
  if (!whole) return { match }
  const bare = stripPrefix(nearest, text) ?? text
  return bare.length === match.compact.length
    ? { match, swapped: firstDifference(bare, match.compact) }
    : { match }
}

/** One mistyped digit is more common than two swapped ones, so it is suggested only if nothing else explains it. */
function explainedByOneDigit(rule: CompiledRule, text: string, today: string): boolean {
  for (let at = text.length - (stripPrefix(rule, text) ?? text).length; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code < 48 || code > 57) continue
    for (const digit of '0123456789') {
      const changed = text.slice(0, at) + digit + text.slice(at + 1)
      if (changed !== text && matchRule(rule, changed, today) !== undefined) return true
    }
  }
  return false
}

function firstDifference(a: string, b: string): number {
  let at = 0
  while (a.charCodeAt(at) === b.charCodeAt(at)) at++
  return at
}

/** `verified` skips numbers without a confirmed check digit. */
function onlyMatch(
  rules: readonly CompiledRule[],
  candidates: readonly string[],
  today: string,
  verified = false,
): Match | undefined {
  let found: Match | undefined
  for (const candidate of candidates) {
    for (const rule of rules) {
      const match = matchRule(rule, candidate, today)
      if (match === undefined || match.form.proven || isDoubtful(match, formatMatch(match))) continue
      if (verified && isUnverified(rule, match.compact)) continue
      if (found !== undefined && found.compact !== match.compact) return undefined
      found ??= match
      break
    }
  }
  return found
}

function withoutRepeatedPrefix(rules: readonly CompiledRule[], text: string): string[] {
  const found: string[] = []
  for (const rule of rules) {
    const prefix = repeatedPrefix(rule, text)
    if (prefix === undefined) continue
    let rest = text
    while (rest.startsWith(prefix, prefix.length)) rest = rest.slice(prefix.length)
    found.push(rest)
  }
  return found
}

function confusedCharacters(rules: readonly CompiledRule[], text: string): string[] {
  const found: string[] = []
  for (const rule of rules) {
    addRepaired(found, rule, '', text)
    for (const start of rule.prefixes)
      if (text.startsWith(start)) addRepaired(found, rule, start, text.slice(start.length))
  }
  return found
}

function addRepaired(found: string[], rule: CompiledRule, start: string, bare: string): void {
  // Replace a digit with a letter only if a check can confirm it.
  const isChecked = rule.identifier.check !== 'none'
  for (const { pattern, proven } of rule.forms) {
    if (proven || pattern.length !== bare.length || matchesPattern(pattern, bare, rule.sets)) continue
    let repaired = ''
    for (let i = 0; i < bare.length; i++) {
      const char = bare.charAt(i)
      const isRight = matchesPlace(pattern.charAt(i), char, rule.sets)
      repaired += isRight ? char : (asDigit[char] ?? (isChecked ? asLetter[char] : undefined) ?? char)
    }
    if (matchesPattern(pattern, repaired, rule.sets)) found.push(start + repaired)
  }
}

/** Spreadsheets drop leading zeros. More than one zero needs a check digit that is never tolerated with a warning. */
function restoreHead(rule: CompiledRule, text: string, missing: number): string[] {
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

function completed(
  rules: readonly CompiledRule[],
  text: string,
  missing: number,
  today: string,
): Match | undefined {
  const found = rules.flatMap(
    (rule) => onlyMatch([rule], restoreHead(rule, text, missing), today, true) ?? [],
  )
  const [first] = found
  // Any eight digits with PST before them are valid, so without a check, this is a guess.
  if (first === undefined || first.rule.identifier.check === 'none') return undefined
  return found.every((match) => match.compact === first.compact) ? first : undefined
}

function transposed(rule: CompiledRule, text: string): string[] {
  const found: string[] = []
  if (rule.identifier.check !== 'checksum' || text.length > 40) return found
  for (let i = 0; i + 1 < text.length; i++) {
    const [a, b] = [text.charCodeAt(i), text.charCodeAt(i + 1)]
    if (a === b || a < 48 || a > 57 || b < 48 || b > 57) continue
    found.push(text.slice(0, i) + text.charAt(i + 1) + text.charAt(i) + text.slice(i + 2))
  }
  return found
}
