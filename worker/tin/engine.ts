import {
  byMakeUp,
  byPrefix,
  type Elsewhere,
  type Lookup,
  lookupOf,
  ofOtherType,
  suggestionOf,
} from './elsewhere.ts'
import {
  type Diagnosis,
  diagnose,
  nameOf,
  nearEnough,
  noneIssued,
  noneNear,
  tooLong,
  wrongPlace,
} from './explain.ts'
import { accept, formatted, laidOut, type Match } from './match.ts'
import { longestInput, normalise } from './normalise.ts'
import { type CountryRule, type Ready, type ReadyCountry, readyCountry } from './rule.ts'
import { suggest } from './suggest.ts'
import type { Country, InvalidTin, TinNote, TinVerdict, ValidTin, WarningCode } from './types.ts'

type Engine = {
  readonly countries: readonly Country[]
  readonly validate: (country: string, tin: string, options?: { type?: string }) => TinVerdict
}

/** Codes that people and VAT numbers use for a country beside its own. */
const aliases: Readonly<Record<string, string>> = { EL: 'GR', UK: 'GB' }

const certainty = { checksum: 2, structure: 1, none: 0 }

/** The separators as typed settle it; then the surer check; then custom, which is the order of the table. */
function better(a: Match, b: Match, typed: string): Match {
  const aTyped = laidOut(a.rule, typed)
  if (aTyped !== laidOut(b.rule, typed)) return aTyped ? a : b
  return certainty[b.rule.identifier.check] > certainty[a.rule.identifier.check] ? b : a
}

const normalised: TinNote<WarningCode> = {
  code: 'NORMALISED',
  message: 'We replaced characters that look like Latin letters or digits, or removed invisible ones.',
}

function validVerdict(
  country: ReadyCountry,
  best: Match,
  others: readonly Match[],
  altered: boolean,
): ValidTin {
  const { rule, form, compact } = best
  const warnings: TinNote<WarningCode>[] = []
  if (altered) warnings.push(normalised)
  if (form.old !== undefined) warnings.push({ code: 'OLD_FORM', message: form.old })
  const own = rule.warn?.(compact)
  if (own !== undefined) warnings.push(own)
  if (others.length > 0) {
    const names = others.map((other) => nameOf(country, other.rule)).join(' and as ')
    warnings.push({ code: 'AMBIGUOUS_TYPE', message: `The number is also valid as ${names}.` })
  }
  const identifier = rule.identifier
  const facts = rule.facts?.(compact)
  const written = formatted(best)
  return facts === undefined
    ? { valid: true, identifier, compact, formatted: written, warnings }
    : { valid: true, identifier, compact, formatted: written, warnings, facts }
}

/** The verdict on a number that is right elsewhere. */
function misplaced(
  country: ReadyCountry,
  asked: readonly Ready[],
  compact: string,
  found: Elsewhere,
  warnings: readonly TinNote<WarningCode>[],
): InvalidTin {
  const only = asked.length === 1 ? asked[0] : undefined
  return {
    valid: false,
    ...(only !== undefined && { identifier: only.identifier }),
    compact,
    failure: wrongPlace(country, only, found.country, found.match.rule),
    warnings,
    suggestion: suggestionOf(country, found),
  }
}

function unsupported(code: 'UNSUPPORTED_COUNTRY' | 'UNSUPPORTED_TYPE', message: string): TinVerdict {
  return { valid: false, unsupported: true, compact: '', failure: { code, message }, warnings: [] }
}

function findType({ rules }: ReadyCountry, type: string): Ready | undefined {
  for (const rule of rules) if (rule.identifier.id === type) return rule
  if (type.length > 60) return undefined
  const wanted = type.trim().toUpperCase()
  return rules.find(({ identifier }) => identifier.id === wanted || identifier.label.toUpperCase() === wanted)
}

/** The engine over a table of countries, which it makes ready one by one as they are asked for. */
export function createEngine(table: readonly CountryRule[]): Engine {
  const ruleOf: ReadonlyMap<string, CountryRule> = new Map(table.map((country) => [country.code, country]))
  const readyOf = new Map<string, ReadyCountry>()

  function findCountry(code: string): ReadyCountry | undefined {
    const known = readyOf.get(code)
    if (known !== undefined || code.length > 20) return known
    const tidy = code.trim().toUpperCase()
    return makeReady(ruleOf.get(aliases[tidy] ?? tidy))
  }

  function makeReady(rule: CountryRule | undefined): ReadyCountry | undefined {
    if (rule === undefined) return undefined
    const known = readyOf.get(rule.code)
    if (known !== undefined) return known
    const country = readyCountry(rule)
    readyOf.set(rule.code, country)
    return country
  }

  let lookup: Lookup | undefined
  function lookupEverywhere(): Lookup {
    lookup ??= lookupOf(table.flatMap((rule) => makeReady(rule) ?? []))
    return lookup
  }

  function validate(code: string, tin: string, options?: { type?: string }): TinVerdict {
    const country = findCountry(code)
    if (country === undefined) {
      return unsupported('UNSUPPORTED_COUNTRY', 'This country isn’t supported.')
    }
    let rules = country.rules
    if (options?.type !== undefined) {
      const rule = findType(country, options.type)
      if (rule === undefined) {
        const labels = country.rules.map((each) => each.identifier.label).join(', ')
        return unsupported(
          'UNSUPPORTED_TYPE',
          `${country.name} doesn’t have this type of tax ID. Use one of: ${labels}`,
        )
      }
      rules = [rule]
    }
    if (!country.issues) return { valid: false, compact: '', failure: noneIssued(country), warnings: [] }
    if (tin.length > longestInput) {
      const only = rules.length === 1 ? rules[0] : undefined
      return {
        valid: false,
        ...(only !== undefined && { identifier: only.identifier }),
        compact: '',
        failure: tooLong(country, only),
        warnings: [],
      }
    }
    const { text, altered } = normalise(tin)
    let best: Match | undefined
    let others: Match[] | undefined
    for (const rule of rules) {
      const match = accept(rule, text)
      if (match === undefined) continue
      if (best === undefined) {
        best = match
        continue
      }
      const winner = better(best, match, tin.trim())
      others ??= []
      others.push(winner === best ? match : best)
      best = winner
    }
    if (best !== undefined) return validVerdict(country, best, others ?? [], altered)
    return invalid(country, rules, tin.trim(), text, altered)
  }

  function invalid(
    country: ReadyCountry,
    rules: readonly Ready[],
    typed: string,
    text: string,
    altered: boolean,
  ): InvalidTin {
    const warnings = altered ? [normalised] : []
    let nearest: Diagnosis | undefined
    for (const rule of rules) {
      const diagnosis = diagnose(country, rule, text, typed)
      if (nearest === undefined || diagnosis.score > nearest.score) nearest = diagnosis
    }
    if (text === '' || nearest === undefined) {
      return {
        valid: false,
        compact: '',
        failure: { code: 'EMPTY', message: 'There is no number.' },
        warnings,
      }
    }
    const prefixed = byPrefix(lookupEverywhere(), country, text)
    if (prefixed !== undefined) return misplaced(country, rules, text, prefixed, warnings)
    const slip = suggest(rules, nearest.rule, text, nearest.mistyped)
    const outcome = { warnings, ...(slip !== undefined && { suggestion: { tin: formatted(slip) } }) }
    if (slip !== undefined && slip.rule !== nearest.rule) nearest = diagnose(country, slip.rule, text, typed)
    else if (slip === undefined) {
      const other = ofOtherType(country, rules, text) ?? byMakeUp(lookupEverywhere(), country, text, typed)
      if (other !== undefined) return misplaced(country, rules, text, other, warnings)
    }
    if (slip === undefined && rules.length > 1 && nearest.score < nearEnough) {
      return { valid: false, compact: text, failure: noneNear(country, text.length), ...outcome }
    }
    const { rule, compact, failure } = nearest
    return { valid: false, identifier: rule.identifier, compact, failure: failure(), ...outcome }
  }

  return {
    countries: table.map(({ code, name, adjective }) => ({
      code,
      name,
      adjective,
      get identifiers() {
        return makeReady(ruleOf.get(code))?.rules.map(({ identifier }) => identifier) ?? []
      },
    })),
    validate,
  }
}
