import { au } from './countries/au.ts'
import { be } from './countries/be.ts'
import { br } from './countries/br.ts'
import { de } from './countries/de.ts'
import { es } from './countries/es.ts'
import { fr } from './countries/fr.ts'
import { gb } from './countries/gb.ts'
import { india } from './countries/in.ts'
import { it } from './countries/it.ts'
import { mx } from './countries/mx.ts'
import { nl } from './countries/nl.ts'
import { us } from './countries/us.ts'
import { xi } from './countries/xi.ts'
import { type Diagnosis, diagnose, nameOf, nearEnough, noneNear, tooLong } from './explain.ts'
import { accept, formatted, laidOut, type Match } from './match.ts'
import { longestInput, normalise } from './normalise.ts'
import { type Ready, type ReadyCountry, readyCountry } from './rule.ts'
import { suggest } from './suggest.ts'
import type { Country, InvalidTin, TinNote, TinVerdict, ValidTin, WarningCode } from './types.ts'

export type * from './types.ts'

const table = [au, be, br, de, es, fr, gb, india, it, mx, nl, us, xi].map(readyCountry)
const byCode: ReadonlyMap<string, ReadyCountry> = new Map(table.map((country) => [country.code, country]))

/** Codes that people and VAT numbers use for a country beside its own. */
const aliases: Readonly<Record<string, string>> = { EL: 'GR', UK: 'GB' }

/** Every country that the engine knows, by code, with its types of number in customary order. */
export const countries: readonly Country[] = table.map(({ code, name, rules }) => ({
  code,
  name,
  identifiers: rules.map(({ identifier }) => identifier),
}))

function findCountry(code: string): ReadyCountry | undefined {
  const known = byCode.get(code)
  if (known !== undefined || code.length > 20) return known
  const tidy = code.trim().toUpperCase()
  return byCode.get(aliases[tidy] ?? tidy)
}

function findType(country: ReadyCountry, type: string): Ready | undefined {
  if (type.length > 60) return undefined
  const wanted = type.trim().toUpperCase()
  return country.rules.find(
    ({ identifier }) => identifier.id === wanted || identifier.label.toUpperCase() === wanted,
  )
}

const certainty = { checksum: 2, structure: 1, none: 0 }

/** The separators as typed settle it; then the surer check; then custom, which is the order of the table. */
function better(a: Match, b: Match, typed: string): Match {
  const aTyped = laidOut(a.rule, typed)
  if (aTyped !== laidOut(b.rule, typed)) return aTyped ? a : b
  return certainty[b.rule.identifier.check] > certainty[a.rule.identifier.check] ? b : a
}

const normalised: TinNote<WarningCode> = {
  code: 'NORMALISED',
  message:
    'Characters that only look like Latin letters and digits, or cannot be seen, were replaced or left out.',
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

/**
 * Says whether `tin` is a tax ID of `country` (ISO code, XI, or a customary alias), and if not, why. Only
 * the number is looked at, no register. `type` is an identifier's id or label. Never throws.
 */
export function validateTin(country: string, tin: string, options?: { type?: string }): TinVerdict {
  const known = findCountry(country)
  if (known === undefined) {
    return unsupported('UNSUPPORTED_COUNTRY', 'This country is not one that can be checked.')
  }
  let rules = known.rules
  if (options?.type !== undefined) {
    const rule = findType(known, options.type)
    if (rule === undefined) {
      const labels = known.rules.map((each) => each.identifier.label).join(', ')
      return unsupported('UNSUPPORTED_TYPE', `${known.name} has no such type of tax ID, but these: ${labels}`)
    }
    rules = [rule]
  }
  if (tin.length > longestInput) {
    const only = rules.length === 1 ? rules[0] : undefined
    return {
      valid: false,
      ...(only !== undefined && { identifier: only.identifier }),
      compact: '',
      failure: tooLong(known, only),
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
  if (best !== undefined) return validVerdict(known, best, others ?? [], altered)
  return invalidVerdict(known, rules, tin.trim(), text, altered)
}

function unsupported(code: 'UNSUPPORTED_COUNTRY' | 'UNSUPPORTED_TYPE', message: string): TinVerdict {
  return { valid: false, unsupported: true, compact: '', failure: { code, message }, warnings: [] }
}

function invalidVerdict(
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
    return { valid: false, compact: '', failure: { code: 'EMPTY', message: 'There is no number.' }, warnings }
  }
  const whole = nearest.failure().code === 'INVALID_CHECKSUM'
  const slip = suggest(rules, nearest.rule, text, whole)
  const outcome = { warnings, ...(slip !== undefined && { suggestion: formatted(slip) }) }
  if (slip !== undefined && slip.rule !== nearest.rule) nearest = diagnose(country, slip.rule, text, typed)
  else if (rules.length > 1 && nearest.score < nearEnough) {
    return { valid: false, compact: text, failure: noneNear(country, text.length), ...outcome }
  }
  const { rule, compact, failure } = nearest
  return { valid: false, identifier: rule.identifier, compact, failure: failure(), ...outcome }
}

/** How sure a verdict is of itself: by a check digit, by the make-up of the number, or by its form alone. */
export function confidenceOf(verdict: TinVerdict): 'checksum' | 'structure' | 'format' {
  if (!verdict.valid) {
    const code = verdict.failure.code
    if (code === 'INVALID_CHECKSUM') return 'checksum'
    return code === 'INVALID_COMPONENT' || code === 'NEVER_ISSUED' ? 'structure' : 'format'
  }
  if (verdict.identifier.check === 'none') return 'format'
  if (verdict.identifier.check === 'structure') return 'structure'
  const unsure = verdict.warnings.some(
    ({ code }) =>
      code === 'CHECKSUM_MISMATCH_TOLERATED' ||
      code === 'CHECKSUM_NOT_VERIFIABLE' ||
      code === 'GENERIC_NUMBER',
  )
  return unsure ? 'structure' : 'checksum'
}
