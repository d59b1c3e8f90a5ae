import { findColumns, type NamedColumns } from '#worker/batches/upload-contract/columns.ts'
import { type Countries, toKey } from '#worker/batches/upload-contract/countries.ts'
import type { CsvRecord } from '#worker/batches/upload-contract/csv-parser.ts'

const SAMPLES = 50
const MIN_SHARE = 0.6
/** Registers compare names, so a column of people's names must not be taken for the companies'. */
const LEGAL_FORM =
  /(^|[\s,])(gmbh|ag|kg|ohg|ug|e\.? ?k|gbr|se|ltd|limited|plc|llc|llp|inc|corp|s\.?a\.?r?\.?l?|sas|b\.?v|n\.?v|s\.?r\.?l|s\.?p\.?a|sp\. z o\.?o|s\.?l|s\.?r\.?o|a\.?s|a\/s|aps|ab|oyj?|kft|d\.?o\.?o|pty)\.?($|[\s,&])/i

const guessed = ['tin', 'countryCode', 'name'] as const
type Guessed = (typeof guessed)[number]

/** The columns whose header doesn't say what they hold, by their first 50 values. Only in a file with a header. */
export function guessColumns(rows: readonly CsvRecord[], countries: Countries): NamedColumns {
  const [header, ...others] = rows.filter(({ problem }) => !problem)
  const { hasHeader, places } = findColumns(header?.cells ?? [], {}, countries)
  if (!header || !hasHeader) return {}
  const keys = header.cells.map(toKey)
  const shareOf = (field: Guessed, place: number) => {
    const values = others.flatMap(({ cells }) => cells[place]?.trim() || []).slice(0, SAMPLES)
    const sum = values.reduce((total, value) => total + looksLike[field](value, countries), 0)
    return sum / Math.max(1, values.length)
  }
  const taken = new Set(Object.values(places))
  const found: Partial<Record<Guessed, string>> = {}
  for (const field of guessed) {
    const named = places[field]
    // "Number" may be a customer's.
    if (named !== undefined && (field !== 'tin' || shareOf('tin', named) > 0)) continue
    const [best] = header.cells
      .flatMap((name, place) => {
        const isNamed = keys[place] !== '' && keys.indexOf(keys[place] ?? '') === place
        return isNamed && !taken.has(place) ? [{ name, place, share: shareOf(field, place) }] : []
      })
      .filter(({ share }) => share >= MIN_SHARE)
      .toSorted((one, other) => other.share - one.share)
    if (!best) continue
    found[field] = best.name
    taken.add(best.place)
  }
  return found
}

/** From 0 to 1; more for what a column has in few rows. */
const looksLike: Readonly<Record<Guessed, (value: string, countries: Countries) => number>> = {
  tin: (value, { isSupported }) => {
    const text = value.toUpperCase().replace(/[\s./-]/g, '')
    const digits = text.replace(/\D/g, '').length
    if (digits < 5 || !/^[A-Z0-9]{7,20}$/.test(text) || value.startsWith('00')) return 0
    if (/^[A-Z]{2}/.test(text)) return isSupported(text.slice(0, 2)) ? 1 : 0
    return digits >= 8 ? 0.7 : 0
  },
  countryCode: (value, { codeOf, isSupported }) => {
    const code = codeOf(value)
    return code !== undefined && isSupported(code) ? 1 : 0
  },
  name: (value) => (LEGAL_FORM.test(value) ? 2 : 0),
}
