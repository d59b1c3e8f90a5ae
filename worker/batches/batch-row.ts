import { countryAliases, lettersBefore } from '#worker/tin/country-aliases.ts'
import { countries, validateTin } from '#worker/tin/index.ts'
import { type Columns, countryCodeOf } from './columns.ts'
import { batchItemSchema } from './contract.ts'

export type Item = {
  customId: string | null
  countryCode: string
  tin: string
  type?: string | undefined
  name?: string | undefined
}

/** Cells are those of the upload, for CSV. A row with a problem is unreadable. `cost` is 0 for a repeated number. */
export type BatchRow = { line: number; cells: string[] | null; cost: 0 | 1 } & (
  | { item: Item; problem?: undefined }
  | { item: Partial<Item>; problem: { code: string; message: string } }
)

type Source = { line: number; cells?: string[] }

const problems = {
  UNCLOSED_QUOTE: "A quotation mark in this line isn't closed.",
  TOO_LONG: 'This row is too long.',
  NOT_JSON: "This line isn't a JSON object.",
} as const

export const unreadable = (line: number, code: keyof typeof problems): BatchRow => ({
  line,
  cells: null,
  cost: 0,
  item: {},
  problem: { code, message: problems[code] },
})

const countryCodes: ReadonlySet<string> = new Set(countries.map(({ code }) => code))

const isCountry = (code: string) => countryCodes.has(countryAliases[code] ?? code)

/** `value` is an element of `items`, a line of NDJSON, or made from cells. */
export function toRow({ line, cells }: Source, value: unknown): BatchRow {
  const kept = cells ?? null
  const parsed = batchItemSchema.safeParse(value)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const problem = { code: 'INVALID_INPUT', message: issue?.message ?? 'This row is invalid.' }
    return { line, cells: kept, cost: 0, item: textsOf(value), problem }
  }
  const { customId = null, ...item } = parsed.data
  const row = { line, cells: kept, item: { ...item, customId } }
  if (!isCountry(item.countryCode)) {
    const message = `The country ${item.countryCode} isn't supported.`
    return { ...row, cost: 0, problem: { code: 'UNSUPPORTED_COUNTRY', message } }
  }
  const verdict = item.type ? validateTin(item.countryCode, item.tin, { type: item.type }) : undefined
  if (verdict && !verdict.valid && verdict.unsupported) {
    const { code, message } = verdict.failure
    return { ...row, cost: 0, problem: { code, message } }
  }
  return { ...row, cost: 1 }
}

export function toCsvRow(
  source: { line: number; cells: string[] },
  columns: Columns,
  country?: string,
): BatchRow {
  const { cells } = source
  const cell = (place: number | undefined) =>
    place === undefined ? undefined : cells[place]?.trim() || undefined
  const { places } = columns
  const tin = cell(places.tin) ?? ''
  const named = cell(places.countryCode)
  return toRow(source, {
    customId: cell(places.customId),
    countryCode: (named && (countryCodeOf(named) ?? named)) ?? prefixOf(tin) ?? country,
    tin,
    type: cell(places.type),
    name: cell(places.name),
  })
}

export const withDefaultCountry = (value: unknown, country: string | undefined): unknown => {
  if (typeof value !== 'object' || value === null || 'countryCode' in value) return value
  const prefix = 'tin' in value && typeof value.tin === 'string' ? prefixOf(value.tin) : undefined
  return { ...value, countryCode: prefix ?? country }
}

/** The country that a number begins with, as in DE136695976. */
function prefixOf(tin: string): string | undefined {
  const code = lettersBefore(tin)
  return code !== undefined && isCountry(code) ? code : undefined
}

const MAX_TEXT = 200

/** What can be shown of a row that doesn't match the schema. */
function textsOf(value: unknown): Partial<Item> {
  if (typeof value !== 'object' || value === null) return {}
  const text = (name: string) => {
    const found: unknown = Reflect.get(value, name)
    return typeof found === 'string' ? found.slice(0, MAX_TEXT) : undefined
  }
  const countryCode = text('countryCode')
  const tin = text('tin')
  return {
    customId: text('customId') ?? null,
    ...(countryCode !== undefined && { countryCode }),
    ...(tin !== undefined && { tin }),
  }
}
