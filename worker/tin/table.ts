import * as countries from './countries/index.ts'
import type { CountryRule } from './country-rule.ts'

/** An ISO 8601 month. */
export const rulesAsOf = '2026-11'

export const table: readonly CountryRule[] = Object.values(countries).sort((a, b) =>
  a.code < b.code ? -1 : 1,
)
