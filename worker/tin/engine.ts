import { type CompiledCountry, type CompiledRule, type CountryRule, compileCountry } from './country-rule.ts'
import {
  belongsElsewhere,
  type Diagnosis,
  diagnose,
  minScore,
  nameOf,
  noSimilarType,
  noTinIssued,
  tooLong,
} from './diagnose.ts'
import { formatMatch, hasLayout, type Match, matchRule } from './match.ts'
import { maxInputLength, normalize } from './normalize.ts'
import {
  buildIndex,
  type CountryIndex,
  findByPrefix,
  findByStructure,
  findOtherType,
  type OtherMatch,
  suggestionOf,
} from './other-country.ts'
import { suggest } from './suggest.ts'
import type { Country, InvalidTin, TinNote, TinVerdict, ValidTin, WarningCode } from './types.ts'

type Engine = {
  readonly countries: readonly Country[]
  readonly validate: (country: string, tin: string, options?: { type?: string }) => TinVerdict
}

/** Country codes of VAT numbers and everyday use. */
const aliases: Readonly<Record<string, string>> = { EL: 'GR', UK: 'GB' }

const checkStrength = { checksum: 2, structure: 1, none: 0 }

/** Prefers the match with the typed separators, then the stronger check, then the order of the table. */
function preferredMatch(a: Match, b: Match, typed: string): Match {
  const aTyped = hasLayout(a.rule, typed)
  if (aTyped !== hasLayout(b.rule, typed)) return aTyped ? a : b
  return checkStrength[b.rule.identifier.check] > checkStrength[a.rule.identifier.check] ? b : a
}

const normalizedWarning: TinNote<WarningCode> = {
  code: 'NORMALISED',
  message: 'We replaced characters that look like Latin letters or digits, or removed invisible ones.',
}

function validVerdict(
  country: CompiledCountry,
  best: Match,
  others: readonly Match[],
  altered: boolean,
): ValidTin {
  const { rule, form, compact } = best
  const warnings: TinNote<WarningCode>[] = []
  if (altered) warnings.push(normalizedWarning)
  if (form.old !== undefined) warnings.push({ code: 'OLD_FORM', message: form.old })
  const own = rule.warn?.(compact)
  if (own !== undefined) warnings.push(own)
  if (others.length > 0) {
    const names = others.map((other) => nameOf(country, other.rule)).join(' and as ')
    warnings.push({ code: 'AMBIGUOUS_TYPE', message: `The number is also valid as ${names}.` })
  }
  const identifier = rule.identifier
  const facts = rule.facts?.(compact)
  const written = formatMatch(best)
  return facts === undefined
    ? { valid: true, identifier, compact, formatted: written, warnings }
    : { valid: true, identifier, compact, formatted: written, warnings, facts }
}

function misplacedVerdict(
  country: CompiledCountry,
  requested: readonly CompiledRule[],
  compact: string,
  found: OtherMatch,
  warnings: readonly TinNote<WarningCode>[],
): InvalidTin {
  const only = requested.length === 1 ? requested[0] : undefined
  return {
    valid: false,
    ...(only !== undefined && { identifier: only.identifier }),
    compact,
    failure: belongsElsewhere(country, only, found.country, found.match.rule),
    warnings,
    suggestion: suggestionOf(country, found),
  }
}

function unsupported(code: 'UNSUPPORTED_COUNTRY' | 'UNSUPPORTED_TYPE', message: string): TinVerdict {
  return { valid: false, unsupported: true, compact: '', failure: { code, message }, warnings: [] }
}

function findType({ rules }: CompiledCountry, type: string): CompiledRule | undefined {
  for (const rule of rules) if (rule.identifier.id === type) return rule
  if (type.length > 60) return undefined
  const wanted = type.trim().toUpperCase()
  return rules.find(({ identifier }) => identifier.id === wanted || identifier.label.toUpperCase() === wanted)
}

export function createEngine(table: readonly CountryRule[]): Engine {
  const ruleOf: ReadonlyMap<string, CountryRule> = new Map(table.map((country) => [country.code, country]))
  const compiledByCode = new Map<string, CompiledCountry>()

  function findCountry(code: string): CompiledCountry | undefined {
    const known = compiledByCode.get(code)
    if (known !== undefined || code.length > 20) return known
    const normalizedCode = code.trim().toUpperCase()
    return compiled(ruleOf.get(aliases[normalizedCode] ?? normalizedCode))
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

  function validate(code: string, tin: string, options?: { type?: string }): TinVerdict {
    const country = findCountry(code)
    if (country === undefined) {
      return unsupported('UNSUPPORTED_COUNTRY', "This country isn't supported.")
    }
    let rules = country.rules
    if (options?.type !== undefined) {
      const rule = findType(country, options.type)
      if (rule === undefined) {
        const labels = country.rules.map((each) => each.identifier.label).join(', ')
        return unsupported(
          'UNSUPPORTED_TYPE',
          `${country.name} doesn't have this type of tax ID. Use one of: ${labels}`,
        )
      }
      rules = [rule]
    }
    if (!country.issuesTins) return { valid: false, compact: '', failure: noTinIssued(country), warnings: [] }
    if (tin.length > maxInputLength) {
      const only = rules.length === 1 ? rules[0] : undefined
      return {
        valid: false,
        ...(only !== undefined && { identifier: only.identifier }),
        compact: '',
        failure: tooLong(country, only),
        warnings: [],
      }
    }
    const { text, altered } = normalize(tin)
    let best: Match | undefined
    let others: Match[] | undefined
    for (const rule of rules) {
      const match = matchRule(rule, text)
      if (match === undefined) continue
      if (best === undefined) {
        best = match
        continue
      }
      const winner = preferredMatch(best, match, tin.trim())
      others ??= []
      others.push(winner === best ? match : best)
      best = winner
    }
    if (best !== undefined) return validVerdict(country, best, others ?? [], altered)
    return invalid(country, rules, tin.trim(), text, altered)
  }

  function invalid(
    country: CompiledCountry,
    rules: readonly CompiledRule[],
    typed: string,
    text: string,
    altered: boolean,
  ): InvalidTin {
    const warnings = altered ? [normalizedWarning] : []
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
    const prefixed = findByPrefix(getIndex(), country, text)
    if (prefixed !== undefined) return misplacedVerdict(country, rules, text, prefixed, warnings)
    const suggested = suggest(rules, nearest.rule, text, nearest.mistyped)
    const outcome = {
      warnings,
      ...(suggested !== undefined && { suggestion: { tin: formatMatch(suggested) } }),
    }
    if (suggested !== undefined && suggested.rule !== nearest.rule)
      nearest = diagnose(country, suggested.rule, text, typed)
    else if (suggested === undefined) {
      const other = findOtherType(country, rules, text) ?? findByStructure(getIndex(), country, text, typed)
      if (other !== undefined) return misplacedVerdict(country, rules, text, other, warnings)
    }
    if (suggested === undefined && rules.length > 1 && nearest.score < minScore) {
      return { valid: false, compact: text, failure: noSimilarType(country, text.length), ...outcome }
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
        return compiled(ruleOf.get(code))?.rules.map(({ identifier }) => identifier) ?? []
      },
    })),
    validate,
  }
}
