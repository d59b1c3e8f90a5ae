import { AppError } from '#worker/errors.ts'
import { countries } from '#worker/tin/index.ts'
import {
  countryCodesByName,
  type Field,
  fields,
  knownPlace,
  looksLikeTin,
  type Places,
  toKey,
} from './column-names.ts'
import type { UploadOptions } from './contract.ts'

/** The place of each field in a row. `header` is null for a file that begins with data. */
export type Columns = {
  header: string[] | null
  delimiter: string
  places: Places & { tin: number }
}

const options = {
  tin: 'tinColumn',
  countryCode: 'countryColumn',
  type: 'typeColumn',
  name: 'nameColumn',
  customId: 'idColumn',
} as const satisfies Record<Field, keyof UploadOptions>

/** From the first row of a file. Throws INVALID_INPUT if no column can hold the numbers. */
export function findColumns(first: string[], delimiter: string, upload: UploadOptions): Columns {
  const keys = first.map(toKey)
  const places: Places = {}
  for (const field of fields) {
    const wanted = upload[options[field]]
    if (wanted === '') continue
    const place =
      wanted === undefined ? knownPlace(keys, field, places) : placeOf(keys, wanted, options[field])
    if (place !== undefined) places[field] = place
  }
  if (places.tin !== undefined) return { header: first, delimiter, places: { ...places, tin: places.tin } }
  const tin = first.findIndex(looksLikeTin)
  if (tin === -1 || Object.keys(places).length > 0) throw missingColumn('tinColumn', first)
  const country = first.findIndex((cell, place) => place !== tin && countryCodeOf(cell) !== undefined)
  return { header: null, delimiter, places: { tin, ...(country !== -1 && { countryCode: country }) } }
}

function placeOf(keys: readonly string[], wanted: string, path: string): number {
  const place = keys.indexOf(toKey(wanted))
  if (place === -1) {
    const message = `The file has no column "${wanted}".`
    throw new AppError('INVALID_INPUT', { message, details: [{ path, message }] })
  }
  return place
}

function missingColumn(path: string, first: readonly string[]): AppError {
  const found = first.slice(0, 10).join(', ').slice(0, 300)
  const message = `No column holds tax IDs. Name one "tin", or send its name as tinColumn. Found: ${found}`
  return new AppError('INVALID_INPUT', { message, details: [{ path, message }] })
}

let countryCodes: Map<string, string> | undefined

/** A code, or a country's name in one of the five languages. */
export function countryCodeOf(text: string): string | undefined {
  const code = text.trim().toUpperCase()
  if (/^[A-Z]{2}$/.test(code)) return code
  countryCodes ??= countryCodesByName(countries)
  return countryCodes.get(toKey(text))
}
