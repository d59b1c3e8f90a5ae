import { countryInSentence } from './contract/country-in-sentence.ts'
import type { CompiledCountry, CompiledForm, CompiledRule, Fault } from './country-rule.ts'
import {
  contradictsLayout,
  faultOf,
  hasLayout,
  isNeverIssued,
  matchRule,
  repeatedPrefix,
  stripPrefix,
} from './match.ts'
import { matchesPattern, matchesPlace } from './pattern.ts'
import { looksLikeDigit } from './suggest.ts'
import type { FailureCode, TinNote } from './types.ts'

export type Diagnosis = {
  readonly rule: CompiledRule
  readonly compact: string
  readonly score: number
  /** What the check digits should be, if only they are wrong. Empty if none match. */
  readonly expected: string | undefined
  readonly failure: () => TinNote<FailureCode>
}

/** The type that was probably meant has the highest score. Its own prefix or separators show it best. */
const SHOWN = 500
/** The number has the type's form. Only its check digit is wrong, or it is never issued. */
const RIGHT_FORM = 400
/** It has the form, but an impossible part, the separators of another type or a repeated prefix. */
const DOUBTFUL_FORM = 300
/** It has another form. Each mistake subtracts its weight. */
const SIMILAR = 100

/** The weights of mistakes. The more often people make one, the less it weighs. */
const LOOK_ALIKE = 10
const MISSING_DIGIT = 20
const MISSING_FIRST_DIGIT = 25
const EXTRA_DIGIT = 25
const MISSING_OR_EXTRA_LETTER = 60
const WRONG_CHARACTER = 24
/** A letter in place of a digit, or a digit in place of a letter. */
const WRONG_KIND = 25

/** With more than three mistakes, a number is of no type. */
export const minScore = SIMILAR - 3 * WRONG_KIND
/** A prefix doesn't show the type if two mistakes or more follow, but makes up for two. */
const FAR_PREFIX = 2 * WRONG_KIND

const classes: Readonly<Record<string, string>> = { d: 'a digit', a: 'a letter', x: 'a letter or a digit' }

export function nameOf(country: CompiledCountry, rule: CompiledRule): string {
  return `${country.adjective} ${rule.noun}`
}

export function withArticle(name: string): string {
  return /^(?!Eu)[AEIO]|^Uz/.test(name) ? `an ${name}` : `a ${name}`
}

export function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function list(items: readonly string[]): string {
  if (items.length < 2) return items.join()
  return `${items.slice(0, -1).join(', ')} or ${items.at(-1)}`
}

function digitsOnly(forms: readonly CompiledForm[], sets: CompiledRule['sets']): boolean {
  return forms.every(({ pattern }) =>
    Array.from(pattern).every((place) => /^[d0-9]$/.test(place) || /^\d+$/.test(sets[place] ?? '')),
  )
}

/** Without prefixes: "9 or 12 digits", "5 to 8 characters". */
export function describeLength(rule: CompiledRule): string {
  const recommended = rule.forms.filter(({ listed }) => listed)
  const lengths = [...new Set(recommended.map((form) => form.pattern.length))].sort((a, b) => a - b)
  const runs = lengths.reduce<number[][]>((found, length) => {
    const run = found.at(-1)
    if (run !== undefined && run.at(-1) === length - 1) run.push(length)
    else found.push([length])
    return found
  }, [])
  const words = runs.flatMap((run) => (run.length > 2 ? `${run[0]} to ${run.at(-1)}` : run.map(String)))
  return `${list(words)} ${digitsOnly(recommended, rule.sets) ? 'digits' : 'characters'}`
}

function afterPrefix(rule: CompiledRule): string {
  const [prefix] = rule.prefixes
  const mask = rule.forms[0]?.mask
  // Don't mention a prefix that the usual format doesn't have.
  return prefix === undefined || (mask !== undefined && !mask.startsWith(prefix)) ? '' : ` after ${prefix}`
}

/** Runs of consecutive characters: ABCDM is ABCD and M. */
export function runsOf(set: string): string[] {
  const found: string[] = []
  for (let i = 0; i < set.length; i++) {
    const first = i
    while (set.charCodeAt(i + 1) === set.charCodeAt(i) + 1) i++
    found.push(set.slice(first, i + 1))
  }
  return found
}

function choices(set: string): string[] {
  return runsOf(set).flatMap((run) =>
    run.length > 2 ? `${run.charAt(0)} to ${run.slice(-1)}` : Array.from(run),
  )
}

function describePlace(place: string, rule: CompiledRule): string {
  const named = classes[place]
  if (named !== undefined) return named
  const set = rule.sets[place]
  if (set !== undefined) return set === '123456789' ? 'a digit from 1 to 9' : list(choices(set))
  return describeChar(place)
}

function describeChar(char: string): string {
  if (/[0-9]/.test(char)) return `the digit ${char}`
  if (/[A-ZÑ]/.test(char)) return `the letter ${char}`
  return char === '\ufffd' ? 'a character that no tax ID has' : `the character "${char}"`
}

/** How many changes make the text fit the form, by their weights: an edit distance. */
function distance({ pattern }: CompiledForm, text: string, rule: CompiledRule): number {
  const isDigit = Array.from(text, (char) => /\d/.test(char))
  const extra = isDigit.map((is) => (is ? EXTRA_DIGIT : MISSING_OR_EXTRA_LETTER))
  let above = [0]
  for (let at = 0; at < text.length; at++) above.push((above[at] ?? 0) + (extra[at] ?? 0))
  for (let i = 0; i < pattern.length; i++) {
    const place = pattern.charAt(i)
    const ofDigits = takesDigit(place, rule)
    const missingDigit = i > 0 ? MISSING_DIGIT : MISSING_FIRST_DIGIT
    const missing = ofDigits ? missingDigit : MISSING_OR_EXTRA_LETTER
    const row = [(above[0] ?? 0) + missing]
    for (let at = 0; at < text.length; at++) {
      const char = text.charAt(at)
      const wrong = isDigit[at] === ofDigits ? WRONG_CHARACTER : WRONG_KIND
      const weight = ofDigits && looksLikeDigit(char) ? LOOK_ALIKE : wrong
      const changed = (above[at] ?? 0) + (matchesPlace(place, char, rule.sets) ? 0 : weight)
      row.push(Math.min(changed, (row[at] ?? 0) + (extra[at] ?? 0), (above[at + 1] ?? 0) + missing))
    }
    above = row
  }
  return above.at(-1) ?? 0
}

const takesDigit = (place: string, { sets }: CompiledRule) => /[dx\d]/.test(sets[place] ?? place)

function belongs(form: CompiledForm, char: string, rule: CompiledRule): boolean {
  for (let i = 0; i < form.pattern.length; i++) {
    if (matchesPlace(form.pattern.charAt(i), char, rule.sets)) return true
  }
  return false
}

function wrongCharacter(rule: CompiledRule, form: CompiledForm, text: string): TinNote<FailureCode> {
  const bad: number[] = []
  for (let i = 0; i < text.length; i++) {
    if (!matchesPlace(form.pattern.charAt(i), text.charAt(i), rule.sets)) bad.push(i)
  }
  const foreign = bad.find((i) => !belongs(form, text.charAt(i), rule))
  const at = foreign ?? bad[0] ?? 0
  const expected = describePlace(form.pattern.charAt(at), rule)
  return {
    code: foreign === undefined ? 'INVALID_FORMAT' : 'INVALID_CHARACTERS',
    message: `Position ${at + 1}${afterPrefix(rule)} must be ${expected}, but it's ${describeChar(text.charAt(at))}.`,
  }
}

function faultNote(country: CompiledCountry, rule: CompiledRule, fault: Fault): TinNote<FailureCode> {
  if (fault.code !== 'INVALID_CHECKSUM') return { code: fault.code, message: fault.text }
  if (fault.text !== undefined) return { code: fault.code, message: fault.text }
  const name = nameOf(country, rule)
  const size = fault.expected.split(' or ')[0]?.length ?? 0
  const last = size === 2 ? ` and ${fault.at + 2}` : ` to ${fault.at + size}`
  const place = size > 1 ? `positions ${fault.at + 1}${last}` : `position ${fault.at + 1}`
  const hint =
    fault.expected && ` If the rest is right, ${place}${afterPrefix(rule)} should be ${fault.expected}.`
  return {
    code: fault.code,
    message: `The check digit of this ${name} is wrong: a character was probably mistyped.${hint}`,
  }
}

function wrongLength(
  country: CompiledCountry,
  rule: CompiledRule,
  text: string,
  nearest: CompiledForm | undefined,
): TinNote<FailureCode> {
  // Numbers that begin in another way have this length.
  const isAlike = nearest && hasUsualLength(rule, text)
  const name = sentence(withArticle(nameOf(country, rule))) + (isAlike ? ' that begins like this' : '')
  const length = isAlike ? `${nearest.pattern.length} characters` : describeLength(rule)
  const isMixed = length.endsWith('digits') && /\D/.test(text)
  const given = isMixed ? 'this text has other characters, too' : `this one has ${text.length}`
  const message = `${name} has ${length}${afterPrefix(rule)}; ${given}.`
  return { code: 'INVALID_LENGTH', message }
}

const hasUsualLength = ({ formsOfLength }: CompiledRule, text: string) =>
  formsOfLength[text.length]?.some(({ listed }) => listed) ?? false

/** Why a number that breaks no rule didn't match. */
function unmatched(rule: CompiledRule, compact: string): Fault {
  if (isNeverIssued(rule, compact)) {
    return { code: 'NEVER_ISSUED', text: 'Numbers that repeat a single digit are never issued.' }
  }
  return rule.slackIfLaidOut
    ? { code: 'INVALID_CHECKSUM', at: compact.length - 1, expected: '' }
    : { code: 'NEVER_ISSUED', text: 'This number is never issued.' }
}

/** Counts positions in the text, which may have more or fewer characters in front, such as zeros. */
function asTyped(fault: Fault, compact: string, text: string): Fault {
  const added = compact.endsWith(text) || text.endsWith(compact) ? compact.length - text.length : 0
  return fault.code === 'INVALID_CHECKSUM' ? { ...fault, at: fault.at - added } : fault
}

/** The letters of a label, `label` characters, are the number's if a form begins with them. */
function diagnoseBare(
  country: CompiledCountry,
  rule: CompiledRule,
  text: string,
  today: string,
  label = 0,
): Diagnosis {
  for (const form of rule.formsOfLength[text.length] ?? []) {
    if (form.proven || form.unlisted || !matchesPattern(form.pattern, text, rule.sets)) continue
    const compact = form.canonical?.(text) ?? text
    const fault = asTyped(faultOf(rule, compact, today) ?? unmatched(rule, compact), compact, text)
    const expected = fault.code === 'INVALID_CHECKSUM' ? fault.expected : undefined
    const score = fault.code === 'INVALID_COMPONENT' ? DOUBTFUL_FORM : RIGHT_FORM
    return { rule, compact, score, expected, failure: () => faultNote(country, rule, fault) }
  }
  const isUsual = hasUsualLength(rule, text)
  let nearest: CompiledForm | undefined
  let score = Number.NEGATIVE_INFINITY
  for (const form of rule.forms) {
    if (isUsual && !form.listed) continue
    if (form.proven || form.unlisted || (form.zeros > 0 && text.startsWith('0'))) continue
    if (!matchesPattern(form.pattern.slice(0, label), text.slice(0, label), rule.sets)) continue
    const most = SIMILAR - MISSING_DIGIT * Math.abs(form.pattern.length - text.length)
    if (most <= score) continue
    const own = SIMILAR - distance(form, text, rule)
    if (own <= score) continue
    score = own
    nearest = form
  }
  const failure = () =>
    nearest?.pattern.length === text.length
      ? wrongCharacter(rule, nearest, text)
      : wrongLength(country, rule, text, nearest)
  return { rule, compact: text, score, expected: undefined, failure }
}

export function diagnose(
  country: CompiledCountry,
  rule: CompiledRule,
  { typed, text, label }: { readonly typed: string; readonly text: string; readonly label: number },
  today: string,
): Diagnosis {
  const bare = stripPrefix(rule, text)
  if (contradictsLayout(rule, typed) && matchRule(rule, text, today) !== undefined) {
    const failure = () => wrongSeparators(country, rule)
    return { rule, compact: bare ?? text, score: DOUBTFUL_FORM, expected: undefined, failure }
  }
  const prefix = bare === undefined ? 0 : text.length - bare.length
  const whole = diagnoseBare(country, rule, text, today, Math.max(label, prefix))
  const doubled = repeatedPrefix(rule, text)
  if (doubled !== undefined) {
    const message = `The prefix ${doubled} is repeated.`
    const failure = () => ({ code: 'INVALID_FORMAT' as const, message })
    return { rule, compact: text, score: DOUBTFUL_FORM, expected: undefined, failure }
  }
  const stripped = bare === undefined ? whole : diagnoseBare(country, rule, bare, today)
  const nearer = bare !== undefined && stripped.score >= whole.score ? stripped : whole
  const byPrefix = nearer === whole ? 0 : stripped.score > SIMILAR - FAR_PREFIX ? SHOWN : FAR_PREFIX
  const byLayout = hasLayout(rule, typed) ? SHOWN : 0
  return { ...nearer, score: nearer.score + byPrefix + byLayout }
}

function wrongSeparators(country: CompiledCountry, rule: CompiledRule): TinNote<FailureCode> {
  const name = sentence(withArticle(nameOf(country, rule)))
  const usual = rule.forms[0]?.mask ?? ''
  return { code: 'INVALID_FORMAT', message: `${name} is written as ${usual}, with each # for a digit.` }
}

const wantedName = (country: CompiledCountry, only: CompiledRule | undefined) =>
  only === undefined ? `${country.adjective} tax ID` : nameOf(country, only)

/** A valid number behind the code of another country. */
export function wrongCode(
  country: CompiledCountry,
  only: CompiledRule | undefined,
  code: string,
  other: CompiledCountry,
): TinNote<FailureCode> {
  const rest = `a valid ${wantedName(country, only)}`
  const message = `This begins with ${code}, the code of ${countryInSentence(other.name)}. The rest is ${rest}.`
  return { code: 'INVALID_FORMAT', message }
}

/** Two neighboring digits, the first of them at `at`, were typed in the wrong order. */
export function swappedNote(country: CompiledCountry, rule: CompiledRule, at: number): TinNote<FailureCode> {
  const places = `digits ${at + 1} and ${at + 2}${afterPrefix(rule)}`
  return {
    code: 'INVALID_CHECKSUM',
    message: `The check digit of this ${nameOf(country, rule)} is wrong. Did you swap ${places}?`,
  }
}

export function noTinIssued(country: CompiledCountry): TinNote<FailureCode> {
  const message = `${sentence(countryInSentence(country.name))} doesn't issue tax IDs. Leave this field empty. If a form asks why, write "not issued".`
  return { code: 'NO_TIN_ISSUED', message }
}

/** A valid number of another type than `only`, or of another country. */
export function belongsElsewhere(
  requested: CompiledCountry,
  only: CompiledRule | undefined,
  country: CompiledCountry,
  rule: CompiledRule,
): TinNote<FailureCode> {
  const isOfAnotherKind = only === undefined && country === requested && !rule.identifier.onRequest
  const wanted = isOfAnotherKind ? 'the kind you requested' : withArticle(wantedName(requested, only))
  const choice =
    country === requested
      ? `${rule.identifier.label} as the type`
      : `${countryInSentence(country.name)} as the country`
  const sentences = `This is ${withArticle(nameOf(country, rule))}, not ${wanted}. Choose ${choice}.`
  const message = sentences.replace('.. ', '. ')
  return { code: 'INVALID_FORMAT', message }
}

/** Whether a noun is read letter by letter and begins with a vowel's sound, as SSN or NPWP. */
const soundsLikeVowel = /^[AEIOaeio]|^[FHLMNRSX][^AEIOUYa-z\s]+(?!\S)|^(?:HK|NR|RS)/

/** The types of tax ID, with the number of characters that each has. */
export function noSimilarType(rules: readonly CompiledRule[], length: number): TinNote<FailureCode> {
  const lengths = rules.flatMap(({ forms }) => forms.map(({ pattern }) => pattern.length))
  const fault =
    length < Math.min(...lengths) ? 'Too short' : length > Math.max(...lengths) ? 'Too long' : 'Wrong length'
  let unit = ''
  const types = rules.map((rule) => {
    const [size, ownUnit = ''] = describeLength(rule).split(/ (?=\w+$)/)
    const shown = ownUnit === unit ? '' : ` ${ownUnit}`
    unit = ownUnit
    return `${soundsLikeVowel.test(rule.noun) ? 'an' : 'a'} ${rule.noun} has ${size}${shown}${afterPrefix(rule)}`
  })
  return { code: 'INVALID_LENGTH', message: `${fault}. ${sentence(types.join('; '))}.` }
}

export const moreThanNumber = (hasSeveral: boolean): TinNote<FailureCode> => ({
  code: 'INVALID_FORMAT',
  message: hasSeveral
    ? 'This text contains several tax IDs. Enter one of them.'
    : 'This text contains more than a tax ID. Enter only the number.',
})

export function tooLong(country: CompiledCountry, rule: CompiledRule | undefined): TinNote<FailureCode> {
  const message =
    rule === undefined
      ? `This text is too long for ${withArticle(`${country.adjective} tax ID`)}.`
      : `${sentence(withArticle(nameOf(country, rule)))} has ${describeLength(rule)}${afterPrefix(rule)}; this text is much longer.`
  return { code: 'INVALID_LENGTH', message }
}
