import { type BatchItem, batchItemSchema, MAX_ROW_LINES } from '#worker/batches/contract.ts'
import { lettersAndDigits } from '#worker/lib/text.ts'
import { isoCode, lettersBefore } from '#worker/tin/contract/country-aliases.ts'
import { unsupportedCountry } from '#worker/tin/contract/unsupported-country.ts'
import type { ValidateRequest } from '#worker/validation/contract.ts'
import type { Field, Places } from './columns.ts'
import type { Countries } from './countries.ts'
import type { CsvRecord } from './csv-parser.ts'

/** Only a validation that waits has the options that batches don't take. */
export type Item = Omit<BatchItem, 'customId'> & { customId: string | null } & Pick<
    ValidateRequest,
    'kind' | 'sandbox'
  >

/**
 * `cost` is 0 for a repeated number. With `asksFallback`, a register's "no" counts only if no fallback lists the number.
 * With `failsWebhook`, deliveries of the event about the result fail.
 */
export type BatchRow = {
  line: number
  cells: string[] | null
  cost: 0 | 1
  asksFallback?: true
  failsWebhook?: true
} & (
  | { item: Item; problem?: undefined }
  | { item: Partial<Item>; problem: { code: string; message: string } }
)

const problems = {
  UNCLOSED_QUOTE: `A quotation mark in this line isn't closed within ${MAX_ROW_LINES} lines.`,
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

type Source = Pick<BatchRow, 'line'> & { cells?: string[] }

export function toRowOfCountry(
  { line, cells }: Source,
  value: unknown,
  { isSupported }: Countries,
): BatchRow {
  const kept = cells ?? null
  const parsed = batchItemSchema.safeParse(value)
  if (!parsed.success) {
    const item = textsOf(value)
    const [issue] = parsed.error.issues
    const message = (cells && rowProblemIn(item, issue?.path[0])) ?? issue?.message ?? 'This row is invalid.'
    return { line, cells: kept, cost: 0, item, problem: { code: 'INVALID_INPUT', message } }
  }
  const { customId = null, ...item } = parsed.data
  const row = { line, cells: kept, item: { ...item, customId } }
  if (isSupported(item.countryCode)) return { ...row, cost: 1 }
  const problem = { code: 'UNSUPPORTED_COUNTRY', message: unsupportedCountry(item.countryCode) }
  return { ...row, cost: 0, problem }
}

/** People who fill in a table need other words than the authors of a request. */
function rowProblemIn(
  { tin, countryCode }: Partial<Item>,
  field: PropertyKey | undefined,
): string | undefined {
  if (!tin) return 'This row has no tax ID.'
  if (!countryCode) return 'This row has no country.'
  return field === 'countryCode'
    ? `We don't know the country "${countryCode.slice(0, 50).toWellFormed()}". Write its English name or its code, such as "DE".`
    : undefined
}

/** Tabs too: spreadsheets write addresses with both. */
const lineBreaks = /[\t-\r\u0085\u2028\u2029]+/g

export function toItem(
  { cells }: CsvRecord,
  places: Places,
  countries: Countries,
  defaultCountry: string | undefined,
): Record<Field, string | undefined> {
  const cell = (field: Field) => cells[places[field] ?? -1]?.trim().replace(lineBreaks, ' ') || undefined
  const tin = cell('tin') ?? ''
  const country = cell('countryCode')
  return {
    customId: cell('customId'),
    countryCode: country
      ? (countries.codeOf(country) ?? country)
      : (prefixOf(tin, countries) ?? defaultCountry),
    tin,
    type: cell('type'),
    kind: cell('kind')?.toLowerCase(),
    name: cell('name'),
    address: cell('address'),
    purpose: cell('purpose')?.toLowerCase(),
    holder: cell('holder')?.toLowerCase(),
  }
}

export function withDefaultCountry(item: object, countries: Countries, country: string | undefined): object {
  if ('countryCode' in item) return item
  const prefix = 'tin' in item && typeof item.tin === 'string' ? prefixOf(item.tin, countries) : undefined
  return { ...item, countryCode: prefix ?? country }
}

function prefixOf(tin: string, { isSupported }: Countries): string | undefined {
  const code = lettersBefore(tin)
  return code !== undefined && isSupported(code) ? code : undefined
}

const MAX_TEXT = 200

function textsOf(value: unknown): Partial<Item> {
  if (typeof value !== 'object' || value === null) return {}
  const text = (name: string) => {
    const found: unknown = Reflect.get(value, name)
    return typeof found === 'string' ? found.slice(0, MAX_TEXT).toWellFormed() : undefined
  }
  const countryCode = text('countryCode')
  const tin = text('tin')
  return {
    customId: text('customId') ?? null,
    ...(countryCode !== undefined && { countryCode }),
    ...(tin !== undefined && { tin }),
  }
}

export function isRepeated(known: Set<string>, row: BatchRow): boolean {
  if (row.cost === 0 || row.problem) return false
  return known.size === known.add(rowKey(row.item)).size
}

/** Rows with the same key are one validation, also if only one of the numbers begins with its country. */
export function rowKey({ countryCode, tin, type = '', kind }: Omit<Item, 'customId'>): string {
  const code = isoCode(countryCode)
  const text = lettersAndDigits(tin)
  const letters = text.slice(0, 2)
  const isPrefix = isoCode(letters) === code
  return `${code} ${type.toLowerCase()} ${kind ?? ''} ${isPrefix ? text.slice(2) : text}`
}
