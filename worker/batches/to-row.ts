import { countries as list, validateTin } from '#worker/tin/index.ts'
import { type BatchRow, toRowOfCountry } from './upload-contract/batch-row.ts'
import { countriesOf } from './upload-contract/countries.ts'

export const countries = countriesOf(list)

/** A row with a type that its country doesn't have is unreadable. */
export function toRow(source: Parameters<typeof toRowOfCountry>[0], value: unknown): BatchRow {
  const row = toRowOfCountry(source, value, countries)
  if (row.problem || !row.item.type) return row
  const { countryCode, tin, type } = row.item
  const verdict = validateTin(countryCode, tin, { type })
  if (verdict.valid || !verdict.unsupported) return row
  const { code, message } = verdict.failure
  return { ...row, cost: 0, problem: { code, message } }
}
