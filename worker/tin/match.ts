import { type CompiledForm, type CompiledRule, type Fault, invalidPart } from './country-rule.ts'
import { matchesPattern } from './pattern.ts'
import { isLaidOut, separatorsOf } from './separators.ts'

type Facts = Readonly<Record<string, string>>

export type Match = {
  readonly rule: CompiledRule
  readonly form: CompiledForm
  readonly compact: string
  readonly facts: Facts | undefined
}

const inTheFuture = invalidPart('The date in this number is in the future.')

/** Dates without a century, such as `56-12-31`, say nothing. */
function isFuture(date: string | undefined, today: string): boolean {
  return date !== undefined && date > today && /^\d{4}/.test(date)
}

function isAhead(facts: Facts, today: string): boolean {
  return (
    isFuture(facts.birthDate, today) ||
    isFuture(facts.birthYear, today) ||
    isFuture(facts.foundingDate, today) ||
    isFuture(facts.registrationYear, today) ||
    isFuture(facts.year, today)
  )
}

/** What is wrong with a number that has the right form. */
export function faultOf(rule: CompiledRule, compact: string, today: string): Fault | undefined {
  const fault = rule.verify(compact, today)
  if (fault !== undefined) return fault
  const facts = rule.facts?.(compact)
  return facts !== undefined && isAhead(facts, today) ? inTheFuture : undefined
}

/** Whether the text repeats a single digit. Short serial numbers can, unless they are zeros. */
function isPlaceholder(text: string): boolean {
  const first = text.charCodeAt(0)
  if (first > 57 || (text.length < 7 && first !== 48)) return false
  for (let i = 1; i < text.length; i++) if (text.charCodeAt(i) !== first) return false
  return true
}

/** For numbers that no check digit proves: whether their digits are zeros, or nine or more of another digit. */
function hasPlaceholder(text: string): boolean {
  let first = 0
  let count = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code < 48 || code > 57) continue
    if (count > 0 && code !== first) return false
    first = code
    count++
  }
  return count < text.length && count >= (first === 48 ? 5 : 9)
}

/** Placeholders such as 000000000, except for those that an authority published for a purpose. */
export function isNeverIssued(rule: CompiledRule, compact: string): boolean {
  const looksSo = isPlaceholder(compact) || (rule.identifier.check !== 'checksum' && hasPlaceholder(compact))
  return looksSo && rule.warn?.(compact)?.code !== 'GENERIC_NUMBER'
}

function matchUnprefixed(rule: CompiledRule, text: string, today: string): Match | undefined {
  if (text.length >= rule.formsOfLength.length) return undefined
  for (const form of rule.formsOfLength[text.length] ?? []) {
    if (!matchesPattern(form.pattern, text, rule.sets)) continue
    const compact = form.canonical === undefined ? text : form.canonical(text)
    if (form.zeros > 0 && isPlaceholder(text)) continue
    if (isNeverIssued(rule, compact) || rule.verify(compact, today) !== undefined) continue
    if (form.proven && isUnverified(rule, compact)) continue
    const facts = rule.facts?.(compact)
    if (facts === undefined || !isAhead(facts, today)) return { rule, form, compact, facts }
  }
  return undefined
}

export function stripPrefix(rule: CompiledRule, text: string): string | undefined {
  for (const prefix of rule.prefixes) if (text.startsWith(prefix)) return text.slice(prefix.length)
  return undefined
}

export function repeatedPrefix(rule: CompiledRule, text: string): string | undefined {
  for (const prefix of rule.prefixes) {
    if (text.startsWith(prefix) && text.startsWith(prefix, prefix.length)) return prefix
  }
  return undefined
}

/** `today` is an ISO date. */
export function matchRule(rule: CompiledRule, text: string, today: string): Match | undefined {
  const match = matchUnprefixed(rule, text, today)
  if (match !== undefined) return match
  const bare = stripPrefix(rule, text)
  return bare === undefined ? undefined : matchUnprefixed(rule, bare, today)
}

/** The number is valid, but its check digit can't confirm it. */
export function isUnverified(rule: CompiledRule, compact: string): boolean {
  return rule.warn?.(compact)?.code.startsWith('CHECKSUM_') ?? false
}

export function formatMatch({ rule, form, compact }: Match): string {
  const { parts } = form
  if (parts === undefined) return (rule.prefixes[0] ?? '') + compact
  let text = ''
  let next = 0
  for (const part of parts) {
    if (typeof part === 'string') text += part
    else {
      text += compact.slice(next, next + part)
      next += part
    }
  }
  return text
}

/** The separators of the rule's usual format show which type the user meant. */
export function hasLayout(rule: CompiledRule, typed: string): boolean {
  const separators = separatorsOf(typed)
  if (separators.length === 0) return false
  for (const { layout } of rule.forms) if (layout !== undefined && isLaidOut(layout, separators)) return true
  return false
}

/** The check digit is wrong, and the separators don't show that the number is of this type. */
export function isDoubtful({ rule, compact }: Match, typed: string): boolean {
  if (!rule.slackIfLaidOut || hasLayout(rule, typed)) return false
  return rule.warn?.(compact)?.code === 'CHECKSUM_MISMATCH_TOLERATED'
}

/** A spreadsheet that drops zeros has no separators in its numbers. */
export function isParted({ form, compact }: Match, typed: string): boolean {
  return form.proven && separatorsOf(typed).some((at) => at < compact.length - form.zeros)
}

/** The type's separators are strict, and the typed ones belong to another type or to none. */
export function contradictsLayout(rule: CompiledRule, typed: string): boolean {
  return rule.strictSeparators && separatorsOf(typed).length > 0 && !hasLayout(rule, typed)
}
