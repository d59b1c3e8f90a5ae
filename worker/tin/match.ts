import type { Ready, ReadyForm } from './rule.ts'

export type Match = { readonly rule: Ready; readonly form: ReadyForm; readonly compact: string }

/** Whether the character fits one place of a pattern. */
export function fitsPlace(place: string, char: string, sets: Ready['sets']): boolean {
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

/** Whether text and pattern, of one length, fit in every place. */
export function fits(pattern: string, text: string, sets: Ready['sets']): boolean {
  for (let i = 0; i < pattern.length; i++) {
    const p = pattern.charCodeAt(i)
    const c = text.charCodeAt(i)
    if (p === 100) {
      if (c < 48 || c > 57) return false
    } else if (p === 97) {
      if (c < 65 || c > 90) return false
    } else if (p < 97) {
      if (p !== c) return false
    } else if (!fitsPlace(pattern.charAt(i), text.charAt(i), sets)) return false
  }
  return true
}

/** Whether the text is one digit over and over, as placeholders are; short serial numbers may be, but for zeros. */
export function isPlaceholder(text: string): boolean {
  const first = text.charCodeAt(0)
  if (first > 57 || (text.length < 7 && first !== 48)) return false
  for (let i = 1; i < text.length; i++) if (text.charCodeAt(i) !== first) return false
  return true
}

function acceptBare(rule: Ready, text: string): Match | undefined {
  if (text.length > 30 || ((rule.lengths >> text.length) & 1) === 0) return undefined
  for (const form of rule.forms) {
    if (form.pattern.length !== text.length || !fits(form.pattern, text, rule.sets)) continue
    const compact = form.canonical === undefined ? text : form.canonical(text)
    if (isPlaceholder(compact) && rule.warn?.(compact)?.code !== 'GENERIC_NUMBER') continue
    if (rule.verify(compact) === undefined) return { rule, form, compact }
  }
  return undefined
}

/** The text without a prefix of the rule, or undefined where it has none. */
export function withoutPrefix(rule: Ready, text: string): string | undefined {
  for (const prefix of rule.prefixes) if (text.startsWith(prefix)) return text.slice(prefix.length)
  return undefined
}

/** The prefix of the rule that stands at the head of the text twice. */
export function doubledPrefix(rule: Ready, text: string): string | undefined {
  for (const prefix of rule.prefixes) {
    if (text.startsWith(prefix) && text.startsWith(prefix, prefix.length)) return prefix
  }
  return undefined
}

/** What the normalised text is under the rule, or undefined where it is not valid. */
export function accept(rule: Ready, text: string): Match | undefined {
  const match = acceptBare(rule, text)
  if (match !== undefined) return match
  const bare = withoutPrefix(rule, text)
  return bare === undefined ? undefined : acceptBare(rule, bare)
}

/** Whether the number stands although no check digit vouches for it. */
export function isDoubtful({ rule, compact }: Match): boolean {
  return rule.warn?.(compact)?.code.startsWith('CHECKSUM_') ?? false
}

/** The customary written form. */
export function formatted({ rule, form, compact }: Match): string {
  const { pieces } = form
  if (pieces === undefined) return (rule.prefixes[0] ?? '') + compact
  let text = ''
  let next = 0
  for (const piece of pieces) {
    if (typeof piece === 'string') text += piece
    else {
      text += compact.slice(next, next + piece)
      next += piece
    }
  }
  return text
}

/** Whether the text is laid out as the rule's numbers customarily are, which tells what its writer meant. */
export function laidOut(rule: Ready, typed: string): boolean {
  for (const { mask, separated } of rule.forms) {
    if (mask !== undefined && separated && mask.length === typed.length && sameLayout(mask, typed))
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
