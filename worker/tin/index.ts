import { createEngine } from './engine.ts'
import { rulesAsOf, table } from './table.ts'
import type { Country, Kind, TinResult, ValidTin } from './types.ts'

export { confidenceOf } from './confidence.ts'
export * from './types.ts'

const engine = createEngine(table)

const monthOfTheRules = { today: `${rulesAsOf}-31` }

/** Sorted by code. Types are ordered by how common they are. */
export const countries: readonly Country[] = engine.countries

type Options = { type?: string; kind?: Kind; today?: string }

/**
 * Checks the format without a register. `country` is an ISO code, XI, XK, EU, EL or UK; `type` is an identifier's id
 * or label; `kind` limits the types; `today` is the ISO date after which dates in numbers are in the future. Without it, that is the month of
 * the rules, so that an answer never depends on a clock. Never throws.
 */
export function validateTin(
  country: string,
  tin: string,
  { type, kind, today = monthOfTheRules.today }: Options = monthOfTheRules,
): TinResult {
  return engine.validate(country, tin, type, kind, today)
}

/** Like `validateTin`, for all types. Undefined if the number is invalid. */
export const matchTin = (country: string, tin: string): ValidTin | undefined =>
  engine.match(country, tin, monthOfTheRules.today)
