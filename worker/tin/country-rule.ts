import { matchesPlace } from './pattern.ts'
import { type Layout, layoutOf } from './separators.ts'
import type { Identifier, Kind, RuleChange, TinNote, WarningCode } from './types.ts'

export type Warning = TinNote<WarningCode>

/** `at` is zero-based. `expected` is empty if no check digit can match. */
export type Fault =
  | {
      readonly code: 'INVALID_CHECKSUM'
      readonly at: number
      readonly expected: string
      /** Instead of the usual text. */
      readonly text?: string
    }
  | { readonly code: 'INVALID_COMPONENT' | 'NEVER_ISSUED'; readonly text: string }

/**
 * In `pattern`, d is a digit, a is a letter, x is either, other lowercase letters are sets of the rule, and the rest is
 * literal. In `mask`, each # takes the next character.
 */
export type Form = {
  readonly pattern: string
  readonly mask?: string
  readonly canonical?: (text: string) => string
  /** The mask of the number as typed, if `canonical` changes how many characters follow the separators. */
  readonly typed?: string
  readonly old?: string
  /** How many leading zeros this form lacks. They are added, with a warning. */
  readonly zeros?: number
  /** Instead of the type's. */
  readonly lostZeros?: number
  /** Accepted, but not described, such as a placeholder that looks like no number of the type. */
  readonly unlisted?: true
}

export type Rule = Pick<Identifier, 'id' | 'name' | 'localName'> & {
  /** Defaults to the type in the id. */
  readonly label?: string
  /** Defaults to none: only the length and the characters are checked. */
  readonly check?: 'checksum' | 'structure'
  readonly basis?: 'secondary'
  /** Defaults to person if that is the main kind, else to any. */
  readonly holder?: 'company' | 'person'
  /** The main kind first. Defaults to a TIN. */
  readonly kinds?: readonly [Kind, ...Kind[]]
  readonly onRequest?: true
  /** Defaults to the label. */
  readonly noun?: string
  /** What people write before a number of this type, besides its label, noun and names. */
  readonly names?: readonly string[]
  readonly prefixes?: readonly string[]
  readonly sets?: Readonly<Record<string, string>>
  readonly forms: readonly Form[]
  readonly verify?: (compact: string, today: string) => Fault | undefined
  readonly warn?: (compact: string) => Warning | undefined
  readonly facts?: (compact: string) => Readonly<Record<string, string>> | undefined
  /** The most leading zeros that a spreadsheet can drop if the check digit must prove the full number. */
  readonly lostZeros?: number
  /** Separators show the type, so others than those of the usual format are refused. */
  readonly strictSeparators?: true
  /** A wrong check digit is tolerated only with the usual separators, which leave no doubt about the type. */
  readonly slackIfLaidOut?: true
  readonly changes?: readonly RuleChange[]
}

/** A rule prepared for matching. Every field is set so that all rules share one hidden class in V8. */
export type CompiledRule = {
  readonly identifier: Identifier
  readonly noun: string
  readonly names: readonly string[]
  readonly prefixes: readonly string[]
  readonly sets: Readonly<Record<string, string>>
  readonly forms: readonly CompiledForm[]
  /** By the length of their patterns. */
  readonly formsOfLength: readonly (readonly CompiledForm[])[]
  readonly verify: (compact: string, today: string) => Fault | undefined
  readonly warn: Rule['warn']
  readonly facts: Rule['facts']
  readonly strictSeparators: boolean
  readonly slackIfLaidOut: boolean
  readonly changes: readonly RuleChange[]
}

export type CompiledForm = {
  readonly pattern: string
  readonly mask: string | undefined
  readonly parts: readonly (string | number)[] | undefined
  readonly canonical: ((text: string) => string) | undefined
  readonly old: string | undefined
  readonly zeros: number
  /** Described to people. Forms that are converted are accepted, but not recommended. */
  readonly listed: boolean
  readonly unlisted: boolean
  /** Whether the check digit must prove that the zeros belong there. */
  readonly proven: boolean
  /** Undefined if the usual format has no separators. */
  readonly layout: Layout | undefined
}

export type CompiledCountry = Omit<CountryRule, 'rules' | 'labels'> & {
  readonly rules: readonly CompiledRule[]
  /** Without those that are checked only on request. */
  readonly taxRules: readonly CompiledRule[]
  readonly issuesTins: boolean
  /** What people write before a number. */
  readonly labels: readonly string[]
}

const passes = () => undefined

/** In patterns of short forms: spreadsheets drop all leading zeros, so what remains begins with another digit. */
const NOT_ZERO = 'y'

function addZeros(zeros: number): (text: string) => string {
  const start = '0'.repeat(zeros)
  return (text) => start + text
}

function compileForm(form: Form, proven: boolean): CompiledForm {
  const { pattern, mask, old, zeros = 0 } = form
  const canonical = form.canonical ?? (zeros > 0 ? addZeros(zeros) : undefined)
  return {
    pattern,
    mask,
    parts: mask?.match(/#+|[^#]+/g)?.map((run) => (run.startsWith('#') ? run.length : run)),
    canonical,
    old,
    zeros,
    listed: canonical === undefined && form.unlisted === undefined,
    unlisted: form.unlisted ?? false,
    proven,
    layout: layoutOf(form.typed ?? mask),
  }
}

function shortForms(form: Form, sets: CompiledRule['sets'], lostZeros: number): CompiledForm[] {
  const found: CompiledForm[] = []
  if (form.canonical !== undefined || form.zeros !== undefined || form.unlisted) return found
  for (let zeros = 1; zeros <= (form.lostZeros ?? lostZeros); zeros++) {
    const [lost = '', next = ''] = form.pattern.slice(zeros - 1)
    if (!matchesPlace(lost, '0', sets)) break
    const start = next === 'd' || next === 'x' ? NOT_ZERO : next
    if (!matchesPlace(start, '0', sets)) {
      const pattern = start + form.pattern.slice(zeros + 1)
      found.push(compileForm({ ...form, pattern, zeros }, true))
    }
  }
  return found
}

function compileRule(rule: Rule): CompiledRule {
  const { id, label = id.slice(3), name, localName, lostZeros = 0 } = rule
  const { kinds = ['tin'], check = 'none', basis = 'published', onRequest = false } = rule
  const { holder = kinds[0] === 'person' ? 'person' : 'any' } = rule
  const sets = { [NOT_ZERO]: '123456789', ...rule.sets }
  const forms = [
    ...rule.forms.map((form) => compileForm(form, false)),
    ...rule.forms.flatMap((form) => shortForms(form, sets, lostZeros)),
  ]
  return {
    identifier: {
      id,
      label,
      name,
      ...(localName !== undefined && { localName }),
      holder,
      kind: kinds[0],
      kinds,
      onRequest,
      check,
      basis,
    },
    noun: rule.noun ?? label,
    names: rule.names ?? [],
    prefixes: rule.prefixes ?? [],
    sets,
    forms,
    formsOfLength: Array.from(
      { length: Math.max(0, ...forms.map(({ pattern }) => pattern.length)) + 1 },
      (_, length) => forms.filter(({ pattern }) => pattern.length === length),
    ),
    verify: rule.verify ?? passes,
    warn: rule.warn,
    facts: rule.facts,
    strictSeparators: rule.strictSeparators ?? false,
    slackIfLaidOut: rule.slackIfLaidOut ?? false,
    changes: rule.changes ?? [],
  }
}

export function compileCountry(country: CountryRule): CompiledCountry {
  const { code, name, adjective, read, labels = [] } = country
  const source = country.rules()
  const rules = source.map(compileRule)
  return {
    code,
    name,
    adjective,
    ...(read && { read }),
    rules,
    taxRules: rules.filter(({ identifier }) => !identifier.onRequest),
    labels: [...new Set([...labels, ...rules.flatMap((rule) => [...namesOf(rule), rule.identifier.label])])],
    issuesTins: rules.some(({ forms }) => forms.length > 0),
  }
}

/** What people call a type. */
export const namesOf = ({
  identifier: { id, label, name, localName = '' },
  noun,
  names,
}: CompiledRule): string[] =>
  [id.slice(3), ...`${label} / ${noun} / ${name} / ${localName}`.split(/ \/ | or /), ...names].filter(Boolean)

export type CountryRule = {
  readonly code: string
  readonly name: string
  readonly adjective: string
  /** What people write before a number of any type, besides the names of the types. */
  readonly labels?: readonly string[]
  /** What is meant where the typed separators say more than the characters do. */
  readonly read?: (text: string, typed: string) => string | undefined
  /** A function, so that only requested countries are compiled. */
  readonly rules: () => readonly Rule[]
}

/** Reads what has a commercial register and its place beside it: `552 081 317 R.C.S. Paris`. */
export function besideRegister(register: string): NonNullable<CountryRule['read']> {
  const pattern = new RegExp(`^(?:${register}\\b\\D*)?(.*\\d)(?:\\s+${register}\\b\\D*)?$`, 'iu')
  return (_, typed) => {
    const number = pattern.exec(typed)?.[1]
    return number === typed ? undefined : number
  }
}

export function invalidPart(text: string): Fault {
  return { code: 'INVALID_COMPONENT', text }
}

export function neverIssued(text: string): Fault {
  return { code: 'NEVER_ISSUED', text }
}

/**
 * A form for each length from `from` to `to` that repeats one pattern letter. `tail` ends the pattern; `apart` is the
 * separator before it in the mask.
 */
export function formsOfLengths(
  place: string,
  from: number,
  to: number,
  tail = '',
  apart = '',
): readonly Form[] {
  return Array.from({ length: to - from + 1 }, (_, i) => ({
    pattern: place.repeat(from + i) + tail,
    mask: '#'.repeat(from + i) + apart + '#'.repeat(tail.length),
  }))
}

export const allZeros = neverIssued('Numbers with only zeros are never issued.')

export function countryWithOneType(country: Omit<CountryRule, 'rules'>, type: Rule): CountryRule {
  return { ...country, rules: () => [type] }
}

export function countryWithoutTins(country: Omit<CountryRule, 'rules'>): CountryRule {
  return countryWithOneType(country, {
    id: `${country.code}.NONE`,
    label: 'None',
    name: 'No tax ID issued',
    basis: 'secondary',
    forms: [],
  })
}
