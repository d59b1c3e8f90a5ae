import { isoCode } from './contract/country-aliases.ts'
import { countries, type Identifier, type ReportingHolder, type TinResult, validateTin } from './index.ts'
import { type ReportingException, reportingExceptions, type Source } from './reporting-exceptions.ts'

/** `id` is null for a number that we can't check. */
type AcceptedNumber = {
  readonly id: string | null
  readonly name: string
  readonly role: 'tin' | 'functional_equivalent'
}

export type ReportingRule = {
  /** `unknown`: no source names the numbers, and the country's rule has none for this holder. */
  readonly status: 'issued' | 'not_issued' | 'unknown'
  readonly accepted: readonly AcceptedNumber[]
  readonly note: string | null
  /** Null for what follows from the uses of the country's types. */
  readonly source: Source | null
}

/** Undefined for a country without a rule. Aliases such as UK are allowed. */
export function reportingRule(country: string, holder: ReportingHolder): ReportingRule | undefined {
  const code = isoCode(country)
  const found = countries.find((each) => each.code === code)
  return found && ruleOf(found.identifiers, holder, reportingExceptions[code]?.[holder] ?? {})
}

function ruleOf(
  identifiers: readonly Identifier[],
  holder: ReportingHolder,
  { types, others = [], status, ...cited }: ReportingException,
): ReportingRule {
  const { note, source } = { note: null, source: null, ...cited }
  const isNone = identifiers.every(({ id }) => id.endsWith('.NONE'))
  if (status || isNone) return { status: status ?? 'not_issued', accepted: [], note, source }
  const found = types
    ? types.flatMap((type) => identifiers.find(({ id }) => id.slice(3) === type) ?? [])
    : derive(identifiers, holder)
  const accepted = [
    ...found.map((identifier) => ({ id: identifier.id, name: nameOf(identifier), role: roleOf(identifier) })),
    ...others.map((name) => ({ id: null, name, role: 'functional_equivalent' as const })),
  ]
  return { status: accepted.length > 0 ? 'issued' : 'unknown', accepted, note, source }
}

/** A functional equivalent is accepted only where there is no TIN. */
function derive(identifiers: readonly Identifier[], holder: ReportingHolder): readonly Identifier[] {
  const own = holder === 'person' ? 'person' : 'company'
  const ofHolder = identifiers.filter((each) => !each.onRequest && [own, 'any'].includes(each.holder))
  const tins = ofHolder.filter(({ kinds }) => kinds.includes('tin'))
  const equivalent = holder === 'person' ? 'person' : 'business'
  return tins.length > 0 ? tins : ofHolder.filter(({ kinds }) => kinds.includes(equivalent))
}

/** A number of a population or business register serves as the TIN. */
const roleOf = ({ kind }: Identifier): AcceptedNumber['role'] =>
  kind === 'tin' || kind === 'vat' ? 'tin' : 'functional_equivalent'

const nameOf = ({ label, name }: Identifier) => (label === name ? name : `${name} (${label})`)

/** Numbers of several types can look the same, so the accepted types decide first. */
export function validateForReporting(
  country: string,
  tin: string,
  { accepted }: ReportingRule,
  today: string,
): TinResult {
  const checked = validateTin(country, tin, { today })
  const types = accepted.flatMap(({ id }) => id ?? [])
  if (checked.valid && types.includes(checked.identifier.id)) return checked
  const others = types.map((type) => validateTin(country, tin, { today, type }))
  return others.find(({ valid }) => valid) ?? checked
}
