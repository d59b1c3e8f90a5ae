import type { CompiledForm, CompiledRule } from './country-rule.ts'

export type Match = { readonly rule: CompiledRule; readonly form: CompiledForm; readonly compact: string }

export function matchesPlace(place: string, char: string, sets: CompiledRule['sets']): boolean {
  const p = place.charCodeAt(0)
  const c = char.charCodeAt(0)
  const isDigit = c >= 48 && c <= 57
  const isLetter = c >= 65 && c <= 90
  if (p === 100) return isDigit
  if (p === 97) return isLetter
  if (p === 120) return isDigit || isLetter
  if (p > 97 && p <= 122) return sets[place]?.includes(char) ?? false
  return p === c
}

export function matchesPattern(pattern: string, text: string, sets: CompiledRule['sets']): boolean {
  for (let i = 0; i < pattern.length; i++) {
    const p = pattern.charCodeAt(i)
    const c = text.charCodeAt(i)
    if (p === 100) {
      if (c < 48 || c > 57) return false
    } else if (p === 97) {
      if (c < 65 || c > 90) return false
    } else if (p < 97) {
      if (p !== c) return false
    } else if (!matchesPlace(pattern.charAt(i), text.charAt(i), sets)) return false
  }
  return true
}

/** Whether the text repeats a single digit. Short serial numbers can, unless they are zeros. */
export function isPlaceholder(text: string): boolean {
  const first = text.charCodeAt(0)
  if (first > 57 || (text.length < 7 && first !== 48)) return false
  for (let i = 1; i < text.length; i++) if (text.charCodeAt(i) !== first) return false
  return true
}

function matchUnprefixed(rule: CompiledRule, text: string): Match | undefined {
  if (text.length > 30 || ((rule.lengthBits >> text.length) & 1) === 0) return undefined
  for (const form of rule.forms) {
    if (form.pattern.length !== text.length || !matchesPattern(form.pattern, text, rule.sets)) continue
    const compact = form.canonical === undefined ? text : form.canonical(text)
    if (isPlaceholder(compact) && rule.warn?.(compact)?.code !== 'GENERIC_NUMBER') continue
    if (rule.verify(compact) === undefined) return { rule, form, compact }
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

export function matchRule(rule: CompiledRule, text: string): Match | undefined {
  const match = matchUnprefixed(rule, text)
  if (match !== undefined) return match
  const bare = stripPrefix(rule, text)
  return bare === undefined ? undefined : matchUnprefixed(rule, bare)
}

/** The number is valid, but its check digit can't confirm it. */
export function isUnverified({ rule, compact }: Match): boolean {
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
  for (const { mask, hasSeparators } of rule.forms) {
    if (mask !== undefined && hasSeparators && mask.length === typed.length && sameLayout(mask, typed))
      return true
  }
  return false
}

function sameLayout(mask: string, typed: string): boolean {
  for (let i = 0; i < mask.length; i++) {
    const m = mask.charCodeAt(i)
    const t = typed.charCodeAt(i)
    const separator = !(m === 35 || (m >= 48 && m <= 90))
    if (separator ? m !== t : t < 48 || (t > 57 && t < 65) || t > 122) return false
  }
  return true
}
