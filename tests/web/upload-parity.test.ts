import { describe, expect, test } from 'vitest'
import { encodings } from '#web/batches/encodings.ts'
import { mapColumns, previewRows, queryOf } from '#web/batches/preview.ts'
import { readFile } from '#web/batches/read-source.ts'
import { uploadQuerySchema } from '#worker/batches/contract.ts'
import { readCsv } from '#worker/batches/read-upload.ts'
import { type BatchRow, isRepeated } from '#worker/batches/upload-contract/batch-row.ts'
import type { NamedColumns } from '#worker/batches/upload-contract/columns.ts'
import { countriesOf } from '#worker/batches/upload-contract/countries.ts'
import { countries } from '#worker/tin/index.ts'

type Upload = {
  text: string | Uint8Array<ArrayBuffer>
  named?: NamedColumns
  defaultCountry?: string
  encoding?: string
}

const SHOWN = 5

async function onServer({ text, named = {}, defaultCountry, encoding }: Upload) {
  const options = uploadQuerySchema.parse({ ...queryOf(named), defaultCountry })
  const contentType = encoding && `text/csv; charset=${encoding}`
  const { rows: parts, end } = readCsv(new Blob([text]).stream(), { ...options, contentType })
  const rows: BatchRow[] = []
  for await (const part of parts) rows.push(...part)
  const known = new Set<string>()
  const duplicates = rows.filter((row) => isRepeated(known, row)).length
  const shown = rows.filter(({ cells }) => cells).slice(0, SHOWN)
  return {
    header: end().columns?.header ?? null,
    places: end().columns?.places,
    rows: rows.length,
    cost: known.size,
    duplicates,
    unreadable: rows.filter(({ problem }) => problem).length,
    shown: shown.map(({ line, item: { countryCode = '', tin = '' } }) => ({ line, countryCode, tin })),
  }
}

async function inPreview({ text, named = {}, defaultCountry, encoding }: Upload) {
  const source = await readFile(new File([text], 'upload.csv'), encoding)
  const known = countriesOf(countries)
  const { header, places } = mapColumns(source.rows, named, known)
  const preview = previewRows(source.rows, { header, places, columns: [] }, known, defaultCountry)
  const { rows, cost, duplicates, unusable, shown } = preview
  return {
    header: header?.cells ?? null,
    places,
    rows,
    cost,
    duplicates,
    unreadable: unusable,
    shown: shown.map(({ line, countryCode, tin }) => ({ line, countryCode, tin })),
  }
}

const bytes = (...parts: (string | number)[]) =>
  Uint8Array.from(
    parts.flatMap((part) => (typeof part === 'number' ? part : [...new TextEncoder().encode(part)])),
  )

describe('the preview agrees with the server about an upload', () => {
  test.each<[string, Upload]>([
    ['with a country by name and no header', { text: '136695976,Germany\nU12345675,Österreich' }],
    ['of numbers alone', { text: 'DE136695976\n\nFR40303265045\n' }],
    ['with a header in German', { text: 'Firma;Land;USt-IdNr.\nMuster;Schweiz;136695976\n' }],
    [
      'with the same number by code and by name',
      { text: 'tin,country\n136695976,de\nDE136695976,Germany\n' },
    ],
    ['with letters in front that are no country', { text: 'tin\nAB123456\nUK980780684\n' }],
    ['with country codes of three letters', { text: 'tin,country\n136695976,DEU\nDE136695976,de\n1,PRK\n' }],
    ['with countries that do not exist', { text: 'tin,country\n1,Atlantis\n2,XX\n' }],
    ['with a default country', { text: 'tin\n136695976\nFR40303265045\n', defaultCountry: 'DE' }],
    ['without numbers in some rows', { text: 'tin,country\n,DE\n" ",DE\n' }],
    ['with numbers that are refused', { text: `tin,country\n${'1'.repeat(101)},DE\n"1\u00002",DE\n` }],
    ['with line breaks inside cells', { text: 'tin,country\n"136\n695976",DE\n"136\t695976","D\nE"\n' }],
    ['whose first line cannot be read', { text: `${'x,'.repeat(11_000)}\ntin,country\n136695976,DE\n` }],
    ['with too many columns in a row', { text: `tin,country\n1,DE${',x'.repeat(100)}\n136695976,DE\n` }],
    ['with an open quotation mark', { text: 'tin,country\n"1,DE\n136695976,DE\n' }],
    [
      'with columns that the user chose',
      { text: 'A,B\n1,136695976\n', named: { tin: 'B' }, defaultCountry: 'DE' },
    ],
    [
      'with a column that the user left out',
      { text: 'tin,country\nDE136695976,FR\n', named: { countryCode: '' } },
    ],
    ['in Windows-1252', { text: bytes('Land;Nummer\n', 0xd6, 'sterreich;U12345675\n') }],
    ...encodings.map(({ value }): [string, Upload] => [
      `in ${value}`,
      { text: bytes('Land;Nummer\n', 0xb3, 0xe8, 0xf8, ';U12345675\nAT;U12345675\n'), encoding: value },
    ]),
    ['in UTF-8 with a bad byte', { text: bytes('Land;Nummer\n', 0xfc, ';1\nÖsterreich;U12345675\n') }],
    ['with a hint and a byte order mark', { text: '\ufeffsep=;\ntin;country\n136695976;DE' }],
  ])('%s', async (_, upload) => {
    expect(await inPreview(upload)).toEqual(await onServer(upload))
  })
})
