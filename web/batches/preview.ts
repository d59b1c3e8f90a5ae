import {
  type Field,
  fields,
  knownPlace,
  looksLikeTin,
  type Places,
  toKey,
} from '#worker/batches/column-names.ts'
import { rowKey } from '#worker/batches/row-key.ts'
import type { CsvRecord } from '#worker/lib/csv-parser.ts'
import { lettersBefore } from '#worker/tin/country-aliases.ts'

/** Of a field, the name of a column that the user chose, or an empty text for none. */
export type ChosenColumns = Readonly<Partial<Record<Field, string>>>

export type Mapping = {
  hasHeader: boolean
  places: Places
  /** Names that the user can choose from. Empty without a header. */
  columns: readonly string[]
}

const SHOWN_ROWS = 5

/** Finds the columns as the server does. */
export function mapColumns(first: readonly string[], chosen: ChosenColumns): Mapping {
  const keys = first.map(toKey)
  const columns = first.filter((_, place) => keys[place] !== '' && keys.indexOf(keys[place] ?? '') === place)
  const places: Places = {}
  for (const field of fields) {
    const name = chosen[field]
    if (name === '') continue
    const place = name === undefined ? knownPlace(keys, field, places) : keys.indexOf(toKey(name))
    if (place !== undefined && place !== -1) places[field] = place
  }
  const tin = first.findIndex(looksLikeTin)
  if (tin === -1 || Object.keys(places).length > 0) return { hasHeader: true, places, columns }
  const country = first.findIndex((cell, place) => place !== tin && /^\s*[a-z]{2}\s*$/i.test(cell))
  return {
    hasHeader: false,
    places: { tin, ...(country !== -1 && { countryCode: country }) },
    columns: [],
  }
}

type PreviewRow = { line: number } & Readonly<Record<Field, string>>

export type Preview = {
  shown: readonly PreviewRow[]
  rows: number
  /** Rows that repeat a number. They cost nothing. */
  duplicates: number
  /** Rows without a number. They cost nothing. */
  empty: number
  /** Rows that can't be read, such as those with an open quotation mark. */
  broken: number
  cost: number
  /** Rows without a country in a column or in front of the number. */
  withoutCountry: number
  /** Each number once, by the country as it is written in the file. */
  numbers: ReadonlyMap<string, readonly NumberOfFile[]>
}

export type NumberOfFile = { tin: string; type: string }

/** An estimate: only the server knows which rows it can read. */
export function previewRows(
  rows: readonly CsvRecord[],
  { hasHeader, places }: Mapping,
  defaultCountry = '',
): Preview {
  const data = hasHeader ? rows.slice(1) : rows
  const known = new Set<string>()
  const counts = { duplicates: 0, empty: 0, broken: 0, withoutCountry: 0 }
  const shown: PreviewRow[] = []
  const numbers = new Map<string, NumberOfFile[]>()
  for (const { line, cells, problem } of data) {
    if (problem) {
      counts.broken++
      continue
    }
    const cell = (field: Field) => cells[places[field] ?? -1]?.trim() ?? ''
    const tin = cell('tin')
    const hasPrefix = lettersBefore(tin) !== undefined
    const country = cell('countryCode') || (hasPrefix ? tin.trim().slice(0, 2).toUpperCase() : defaultCountry)
    const row = {
      line,
      tin,
      countryCode: country,
      type: cell('type'),
      name: cell('name'),
      customId: cell('customId'),
    }
    if (shown.length < SHOWN_ROWS) shown.push(row)
    if (tin === '') counts.empty++
    else if (country === '') counts.withoutCountry++
    else {
      const key = rowKey(country.toUpperCase(), tin, row.type)
      if (known.has(key)) counts.duplicates++
      else {
        known.add(key)
        const ofCountry = numbers.get(country) ?? []
        if (ofCountry.length === 0) numbers.set(country, ofCountry)
        ofCountry.push({ tin, type: row.type })
      }
    }
  }
  return { shown, rows: data.length, cost: known.size, numbers, ...counts }
}

/** As options of the upload. */
export function columnOptions(chosen: ChosenColumns): Record<string, string> {
  const names = {
    tin: 'tinColumn',
    countryCode: 'countryColumn',
    type: 'typeColumn',
    name: 'nameColumn',
    customId: 'idColumn',
  } as const
  const options: Record<string, string> = {}
  for (const field of fields) {
    const column = chosen[field]
    if (column !== undefined) options[names[field]] = column
  }
  return options
}
