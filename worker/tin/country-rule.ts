import { normalize } from './normalize.ts'
import type { Identifier, RuleChange, TinNote, WarningCode } from './types.ts'

/** `at` is zero-based. `expected` is empty if no check digit can match. */
export type Fault =
  | { readonly code: 'INVALID_CHECKSUM'; readonly at: number; readonly expected: string }
  | { readonly code: 'INVALID_COMPONENT' | 'NEVER_ISSUED'; readonly text: string }

/**
 * In `pattern`, d is a digit, a is a letter, x is either, other lowercase letters are sets of the rule, and the rest is
 * literal. In `mask`, each # takes the next character.
 */
export type Form = {
  readonly pattern: string
  readonly mask?: string
  readonly canonical?: (text: string) => string
  readonly old?: string
}

type Rule = Omit<Identifier, 'basis'> & {
  readonly basis?: 'secondary'
  /** Defaults to the label. */
  readonly noun?: string
  readonly prefixes?: readonly string[]
  readonly sets?: Readonly<Record<string, string>>
  readonly forms: readonly Form[]
  readonly verify?: (compact: string) => Fault | undefined
  readonly warn?: (compact: string) => TinNote<WarningCode> | undefined
  readonly facts?: (compact: string) => Readonly<Record<string, string>> | undefined
  /** The check digit doesn't detect enough typos for suggestions. */
  readonly weakCheck?: true
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
  readonly lengthBits: number
  readonly verify: (compact: string) => Fault | undefined
  readonly warn: Rule['warn']
  readonly facts: Rule['facts']
  readonly weakCheck: boolean
  readonly changes: readonly RuleChange[]
}

export type CompiledForm = {
  readonly pattern: string
  readonly mask: string | undefined
  readonly parts: readonly (string | number)[] | undefined
  readonly canonical: ((text: string) => string) | undefined
  readonly old: string | undefined
  readonly hasSeparators: boolean
}

export type CompiledCountry = Omit<CountryRule, 'rules'> & {
  readonly rules: readonly CompiledRule[]
  readonly issuesTins: boolean
}

const passes = () => undefined

function compileRule(rule: Rule): CompiledRule {
  const { id, label, name, localName, holder, check, basis = 'published' } = rule
  return {
    identifier: { id, label, name, ...(localName !== undefined && { localName }), holder, check, basis },
    noun: rule.noun ?? label,
    names: [label, rule.noun ?? label, id.slice(3)].map((text) => normalize(text).text),
    prefixes: rule.prefixes ?? [],
    sets: rule.sets ?? {},
    forms: rule.forms.map(({ pattern, mask, canonical, old }) => ({
      pattern,
      mask,
      parts: mask?.match(/#+|[^#]+/g)?.map((run) => (run.startsWith('#') ? run.length : run)),
      canonical,
      old,
      hasSeparators: mask !== undefined && /[^#A-Z]/.test(mask),
    })),
    lengthBits: rule.forms.reduce((bits, { pattern }) => bits | (1 << pattern.length), 0),
    verify: rule.verify ?? passes,
    warn: rule.warn,
    facts: rule.facts,
    weakCheck: rule.weakCheck ?? false,
    changes: rule.changes ?? [],
  }
}

export function compileCountry({ code, name, adjective, rules: makeRules }: CountryRule): CompiledCountry {
  const rules = makeRules().map(compileRule)
  return {
    code,
    name,
    adjective,
    rules,
    issuesTins: rules.some(({ forms }) => forms.length > 0),
  }
}

export type CountryRule = {
  readonly code: string
  readonly name: string
  readonly adjective: string
  /** A function, so that only requested countries are compiled. */
  readonly rules: () => readonly Rule[]
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

export function countryWithoutTins(country: Omit<CountryRule, 'rules'>): CountryRule {
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
