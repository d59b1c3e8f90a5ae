import type { BatchItem } from '#worker/batches/contract.ts'
import { isRepeated, toItem, toRowOfCountry, unreadable } from '#worker/batches/upload-contract/batch-row.ts'
import {
  columnOptions,
  fields,
  findColumns,
  type NamedColumns,
  type Places,
} from '#worker/batches/upload-contract/columns.ts'
import { type Countries, toKey } from '#worker/batches/upload-contract/countries.ts'
import type { CsvRecord } from '#worker/batches/upload-contract/csv-parser.ts'

export type Mapping = {
  header: CsvRecord | undefined
  places: Places
  columns: readonly string[]
}

const SHOWN_ROWS = 5

/** The first row that can be read names the columns. */
export function mapColumns(rows: readonly CsvRecord[], named: NamedColumns, countries: Countries): Mapping {
  const first = rows.find(({ problem }) => !problem)
  const { hasHeader, places } = findColumns(first?.cells ?? [], named, countries)
  if (!hasHeader) return { header: undefined, places, columns: [] }
  const keys = first?.cells.map(toKey) ?? []
  const isNew = (_: string, place: number) => keys[place] !== '' && keys.indexOf(keys[place] ?? '') === place
  return { header: first, places, columns: first?.cells.filter(isNew) ?? [] }
}

type PreviewRow = { line: number; cells: readonly string[]; tin: string; countryCode: string }

/**
 * `problems` has the reasons why rows can't be validated, with how many rows each has. The server refuses a batch with too
 * many of these `unusable` rows.
 */
export type Preview = {
  shown: readonly PreviewRow[]
  rows: number
  duplicates: number
  problems: ReadonlyMap<string, number>
  unusable: number
  cost: number
  withoutCountry: number
  /** The rows that the quota is enough for, and the line after them. Undefined if it's enough for all. */
  affordable: { rows: number; endLine: number } | undefined
  numbers: ReadonlyMap<string, readonly NumberOfFile[]>
}

export type NumberOfFile = { tin: string; type: string; kind?: BatchItem['kind'] }

/** As the server reads the rows. Only the server knows the types of a country. */
export function previewRows(
  rows: readonly CsvRecord[],
  { header, places }: Mapping,
  countries: Countries,
  defaultCountry?: string,
  left = Number.POSITIVE_INFINITY,
): Preview {
  const known = new Set<string>()
  const counts = { rows: 0, duplicates: 0, unusable: 0, withoutCountry: 0 }
  const problems = new Map<string, number>()
  const shown: PreviewRow[] = []
  let affordable: Preview['affordable']
  const distinct: (NumberOfFile & { countryCode: string })[] = []
  for (const record of rows) {
    if (record === header) continue
    counts.rows++
    const item = toItem(record, places, countries, defaultCountry)
    const { tin = '', countryCode = '', type = '' } = item
    if (!record.problem && shown.length < SHOWN_ROWS)
      shown.push({ line: record.line, cells: record.cells, tin, countryCode })
    const row = record.problem
      ? unreadable(record.line, record.problem)
      : toRowOfCountry(record, item, countries)
    if (row.problem) {
      const { message } = row.problem
      problems.set(message, (problems.get(message) ?? 0) + 1)
      counts.unusable++
      if (tin !== '' && countryCode === '') counts.withoutCountry++
    } else if (isRepeated(known, row)) counts.duplicates++
    else {
      distinct.push({ countryCode: row.item.countryCode, tin, type, kind: row.item.kind })
      if (distinct.length > left) affordable ??= { rows: counts.rows - 1, endLine: record.line }
    }
  }
  const numbers = Map.groupBy(distinct, (each) => each.countryCode)
  return { shown, affordable, cost: distinct.length, numbers, problems, ...counts }
}

export function queryOf(named: NamedColumns): Record<string, string> {
  return Object.fromEntries(
    fields.flatMap((field) => (named[field] === undefined ? [] : [[columnOptions[field], named[field]]])),
  )
}
