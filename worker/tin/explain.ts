import { doubledPrefix, fits, fitsPlace, isPlaceholder, laidOut, withoutPrefix } from './match.ts'
import type { Fault, Ready, ReadyCountry, ReadyForm } from './rule.ts'
import type { FailureCode, TinNote } from './types.ts'

/** How near a text came to a rule, and what is wrong with it under that rule. */
export type Diagnosis = {
  readonly rule: Ready
  readonly compact: string
  readonly score: number
  /** Everything fits but the check digit. */
  readonly mistyped: boolean
  readonly failure: () => TinNote<FailureCode>
}

/** Below this no type is near enough to be named. */
export const nearEnough = 0

const classes: Readonly<Record<string, string>> = { d: 'a digit', a: 'a letter', x: 'a letter or a digit' }

export function nameOf(country: ReadyCountry, rule: Ready): string {
  return `${country.adjective} ${rule.noun}`
}

function withArticle(name: string): string {
  return /^(?!Eu)[AEIO]|^Uz/.test(name) ? `an ${name}` : `a ${name}`
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function list(items: readonly string[]): string {
  if (items.length < 2) return items.join()
  return `${items.slice(0, -1).join(', ')} or ${items.at(-1)}`
}

/** Whether every place of the forms takes digits alone. */
function digitsOnly(forms: readonly ReadyForm[], sets: Ready['sets']): boolean {
  return forms.every(({ pattern }) =>
    Array.from(pattern).every((place) => /^[d0-9]$/.test(place) || /^\d+$/.test(sets[place] ?? '')),
  )
}

/** The length of the forms without any prefix, in words: "9 or 12 digits", "5 to 8 characters". */
export function lengthInWords(rule: Ready): string {
  // Forms that are turned into another are understood, but nobody is told to write them.
  const kept = rule.forms.filter(({ canonical }) => canonical === undefined)
  const lengths = [...new Set(kept.map((form) => form.pattern.length))].sort((a, b) => a - b)
  const runs = lengths.reduce<number[][]>((found, length) => {
    const run = found.at(-1)
    if (run !== undefined && run.at(-1) === length - 1) run.push(length)
    else found.push([length])
    return found
  }, [])
  const words = runs.flatMap((run) => (run.length > 2 ? `${run[0]} to ${run.at(-1)}` : run.map(String)))
  return `${list(words)} ${digitsOnly(kept, rule.sets) ? 'digits' : 'characters'}`
}

function afterPrefix(rule: Ready): string {
  const [prefix] = rule.prefixes
  const mask = rule.forms[0]?.mask
  // Prefixes that are understood, but that nobody writes, would only puzzle.
  return prefix === undefined || (mask !== undefined && !mask.startsWith(prefix)) ? '' : ` after ${prefix}`
}

/** The characters of a set in runs of neighbours: ABCDM as ABCD and M. */
export function runsOf(set: string): string[] {
  const found: string[] = []
  for (let i = 0; i < set.length; i++) {
    const first = i
    while (set.charCodeAt(i + 1) === set.charCodeAt(i) + 1) i++
    found.push(set.slice(first, i + 1))
  }
  return found
}

/** What may stand in a place that takes the characters of a set: "A to D", "M". */
function choices(set: string): string[] {
  return runsOf(set).flatMap((run) =>
    run.length > 2 ? `${run.charAt(0)} to ${run.slice(-1)}` : Array.from(run),
  )
}

function describePlace(place: string, rule: Ready): string {
  const named = classes[place]
  if (named !== undefined) return named
  const set = rule.sets[place]
  if (set !== undefined) return set === '123456789' ? 'a digit from 1 to 9' : `one of ${list(choices(set))}`
  return describeChar(place)
}

function describeChar(char: string): string {
  if (/[0-9]/.test(char)) return `the digit ${char}`
  if (/[A-ZÑ]/.test(char)) return `the letter ${char}`
  return char === '\ufffd' ? 'a character that no tax ID has' : `the character “${char}”`
}

function similarity(form: ReadyForm, text: string, rule: Ready): number {
  let same = 0
  const shared = Math.min(form.pattern.length, text.length)
  for (let i = 0; i < shared; i++) if (fitsPlace(form.pattern.charAt(i), text.charAt(i), rule.sets)) same++
  return same / Math.max(form.pattern.length, text.length)
}

/** Whether any place of the form could hold the character. */
function belongs(form: ReadyForm, char: string, rule: Ready): boolean {
  for (let i = 0; i < form.pattern.length; i++) {
    if (fitsPlace(form.pattern.charAt(i), char, rule.sets)) return true
  }
  return false
}

function misplaced(country: ReadyCountry, rule: Ready, form: ReadyForm, text: string): TinNote<FailureCode> {
  const bad: number[] = []
  for (let i = 0; i < text.length; i++) {
    if (!fitsPlace(form.pattern.charAt(i), text.charAt(i), rule.sets)) bad.push(i)
  }
  const foreign = bad.find((i) => !belongs(form, text.charAt(i), rule))
  const at = foreign ?? bad[0] ?? 0
  const expected = describePlace(form.pattern.charAt(at), rule)
  const name = nameOf(country, rule)
  return {
    code: foreign === undefined ? 'INVALID_FORMAT' : 'INVALID_CHARACTERS',
    message: `Position ${at + 1}${afterPrefix(rule)} of ${withArticle(name)} is ${expected}; this one has ${describeChar(text.charAt(at))} there.`,
  }
}

function faultNote(country: ReadyCountry, rule: Ready, fault: Fault): TinNote<FailureCode> {
  if (fault.code !== 'INVALID_CHECKSUM') return { code: fault.code, message: fault.text }
  const name = nameOf(country, rule)
  const size = fault.expected.split(' or ')[0]?.length ?? 0
  const last = size === 2 ? ` and ${fault.at + 2}` : ` to ${fault.at + size}`
  const place = size > 1 ? `positions ${fault.at + 1}${last}` : `position ${fault.at + 1}`
  const hint =
    fault.expected === ''
      ? ''
      : ` If the rest is right, ${place}${afterPrefix(rule)} should be ${fault.expected}.`
  return {
    code: fault.code,
    message: `The check digit of this ${name} is wrong: a character was probably mistyped.${hint}`,
  }
}

function wrongLength(country: ReadyCountry, rule: Ready, length: number): TinNote<FailureCode> {
  const name = sentence(withArticle(nameOf(country, rule)))
  const message = `${name} has ${lengthInWords(rule)}${afterPrefix(rule)}; this one has ${length}.`
  return { code: 'INVALID_LENGTH', message }
}

function diagnoseBare(country: ReadyCountry, rule: Ready, text: string): Diagnosis {
  let nearest = rule.forms[0]
  let best = Number.NEGATIVE_INFINITY
  for (const form of rule.forms) {
    const gap = Math.abs(form.pattern.length - text.length)
    const score = similarity(form, text, rule) * 100 - gap * 25 + (gap === 0 ? 50 : 0)
    if (score > best) {
      best = score
      nearest = form
    }
  }
  if (nearest === undefined || nearest.pattern.length !== text.length) {
    const failure = () => wrongLength(country, rule, text.length)
    return { rule, compact: text, score: best, mistyped: false, failure }
  }
  let worst: { compact: string; fault: Fault } | undefined
  for (const form of rule.forms) {
    if (form.pattern.length !== text.length || !fits(form.pattern, text, rule.sets)) continue
    const compact = form.canonical?.(text) ?? text
    const fault = rule.verify(compact) ?? {
      code: 'NEVER_ISSUED' as const,
      text: isPlaceholder(compact)
        ? 'Numbers that repeat a single digit are never issued.'
        : 'This number is never issued.',
    }
    worst ??= { compact, fault }
  }
  if (worst === undefined) {
    const form = nearest
    const failure = () => misplaced(country, rule, form, text)
    return { rule, compact: text, score: best, mistyped: false, failure }
  }
  const { compact, fault } = worst
  const mistyped = fault.code === 'INVALID_CHECKSUM'
  const score = mistyped ? 400 : fault.code === 'INVALID_COMPONENT' ? 300 : 500
  return { rule, compact, score, mistyped, failure: () => faultNote(country, rule, fault) }
}

/** What is wrong with a text that the rule does not accept. `typed` is the text as it came. */
export function diagnose(country: ReadyCountry, rule: Ready, text: string, typed: string): Diagnosis {
  const bare = withoutPrefix(rule, text)
  const whole = diagnoseBare(country, rule, text)
  const doubled = doubledPrefix(rule, text)
  if (doubled !== undefined) {
    const message = `The prefix ${doubled} is repeated.`
    const failure = () => ({ code: 'INVALID_FORMAT' as const, message })
    return { rule, compact: text, score: 250, mistyped: false, failure }
  }
  // A prefix, or the customary separators, say that this type was meant.
  const stripped = bare === undefined ? whole : diagnoseBare(country, rule, bare)
  const nearer = bare !== undefined && stripped.score + 100 >= whole.score ? stripped : whole
  const meant = (nearer === whole ? 0 : 100) + (laidOut(rule, typed) ? 500 : 0)
  return { ...nearer, score: nearer.score + meant }
}

export function noneIssued(country: ReadyCountry): TinNote<FailureCode> {
  const message = `${country.name} doesn’t issue tax IDs. Leave this field empty. If a reason is required, state that none is issued.`
  return { code: 'NO_TIN_ISSUED', message }
}

/** For a number that is right, but of another type (`only` was asked for) or of another country. */
export function wrongPlace(
  asked: ReadyCountry,
  only: Ready | undefined,
  country: ReadyCountry,
  rule: Ready,
): TinNote<FailureCode> {
  const wanted = only === undefined ? `${asked.adjective} tax ID` : nameOf(asked, only)
  const way = country === asked ? 'that type or without a type' : `country ${country.code}`
  const message = `This is ${withArticle(nameOf(country, rule))}, not ${withArticle(wanted)}. Check it with ${way}.`
  return { code: 'INVALID_FORMAT', message }
}

/** For a text that is like none of the country's numbers. */
export function noneNear(country: ReadyCountry, length: number): TinNote<FailureCode> {
  const forms = country.rules.map((rule) => `${rule.noun} ${lengthInWords(rule)}${afterPrefix(rule)}`)
  const message = `No ${country.adjective} tax ID has ${length} characters: ${forms.join(', ')}.`
  return { code: 'INVALID_LENGTH', message }
}

export function tooLong(country: ReadyCountry, rule: Ready | undefined): TinNote<FailureCode> {
  const message =
    rule === undefined
      ? `This text is too long for ${withArticle(`${country.adjective} tax ID`)}.`
      : `${sentence(withArticle(nameOf(country, rule)))} has ${lengthInWords(rule)}${afterPrefix(rule)}; this text is much longer.`
  return { code: 'INVALID_LENGTH', message }
}
