import { normalise } from './normalise.ts'
import type { Identifier, RuleChange, TinNote, WarningCode } from './types.ts'

/** What a check found wrong. `at` counts from 0; `expected` is empty where no check digit fits at all. */
export type Fault =
  | { readonly code: 'INVALID_CHECKSUM'; readonly at: number; readonly expected: string }
  | { readonly code: 'INVALID_COMPONENT' | 'NEVER_ISSUED'; readonly text: string }

/**
 * One written form of a number. In `pattern` d is a digit, a a letter, x either, another small letter a
 * set of the rule, and anything else itself. In `mask` each # takes the next character.
 */
export type Form = {
  readonly pattern: string
  readonly mask?: string
  /** Turns this form into the one that is checked and kept. */
  readonly canonical?: (text: string) => string
  /** A sentence: why the form is out of date. */
  readonly old?: string
}

/** A type of number as data, with the check that only it has. */
type Rule = Omit<Identifier, 'basis'> & {
  /** Left out where the format was published by the tax office, by law, or by the OECD or the EU. */
  readonly basis?: 'secondary'
  /** What the messages call it, after the country's adjective; else the label. */
  readonly noun?: string
  /** Country prefixes that may stand before the number and are not part of it, the customary one first. */
  readonly prefixes?: readonly string[]
  readonly sets?: Readonly<Record<string, string>>
  /** None where the country gives out no tax IDs. */
  readonly forms: readonly Form[]
  readonly verify?: (compact: string) => Fault | undefined
  readonly warn?: (compact: string) => TinNote<WarningCode> | undefined
  readonly facts?: (compact: string) => Readonly<Record<string, string>> | undefined
  /** The check digit lets so much through that no slip can be guessed from it. */
  readonly weakCheck?: true
  /** What changed by law in how such numbers look or are checked, oldest first. */
  readonly changes?: readonly RuleChange[]
}

/** A rule as the engine runs it: every field is there, so that all rules have one shape in memory. */
export type Ready = {
  readonly identifier: Identifier
  readonly noun: string
  /** What people write before the number to say what it is, as the normaliser leaves it. */
  readonly names: readonly string[]
  readonly prefixes: readonly string[]
  readonly sets: Readonly<Record<string, string>>
  readonly forms: readonly ReadyForm[]
  /** A bit for each length that a form has. */
  readonly lengths: number
  readonly verify: (compact: string) => Fault | undefined
  readonly warn: Rule['warn']
  readonly facts: Rule['facts']
  readonly weakCheck: boolean
  readonly changes: readonly RuleChange[]
}

export type ReadyForm = {
  readonly pattern: string
  readonly mask: string | undefined
  /** The mask as runs of literal text and numbers of characters that the number itself fills. */
  readonly pieces: readonly (string | number)[] | undefined
  readonly canonical: ((text: string) => string) | undefined
  readonly old: string | undefined
  /** Whether the mask has separators. */
  readonly separated: boolean
}

export type ReadyCountry = Omit<CountryRule, 'rules'> & {
  readonly rules: readonly Ready[]
  /** Whether the country gives out any tax IDs. */
  readonly issues: boolean
}

const passes = () => undefined

function ready(rule: Rule): Ready {
  const { id, label, name, localName, holder, check, basis = 'published' } = rule
  return {
    identifier: { id, label, name, ...(localName !== undefined && { localName }), holder, check, basis },
    noun: rule.noun ?? label,
    names: [label, rule.noun ?? label, id.slice(3)].map((text) => normalise(text).text),
    prefixes: rule.prefixes ?? [],
    sets: rule.sets ?? {},
    forms: rule.forms.map(({ pattern, mask, canonical, old }) => ({
      pattern,
      mask,
      pieces: mask?.match(/#+|[^#]+/g)?.map((run) => (run.startsWith('#') ? run.length : run)),
      canonical,
      old,
      separated: mask !== undefined && /[^#A-Z]/.test(mask),
    })),
    lengths: rule.forms.reduce((bits, { pattern }) => bits | (1 << pattern.length), 0),
    verify: rule.verify ?? passes,
    warn: rule.warn,
    facts: rule.facts,
    weakCheck: rule.weakCheck ?? false,
    changes: rule.changes ?? [],
  }
}

export function readyCountry({ code, name, adjective, rules: make }: CountryRule): ReadyCountry {
  const rules = make().map(ready)
  return {
    code,
    name,
    adjective,
    rules,
    issues: rules.some(({ forms }) => forms.length > 0),
  }
}

export type CountryRule = {
  readonly code: string
  readonly name: string
  readonly adjective: string
  /** In the order in which the country's people would think of them. A function, so that only countries asked for are made. */
  readonly rules: () => readonly Rule[]
}

export function wrongPart(text: string): Fault {
  return { code: 'INVALID_COMPONENT', text }
}

export function neverIssued(text: string): Fault {
  return { code: 'NEVER_ISSUED', text }
}

/**
 * A form for each length from `from` to `to`, made of one letter of the pattern, where a number may have any of
 * these lengths. `tail` is what the pattern ends with; where the mask sets it apart, it is `apart` from the rest.
 */
export function anyLength(place: string, from: number, to: number, tail = '', apart = ''): readonly Form[] {
  return Array.from({ length: to - from + 1 }, (_, i) => ({
    pattern: place.repeat(from + i) + tail,
    mask: '#'.repeat(from + i) + apart + '#'.repeat(tail.length),
  }))
}

export const allZeros = neverIssued('Numbers with only zeros are never issued.')

/** A country that gives out no tax IDs. */
export function withoutTins(country: Omit<CountryRule, 'rules'>): CountryRule {
  return {
    ...country,
    rules: () => [
      {
        id: `${country.code}.NONE`,
        label: 'None',
        name: 'No tax ID issued',
        holder: 'any',
        check: 'none',
        basis: 'secondary',
        forms: [],
      },
    ],
  }
}
