import { confidenceOf } from './confidence.ts'
import { isoCode } from './contract/country-aliases.ts'
import { countryInSentence } from './contract/country-in-sentence.ts'
import { unsupportedCountry } from './contract/unsupported-country.ts'
import {
  type CompiledCountry,
  type CompiledForm,
  type CompiledRule,
  type CountryRule,
  compileCountry,
} from './country-rule.ts'
import {
  belongsElsewhere,
  type Diagnosis,
  diagnose,
  minScore,
  moreThanNumber,
  nameOf,
  noSimilarType,
  noTinIssued,
  sentence,
  swappedNote,
  tooLong,
  withArticle,
  wrongCode,
} from './diagnose.ts'
import { namedBy, withoutLabel } from './labels.ts'
import {
  contradictsLayout,
  formatMatch,
  hasLayout,
  isDoubtful,
  isParted,
  isUnverified,
  type Match,
  matchRule,
  stripPrefix,
} from './match.ts'
import { maxInputLength, normalize, withoutInvisible } from './normalize.ts'
import { notTaxId } from './not-tax-id.ts'
import {
  buildIndex,
  type CountryIndex,
  findByPrefix,
  findByStructure,
  findOtherType,
  hasPrefix,
  type OtherMatch,
  suggestionOf,
} from './other-country.ts'
import { isMisplaced } from './separators.ts'
import { suggest } from './suggest.ts'
import { rulesAsOf, table } from './table.ts'
import type {
  Country,
  FailureCode,
  Identifier,
  InvalidTin,
  Kind,
  Suggestion,
  TinNote,
  TinResult,
  ValidTin,
  WarningCode,
} from './types.ts'

/** A text to check, as typed or without labels. `given` is what the country reads differently. */
type Candidate = {
  readonly given: string
  readonly typed: string
  readonly text: string
  readonly notes: readonly Note[]
  /** How many characters of `text` are a label. */
  readonly label: number
}

type Note = TinNote<WarningCode>

const nothing: Candidate = { given: '', typed: '', text: '', notes: [], label: 0 }

type Found = { readonly best: Match; readonly others: readonly Match[]; readonly typed: string }

/** `VAT No. DE` are two. */
const MAX_LABELS = 5

const checkStrength = { checksum: 2, structure: 1, none: 0 }

/** A check digit that doesn't match or can't be verified is no stronger than the structure. */
function strengthOf({ rule, compact }: Match): number {
  const strength = checkStrength[rule.identifier.check]
  return strength > checkStrength.structure && isUnverified(rule, compact)
    ? checkStrength.structure
    : strength
}

/** Prefers the full form, then the typed separators, then the stronger check, then the order of the table. */
function preferredMatch(a: Match, b: Match, typed: string): Match {
  if (a.form.zeros > 0 !== b.form.zeros > 0) return a.form.zeros > 0 ? b : a
  const aTyped = hasLayout(a.rule, typed)
  if (aTyped !== hasLayout(b.rule, typed)) return aTyped ? a : b
  return strengthOf(b) > strengthOf(a) ? b : a
}

const replacedCharacters: Note = {
  code: 'NORMALIZED',
  message: 'We replaced characters that look like Latin letters or digits, or removed invisible ones.',
}

const removedDecimals: Note = {
  code: 'NORMALIZED',
  message: 'We removed ".0" from the end. Spreadsheets and data tools add it to numbers.',
}

/** `1020269020.0`. With other separators, the last digit can be a check digit. */
const withoutDecimals = (tin: string): string =>
  /[.．][0０]/.test(tin) ? tin.replace(/^(\s*[1-9１-９][\d０-９]*)[.．][0０]+(?=\s*$)/, '$1') : tin

/** `**USt-IdNr.:** DE136695976`, `M&amp;A010101AAA`. A lone * can be a character of an old Irish number. */
const withoutMarkup = (tin: string): string =>
  /[*&]/.test(tin)
    ? tin
        .replaceAll('&nbsp;', ' ')
        .replaceAll('&amp;', '&')
        .replace(/(?<!\S)(\*{1,3})([\p{L}\p{N}][^*]*)\1/gu, '$2')
    : tin

/** `1.36696E+08` is what a spreadsheet or a data tool makes of a long number. */
const isScientific = (typed: string): boolean => /^\d([.,]\d+)?e\+\d{2,3}$/i.test(typed)

const scientific: TinNote<FailureCode> = {
  code: 'INVALID_CHARACTERS',
  message:
    'A spreadsheet wrote this number in scientific notation, which can drop digits. Format its column as text, then enter the number again.',
}

const misplacedSeparators: TinNote<WarningCode> = {
  code: 'UNUSUAL_SEPARATORS',
  message: "The separators aren't where this type of number usually has them. Check the type.",
}

function zeroWarning({ zeros, old }: CompiledForm): TinNote<WarningCode> {
  const added = zeros === 1 ? 'a leading zero' : `${zeros} leading zeros`
  return {
    code: 'LEADING_ZERO_ADDED',
    message: `We added ${added}. ${old ?? 'Spreadsheets often drop them.'}`,
  }
}

function formWarning(form: CompiledForm): TinNote<WarningCode> | undefined {
  if (form.zeros > 0) return zeroWarning(form)
  return form.old === undefined ? undefined : { code: 'OLD_FORM', message: form.old }
}

const isMisplacedIn = ({ layout }: CompiledForm, typed: string) =>
  layout !== undefined && isMisplaced(layout, typed)

/** North Rhine-Westphalia, for example, has its own separators in the 11 digits of a Steuernummer. */
function formOfLayout({ rule, form }: Match, typed: string): CompiledForm | undefined {
  return rule.forms.find(
    (other) => other !== form && other.pattern === form.pattern && !isMisplacedIn(other, typed),
  )
}

function validResult(
  country: CompiledCountry,
  { best, others, typed }: Found,
  notes: readonly Note[],
): ValidTin {
  const { rule, compact, facts } = best
  let form = best.form
  let formatted = formatMatch(best)
  const isUnusual = typed !== formatted && isMisplacedIn(form, typed)
  const other = isUnusual ? formOfLayout(best, typed) : undefined
  if (other !== undefined) {
    form = other
    formatted = formatMatch({ ...best, form })
  }
  const warnings = [...notes]
  const format = formWarning(form)
  if (format !== undefined) warnings.push(format)
  const own = rule.warn?.(compact)
  if (own !== undefined) warnings.push(own)
  if (isUnusual && other === undefined) warnings.push(misplacedSeparators)
  if (others.length > 0) {
    const names = others.map((other) => withArticle(nameOf(country, other.rule))).join(' and as ')
    warnings.push({ code: 'AMBIGUOUS_TYPE', message: `The number is also valid as ${names}.` })
  }
  const identifier = rule.identifier
  return facts === undefined
    ? { valid: true, identifier, compact, formatted, warnings }
    : { valid: true, identifier, compact, formatted, warnings, facts }
}

function findMatches(
  rules: readonly CompiledRule[],
  { typed, text }: Pick<Candidate, 'typed' | 'text'>,
  today: string,
): Found | undefined {
  const matches: Match[] = []
  for (const rule of rules) {
    const match = matchRule(rule, text, today)
    if (match === undefined || contradictsLayout(rule, typed)) continue
    if (!isParted(match, typed) && !isDoubtful(match, typed)) matches.push(match)
  }
  if (matches.length === 0) return undefined
  const best = matches.reduce((one, other) => preferredMatch(one, other, typed))
  const others = matches.filter(({ form }) => form.zeros === 0 || best.form.zeros > 0)
  return { best, others: others.filter((match) => match !== best), typed }
}

const onlyRule = (rules: readonly CompiledRule[]) => (rules.length === 1 ? rules[0] : undefined)

type Unsupported = 'UNSUPPORTED_COUNTRY' | 'UNSUPPORTED_TYPE' | 'UNSUPPORTED_KIND'

function unsupported(code: Unsupported, message: string): TinResult {
  return { valid: false, unsupported: true, compact: '', failure: { code, message }, warnings: [] }
}

function findType({ rules }: CompiledCountry, type: string): CompiledRule | undefined {
  for (const rule of rules) if (rule.identifier.id === type) return rule
  if (type.length > 60) return undefined
  const wanted = type.trim().toUpperCase()
  return rules.find(({ identifier }) => identifier.id === wanted || identifier.label.toUpperCase() === wanted)
}

function unsupportedType({ name, rules }: CompiledCountry): TinResult {
  const ids = rules.map(({ identifier }) => identifier.id).join(', ')
  return unsupported(
    'UNSUPPORTED_TYPE',
    `There is no such type in ${countryInSentence(name)}. Use one of these: ${ids}`,
  )
}

function unsupportedKind({ name }: CompiledCountry, rules: readonly CompiledRule[], kind: Kind): TinResult {
  const known = [...new Set(rules.flatMap(({ identifier }) => identifier.kinds))].join(', ')
  const subject = rules.length === 1 ? `This type in ${countryInSentence(name)}` : countryInSentence(name)
  return unsupported(
    'UNSUPPORTED_KIND',
    `${sentence(subject)} has no numbers of the kind "${kind}". Use one of these: ${known}`,
  )
}

/** The reason takes far longer than the verdict, and not every caller reads it. */
class InvalidWhenRead implements InvalidTin {
  readonly valid = false
  #explain: () => InvalidTin
  #known: InvalidTin | undefined

  constructor(explain: () => InvalidTin) {
    this.#explain = explain
  }
  get #explained(): InvalidTin {
    this.#known ??= this.#explain()
    return this.#known
  }
  get identifier() {
    return this.#explained.identifier
  }
  get compact() {
    return this.#explained.compact
  }
  get failure() {
    return this.#explained.failure
  }
  get warnings() {
    return this.#explained.warnings
  }
  get suggestion() {
    return this.#explained.suggestion
  }
  toJSON(): InvalidTin {
    return this.#explained
  }
}

const ruleOf: ReadonlyMap<string, CountryRule> = new Map(table.map((country) => [country.code, country]))
const compiledByCode = new Map<string, CompiledCountry>()

function findCountry(code: string): CompiledCountry | undefined {
  const known = compiledByCode.get(code)
  if (known !== undefined || code.length > 20) return known
  const normalizedCode = code.trim().toUpperCase()
  return compiled(ruleOf.get(isoCode(normalizedCode)))
}

function compiled(rule: CountryRule | undefined): CompiledCountry | undefined {
  if (rule === undefined) return undefined
  const known = compiledByCode.get(rule.code)
  if (known !== undefined) return known
  const country = compileCountry(rule)
  compiledByCode.set(rule.code, country)
  return country
}

let index: CountryIndex | undefined
function getIndex(): CountryIndex {
  index ??= buildIndex(table.flatMap((rule) => compiled(rule) ?? []))
  return index
}

const lastDayOfTheRules = `${rulesAsOf}-31`

type Options = { type?: string; kind?: Kind; today?: string }

/**
 * Checks the format without a register. `code` is an ISO code, XI, XK, EU, EL or UK; `type` is an identifier's id or label;
 * `kind` limits the types; `today` is the ISO date after which dates in numbers are in the future. Without it, that is the
 * month of the rules, so that an answer never depends on a clock. Never throws.
 */
export function validateTin(
  code: string,
  tin: string,
  { type, kind, today = lastDayOfTheRules }: Options = {},
): TinResult {
  const country = findCountry(code)
  if (country === undefined) {
    return unsupported('UNSUPPORTED_COUNTRY', unsupportedCountry(code.trim().toUpperCase()))
  }
  if (!country.issuesTins) return { valid: false, compact: '', failure: noTinIssued(country), warnings: [] }
  let rules = type === undefined && kind === undefined ? country.taxRules : country.rules
  if (type !== undefined) {
    const rule = findType(country, type)
    if (rule === undefined) return unsupportedType(country)
    rules = [rule]
  }
  if (kind !== undefined) {
    const known = rules.filter(({ identifier }) => identifier.kinds.includes(kind))
    if (known.length === 0) return unsupportedKind(country, rules, kind)
    rules = known
  }
  if (tin.length > maxInputLength) {
    const only = onlyRule(rules)
    const failure = tooLong(country, only)
    return { valid: false, identifier: only?.identifier, compact: '', failure, warnings: [] }
  }
  const candidates: Candidate[] = []
  const match = matchAny(country, rules, tin, today, candidates)
  return match ?? new InvalidWhenRead(() => invalid(country, rules, candidates, today))
}

/** Behind another type's prefix, such as NL or DE, digits are missing or too many, unless a check proves the number. */
const isMistyped = (
  { best: { rule, form, compact }, typed }: Found,
  prefix: string | undefined,
  named: readonly CompiledRule[],
) =>
  prefix !== undefined &&
  !rule.prefixes.includes(prefix) &&
  (form.zeros > 0 || (isUnverified(rule, compact) && !named.includes(rule) && !hasLayout(rule, typed)))

/** Undefined if no rule matches; `candidates` then has the texts that were tried. */
function matchAny(
  country: CompiledCountry,
  rules: readonly CompiledRule[],
  tin: string,
  today: string,
  candidates: Candidate[],
): ValidTin | undefined {
  const plain = withoutMarkup(tin)
  let rest = withoutDecimals(plain)
  const decimals = rest === plain ? [] : [removedDecimals]
  let named: readonly CompiledRule[] = []
  let prefix: string | undefined
  while (candidates.length < MAX_LABELS) {
    const whole = normalize(rest)
    const given = (whole.altered ? withoutInvisible(rest) : rest).trim()
    const read = country.read?.(whole.text, given)
    const { text, altered } = read === undefined ? whole : normalize(read)
    const notes = altered ? [...decimals, replacedCharacters] : decimals
    const candidate = { given, typed: read ?? given, text, notes }
    const found = findMatches(named, candidate, today) ?? findMatches(rules, candidate, today)
    if (found !== undefined)
      return isMistyped(found, prefix, named) ? undefined : validResult(country, found, notes)
    // A prefix before a digit is no label, and all rules were tried without it.
    const isTried = rules.every((rule) => /^\d/.test(stripPrefix(rule, text) ?? ''))
    const next = isTried ? undefined : withoutLabel(country, rest)
    const label = next === undefined ? '' : rest.slice(0, rest.length - next.length)
    const letters = normalize(label).text
    candidates.push({ ...candidate, label: letters.length })
    if (next === undefined) return undefined
    if (rules.some(({ prefixes }) => prefixes.includes(letters))) prefix = letters
    const labeled = namedBy(label, rules)
    if (labeled.length > 0) named = labeled
    rest = next
  }
  return undefined
}

const word = String.raw`[^\s,;|，：；]*\p{Nd}[^\s,;|，：；]*`

/**
 * Words in a row that have a digit each, and two letters before them: `NIP 526 104 08 28, DE 136695976` has two. The ID of
 * `Employer ID 12-3456789` and NR are no countries.
 */
const wordsWithDigits = new RegExp(
  String.raw`(?:(?<![^\s,;|，：；])(?!ID|NR)[A-Z]{2}\s)?${word}(?:[ \u00a0](?=[\p{L}\p{N}])${word})*`,
  'gu',
)

const hasAddedZero = ({ warnings }: ValidTin) => warnings.some(({ code }) => code === 'LEADING_ZERO_ADDED')

/** The numbers in a text that has more than a number. */
function numbersWithin(
  country: CompiledCountry,
  rules: readonly CompiledRule[],
  text: string,
  today: string,
): ValidTin[] {
  const parts = text.match(wordsWithDigits) ?? []
  const found = parts
    .filter((part) => part !== text)
    .flatMap((part) => matchAny(country, rules, part, today, []) ?? [])
    .filter((one) => confidenceOf(one) === 'checksum' || text.includes(one.formatted))
    .filter((one) => !hasAddedZero(one))
  return found.filter(({ compact }, at) => found.findIndex((one) => one.compact === compact) === at)
}

function invalid(
  country: CompiledCountry,
  rules: readonly CompiledRule[],
  candidates: readonly Candidate[],
  today: string,
): InvalidTin {
  const [first] = candidates
  let nearest: Diagnosis | undefined
  let candidate = first ?? nothing
  for (const each of candidates) {
    for (const rule of rules) {
      const diagnosis = diagnose(country, rule, each, today)
      if (nearest !== undefined && diagnosis.score <= nearest.score) continue
      nearest = diagnosis
      candidate = each
    }
  }
  const { text, notes: warnings } = candidate
  const given = first?.given ?? ''
  const only = onlyRule(rules)
  const refuse = (failure: TinNote<FailureCode>, identifier?: Identifier, suggestion?: Suggestion) =>
    ({ valid: false, identifier, compact: text, failure, warnings, suggestion }) as const
  const refuseMisplaced = (found: OtherMatch) => {
    const { rule } = found.match
    const suggestion = rule.identifier.onRequest ? undefined : suggestionOf(country, found)
    return refuse(belongsElsewhere(country, only, found.country, rule), only?.identifier, suggestion)
  }
  if (text === '' || nearest === undefined) return refuse({ code: 'EMPTY', message: 'Enter a number.' })
  if (isScientific(candidate.typed)) return refuse(scientific, nearest.rule.identifier)
  const code = text.slice(0, 2)
  const found = findCountry(code)
  const other = found === country ? undefined : found
  const prefixed = other && findByPrefix(other, text, today)
  if (prefixed !== undefined) return refuseMisplaced(prefixed)
  const fits = /COMPONENT|CHECKSUM|NEVER/.test(nearest.failure().code)
  const [within, another] = fits ? [] : numbersWithin(country, rules, given, today)
  if (within !== undefined) {
    const suggestion = another === undefined ? { tin: within.formatted } : undefined
    return refuse(moreThanNumber(another !== undefined), within.identifier, suggestion)
  }
  if (!fits && other?.rules.some((rule) => hasPrefix(rule, code))) {
    const rest = matchAny(country, rules, text.slice(2), today, [])
    if (rest !== undefined && confidenceOf(rest) === 'checksum' && !hasAddedZero(rest))
      return refuse(wrongCode(country, only, code, other), rest.identifier)
  }
  // The letters of EAN 930714 8T4 are a Mexican company's, not those of a barcode.
  const hasOwnLetters = fits && /^[A-Z]/.test(text)
  const thing = hasOwnLetters ? undefined : notTaxId(country, given, first?.text ?? '')
  if (thing !== undefined) return refuse(thing, only?.identifier)
  const suggested = suggest(rules, nearest.rule, text, nearest.expected, today)
  if (suggested === undefined) {
    const typed = { typed: candidate.given, text: normalize(candidate.given).text }
    const misplaced =
      findOtherType(country, rules, candidate, today) ??
      (first?.text.startsWith(country.code) ? undefined : findByStructure(getIndex(), country, typed, today))
    if (misplaced !== undefined) return refuseMisplaced(misplaced)
    if (only === undefined && nearest.score < minScore) return refuse(noSimilarType(rules, text.length))
  } else if (suggested.match.rule !== nearest.rule) {
    nearest = diagnose(country, suggested.match.rule, candidate, today)
  }
  const { rule, compact, failure } = nearest
  const note = suggested?.swapped === undefined ? failure() : swappedNote(country, rule, suggested.swapped)
  const suggestion = suggested && { tin: formatMatch(suggested.match) }
  return { ...refuse(note, rule.identifier, suggestion), compact }
}

/** Sorted by code. Types are ordered by how common they are. */
export const countries: readonly Country[] = table.map(({ code, name, adjective }) => ({
  code,
  name,
  adjective,
  get identifiers() {
    return compiled(ruleOf.get(code))?.rules.map(({ identifier }) => identifier) ?? []
  },
}))
