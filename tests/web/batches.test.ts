import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { donePercent, sharesOf } from '#web/batches/batch-state.ts'
import { durationText } from '#web/batches/estimate-part.tsx'
import { guessColumns } from '#web/batches/guess-columns.ts'
import { mapColumns, previewRows, queryOf } from '#web/batches/preview.ts'
import { cellText, readFile, utf8TextBefore } from '#web/batches/read-source.ts'
import { sampleItems } from '#web/batches/sample-items.ts'
import { csvToWorkbook } from '#web/batches/workbook.ts'
import { listFile } from '#web/lib/file-draft.ts'
import { estimateSchema, MAX_ROWS, MAX_UPLOAD } from '#worker/batches/contract.ts'
import type { NamedColumns } from '#worker/batches/upload-contract/columns.ts'
import { countriesOf } from '#worker/batches/upload-contract/countries.ts'

/** A workbook of text cells, with more rows of the same number below. Large entries took another path. */
function workbookOf(rows: readonly (readonly string[])[], more: number, cover = '', state = 'visible'): File {
  const escaped = (text: string) => text.replaceAll('"', '&quot;')
  const cells = [...rows, ...Array.from({ length: more }, () => ['DE136695976'])].map((row, index) => {
    const written = row.map((text, column) =>
      text === ''
        ? ''
        : `<c r="${column < 2 ? 'AB'[column] : 'GR'}${index + 1}" t="inlineStr"><is><t>${escaped(text)}</t></is></c>`,
    )
    return `<row r="${index + 1}">${written.join('')}</row>`
  })
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const links = 'http://schemas.openxmlformats.org/package/2006/relationships'
  const files = {
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Cover" sheetId="2" state="${state}" r:id="rId2"/><sheet name="One" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${links}"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/worksheet" Target="worksheets/sheet2.xml"/></Relationships>`,
    'xl/worksheets/sheet2.xml': `<worksheet xmlns="${main}"><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>${cover}</t></is></c></row></sheetData></worksheet>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${cells.join('')}</sheetData></worksheet>`,
  }
  const zipped = zipSync(Object.fromEntries(Object.entries(files).map(([name, xml]) => [name, strToU8(xml)])))
  return new File([zipped], 'suppliers.xlsx')
}

const fileOf = (text: string, name = 'customers.csv') => new File([text], name)

const countries = countriesOf([
  { code: 'DE', name: 'Germany' },
  { code: 'FR', name: 'France' },
])

describe('columns', () => {
  const map = (cells: string[], named: NamedColumns = {}) =>
    mapColumns([{ line: 1, cells }], named, countries)

  test('recognizes names in other languages, and gives a column to one field', () => {
    const { header, places } = map(['Firma', 'Land', 'USt-IdNr.', 'Kundennummer', 'Notiz'])
    expect(header).toBeDefined()
    expect(places).toEqual({ tin: 2, countryCode: 1, name: 0, customId: 3 })
    const { places: others } = map(['Kd-Nr', 'Umsatzsteuer-Identifikationsnr.', 'Land/Region'])
    expect(others).toEqual({ tin: 1, countryCode: 2, customId: 0 })
  })

  test('takes the columns that the user chose, also over known names', () => {
    expect(map(['VAT', 'Other number'], { tin: 'Other number' }).places.tin).toBe(1)
    expect(queryOf({ tin: 'Other number', customId: 'Key' })).toEqual({
      tinColumn: 'Other number',
      customIdColumn: 'Key',
    })
  })

  test('finds no number in a header of unknown names, and offers each name once', () => {
    const { places, columns } = map(['Key', 'key', '', 'What'])
    expect(places.tin).toBeUndefined()
    expect(columns).toEqual(['Key', 'What'])
  })
})

describe('columns without a known name', () => {
  const guess = (...rows: string[][]) =>
    guessColumns(
      rows.map((cells, index) => ({ line: index + 1, cells })),
      countries,
    )

  test('are found by their values, also if a few are empty or wrong', () => {
    expect(
      guess(
        ['Kd', 'Partner', 'Region', 'Kennung', 'Fon', 'PLZ'],
        ['K-1', 'Muster GmbH', 'Deutschland', 'DE 136.695.976', '0049 30 1234567', '10115'],
        ['K-2', 'Boulangerie SARL', 'France', '', '+33 1 23 45 67 89', '75001'],
        ['K-3', 'Ada Lovelace', 'DE', 'DE123', '030 1234567', '10117'],
        ['K-4', 'Beispiel AG & Co. KG', 'Frankreich', 'FR40303265045', '', ''],
      ),
    ).toEqual({ tin: 'Kennung', countryCode: 'Region', name: 'Partner' })
  })

  test('leave out names of people, and take over from a number of something else', () => {
    const rows = [
      ['Nummer', 'Kontakt', 'X'],
      ['17', 'Ada Lovelace', '136695976'],
      ['18', 'Grace Hopper', '40303265045'],
    ]
    expect(guess(...rows)).toEqual({ tin: 'X' })
    expect(guess(['VAT', 'Other'], ['1', '2'], ['DE1', '3'])).toEqual({})
    expect(guess(['DE136695976', 'x'], ['FR40303265045', 'y'])).toEqual({})
    expect(guess(['', '', 'Twice', 'Twice'], ['136695976', '136695976', 'x', '136695976'])).toEqual({})
    expect(guess()).toEqual({})
  })
})

describe('preview', () => {
  const header = ['country', 'vat', 'name']
  const previewOf = (rows: string[][], defaultCountry?: string) => {
    const records = [header, ...rows].map((cells, index) => ({ line: index + 1, cells }))
    return previewRows(records, mapColumns(records, {}, countries), countries, defaultCountry)
  }

  test('counts rows, duplicates, and rows without a number or a country', () => {
    const preview = previewOf([
      ['DE', '136695976', 'A'],
      ['de', 'DE 136 695 976', 'B'],
      ['de', '136.695.976', 'C'],
      ['', '', 'D'],
      ['', '40303265045', 'E'],
      ['', 'FR40303265045', 'F'],
    ])
    expect(preview).toMatchObject({
      rows: 6,
      problems: new Map([
        ['This row has no tax ID.', 1],
        ['This row has no country.', 1],
      ]),
      unusable: 2,
      duplicates: 2,
      withoutCountry: 1,
      cost: 2,
    })
    expect(preview.shown).toHaveLength(5)
    expect(preview.shown[0]).toEqual({
      line: 2,
      countryCode: 'DE',
      tin: '136695976',
      cells: ['DE', '136695976', 'A'],
    })
  })

  test('says why rows can’t be validated', () => {
    const { problems } = previewOf([
      ['Narnia', '136695976', 'A'],
      ['Narnia', '136695977', 'B'],
      ['XX', '136695976', 'C'],
    ])
    expect([...problems]).toEqual([
      ['We don\'t know the country "Narnia". Write its English name or its code, such as "DE".', 2],
      ["XX isn't a country code that we know.", 1],
    ])
  })

  test('says how many rows the quota is enough for, and cuts the file there', async () => {
    const text = 'vat;note\r\nDE136695976;"two\nlines"\r\n\r\nDE136695976;again\r\nFR40303265045;Ü\r\nFR1;'
    const source = await readFile(fileOf(text))
    const { rows } = source
    const mapping = mapColumns(rows, {}, countries)
    const of = (left: number) => previewRows(rows, mapping, countries, undefined, left).affordable
    expect([of(3), of(2)?.rows, of(0)]).toEqual([undefined, 3, { rows: 0, endLine: 2 }])
    const cut = of(1)
    expect(cut).toEqual({ rows: 2, endLine: 6 })
    expect(await (await utf8TextBefore(source, 6)).text()).toBe(text.slice(0, text.indexOf('FR')))
  })

  test('knows countries by their names in ISO 3166 and everyday use', () => {
    expect(['Korea', 'Korea, Republic of', 'Turkey', 'Éire'].map(countries.codeOf)).toEqual([
      'KR',
      'KR',
      'TR',
      'IE',
    ])
  })

  test('uses the default country only for rows without one', () => {
    const { shown, withoutCountry } = previewOf(
      [
        ['', '40303265045'],
        ['', 'DE136695976'],
      ],
      'FR',
    )
    expect(shown.map(({ countryCode }) => countryCode)).toEqual(['FR', 'DE'])
    expect(withoutCountry).toBe(0)
  })

  test('has no rows below a header alone', () => {
    expect(previewOf([])).toMatchObject({ rows: 0, cost: 0, shown: [] })
  })
})

describe('the estimate', () => {
  const many = (count: number, type = '') =>
    Array.from({ length: count }, (_, at) => ({ tin: String(10_000 + at), type }))

  test('samples each country, and says how many rows the sample is for', () => {
    const items = sampleItems(
      new Map([
        ['DE', many(1_000)],
        ['CH', many(7, 'CH.UID')],
      ]),
    )
    expect(items.length).toBeLessThanOrEqual(200)
    const rowsOf = (code: string) =>
      items.filter(({ countryCode }) => countryCode === code).map(({ rows = 0 }) => rows)
    expect(rowsOf('DE').reduce((sum, rows) => sum + rows, 0)).toBe(1_000)
    expect(rowsOf('DE')).toHaveLength(100)
    expect(rowsOf('CH')).toEqual([1, 1, 1, 1, 1, 1, 1])
    expect(items.find(({ countryCode }) => countryCode === 'CH')).toMatchObject({ type: 'CH.UID' })
  })

  test('leaves out what the API refuses, and is small enough to be sent', () => {
    const refused = [
      { tin: '1'.repeat(101), type: '' },
      { tin: '1', type: 'x'.repeat(33) },
      { tin: '1\u0000', type: '' },
    ]
    expect(sampleItems(new Map([['DE', refused]]))).toEqual([])
    const longest = Array.from({ length: 5_000 }, () => ({ tin: '€'.repeat(40), type: '€'.repeat(32) }))
    const items = sampleItems(new Map([['DE', longest]]))
    const body = { items, organizationId: 'o'.repeat(64) }
    expect(estimateSchema.safeParse(body).error).toBeUndefined()
    expect(new TextEncoder().encode(JSON.stringify(body)).length).toBeLessThan(64 * 1024)
  })

  test.each([
    [0.2, 'a few seconds'],
    [41, 'about 50 seconds'],
    [89, 'about 90 seconds'],
    [150, 'about 3 minutes'],
    [5_399, 'about 90 minutes'],
    [28_800, 'about 8 hours'],
    [200_000, 'about 2 days'],
  ])('says %d seconds as %s', (seconds, text) => {
    expect(durationText(seconds)).toBe(text)
  })
})

describe('files', () => {
  test('guesses the delimiter, and sends the file as it is', async () => {
    const file = fileOf('land;ustid\nDE;136695976\n\n')
    const { rows, name, body } = await readFile(file)
    expect(rows).toEqual([
      { line: 1, cells: ['land', 'ustid'] },
      { line: 2, cells: ['DE', '136695976'] },
    ])
    expect(name).toBe('customers')
    expect(body).toBe(file)
  })

  test('says if a file mixes encodings', async () => {
    const mixed = [new TextEncoder().encode('tin;name\nDE1;Österreich\nDE2;M'), Uint8Array.of(0xfc, 0x0a)]
    expect((await readFile(new File(mixed, 'mixed.csv'))).isMixed).toBe(true)
    expect((await readFile(fileOf('tin;name\nDE1;Österreich'))).isMixed).toBe(false)
  })

  const bytesOf = (text: string, ...letters: number[]) =>
    new File([text, Uint8Array.from(letters)], 'kontrahenci.csv')
  test.each([
    ['German', bytesOf('tin;name\nDE1;M', 0xfc, 0x6c, 0x6c, 0x65, 0x72), 'windows-1252', 'Müller'],
    ['Polish', bytesOf('tin;name\nDE1;Sp', 0xf3, 0xb3, 0x6b, 0x61), 'windows-1250', 'Spółka'],
    ['Slovak', bytesOf('tin;name\nDE1;', 0x8a, 0x9d, 0x61, 0x73, 0x74), 'windows-1250', 'Šťast'],
    [
      'Spanish',
      bytesOf('tin;name\nDE1;', 0xbf, 0x71, 0x75, 0xe9, 0x20, 0x6d, 0xb3),
      'windows-1252',
      '¿qué m³',
    ],
    ['any', fileOf('tin;name\nDE1;Spółka'), undefined, 'Spółka'],
  ])('recognizes the encoding of a %s file', async (_, file, encoding, name) => {
    const source = await readFile(file)
    expect([source.encoding, source.rows[1]?.cells[1]]).toEqual([encoding, name])
  })

  test('reads a file in the encoding that the user chose, unless it is in Unicode', async () => {
    const source = await readFile(bytesOf('tin;name\nDE1;Dvo', 0xf8, 0xe1, 0x6b), 'windows-1250')
    expect(source.rows[1]?.cells).toEqual(['DE1', 'Dvořák'])
    expect(await (await utf8TextBefore(source, 3)).text()).toBe('tin;name\nDE1;Dvořák')
    const unicode = await readFile(fileOf('tin;name\nDE1;Dvořák'), 'windows-1250')
    expect([unicode.encoding, unicode.rows[1]?.cells[1]]).toEqual([undefined, 'Dvořák'])
  })

  test('reads a pasted list and cells of a spreadsheet', async () => {
    expect((await readFile(listFile('DE136695976\n\nFR40303265045'))).rows).toEqual([
      { line: 1, cells: ['DE136695976'] },
      { line: 3, cells: ['FR40303265045'] },
    ])
    expect((await readFile(listFile('DE\t136695976\nFR\t40303265045'))).rows[1]?.cells).toEqual([
      'FR',
      '40303265045',
    ])
  })

  test('reads a workbook, and keeps rows at their line', async () => {
    const sheet = [
      ['VAT number', 'Name'],
      ['', ''],
      ['00136695976', 'A "quoted", name'],
    ]
    const { name, rows, body } = await readFile(workbookOf(sheet, 40_000))
    expect(name).toBe('suppliers')
    expect(rows).toHaveLength(40_002)
    expect(rows[1]).toEqual({ line: 3, cells: ['00136695976', 'A "quoted", name'] })
    expect(await body.text()).toContain('\n\n"00136695976"')
  })

  test('reads a workbook with a cell far to the right, also under another name', async () => {
    const far = Array.from({ length: 200 }, (_, column) => (column === 199 ? 'note' : ''))
    const sheet = workbookOf([['VAT number'], ['DE136695976'], far], 0)
    const { rows } = await readFile(new File([sheet], 'customers.csv'))
    expect(rows.slice(0, 2).map(({ cells }) => cells)).toEqual([['VAT number'], ['DE136695976']])
    expect(rows[2]?.problem).toBe('TOO_LONG')
  })

  test.each([
    ['Customers, November 2026', 'visible'],
    ['28 Nov 2026', 'visible'],
    ['2026-11-28', 'visible'],
    ['DE999999999', 'hidden'],
  ])('skips the cover of a workbook: %s, %s', async (cover, state) => {
    const { rows } = await readFile(workbookOf([['VAT number'], ['DE136695976']], 0, cover, state))
    expect(rows.map(({ cells }) => cells)).toEqual([['VAT number'], ['DE136695976']])
  })

  test('keeps long numbers of a workbook, and dates as dates', () => {
    expect(cellText('1.36695976E8')).toBe('136695976')
    expect(cellText('00123')).toBe('00123')
    expect(cellText('1.5E300')).toBe('1.5E300')
    expect(cellText(null)).toBe('')
    expect(cellText(new Date('2026-03-01T00:00:00Z'))).toBe('2026-03-01')
    expect(cellText(new Date(Number.NaN))).toBe('')
  })

  test('accepts the largest batch and refuses one more row', async () => {
    const rows = (count: number) => Array.from({ length: count }, (_, row) => `DE${row}`).join('\n')
    expect((await readFile(fileOf(rows(MAX_ROWS + 1)))).rows).toHaveLength(MAX_ROWS + 1)
    await expect(readFile(fileOf(rows(MAX_ROWS + 2)))).rejects.toThrow('at most 100,000 rows')
  })

  test.each([
    ['too large', fileOf('x'.repeat(MAX_UPLOAD + 1)), 'too large. The limit is 20 MB'],
    ['empty', fileOf(''), 'empty'],
    ['blank', fileOf('\n \n'), 'no rows'],
    ['of another type', fileOf('PK\u0003\u0004', 'list.zip'), "isn't supported"],
    ['an old workbook', fileOf('x', 'list.xls'), 'Save it as XLSX'],
    ['an encrypted workbook', new File([Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 1)], 'a.xlsx'), 'password'],
    ['a workbook by name alone', fileOf('x', 'list.xlsx'), "couldn't read this workbook"],
  ])('refuses a file that is %s', async (_, file, message) => {
    await expect(readFile(file)).rejects.toThrow(message)
  })
})

describe('a workbook of results', () => {
  const workbookFrom = async (...parts: string[]) => {
    const file = await csvToWorkbook(new Blob(parts).stream(), 'The download was interrupted')
    return new File([file], 'results.xlsx')
  }

  test('has the cells of the CSV file as text', async () => {
    const file = await workbookFrom(
      '\ufeffName;Result\r\n"Muster ""&"" <Co>\r\n',
      `2";confirmed\r\n0013;'=1+1;'-5;a;'@b;12345678901234567890\r\n\u0007ü\ud800${';'.repeat(27)}third\r\n`,
    )
    const { rows, body } = await readFile(file)
    expect(rows.slice(0, 3).map(({ cells }) => cells.filter((cell) => cell !== ''))).toEqual([
      ['Name', 'Result'],
      ['Muster "&" <Co> 2', 'confirmed'],
      ['0013', '=1+1', '-5', 'a', '@b', '12345678901234567890'],
    ])
    expect(rows[3]?.cells.indexOf('third')).toBe(27)
    expect(await body.text()).toContain('"ü\ufffd"')
  })

  test('needs no iteration over a stream, which Safari lacks', async () => {
    const { prototype } = ReadableStream
    const iteration = Object.getOwnPropertyDescriptor(prototype, Symbol.asyncIterator) ?? {}
    Reflect.deleteProperty(prototype, Symbol.asyncIterator)
    try {
      expect((await workbookFrom('Name\r\nA\r\n')).size).toBeGreaterThan(500)
    } finally {
      Object.defineProperty(prototype, Symbol.asyncIterator, iteration)
    }
  })

  test('is not made of an interrupted download', async () => {
    const broken = workbookFrom(
      'Name\r\nA\r\n',
      'The download was interrupted here. This file is incomplete.\r\n',
    )
    await expect(broken).rejects.toThrow('interrupted')
  })
})

describe('progress', () => {
  const counts = {
    confirmed: 1,
    different_name: 0,
    format_only: 0,
    unconfirmed: 0,
    invalid: 0,
    unsupported: 0,
    unreadable: 1,
  }

  test('shares add up, with pending rows last', () => {
    const shares = sharesOf({ rows: 4, pendingRows: 2, counts })
    expect(shares.map(({ percent }) => percent)).toEqual([25, 0, 0, 0, 0, 0, 25, 50])
    expect(shares.at(-1)).toMatchObject({ part: 'pending', count: 2 })
    expect(sharesOf({ rows: 0, pendingRows: 0, counts: { ...counts, confirmed: 0 } })[0]?.percent).toBe(0)
  })

  test('is 100% only when the last row is done', () => {
    expect(donePercent({ rows: 1_000, counts: { ...counts, confirmed: 998 } })).toBe(99)
    expect(donePercent({ rows: 1_000, counts: { ...counts, confirmed: 999 } })).toBe(100)
    expect(donePercent({ rows: 0, counts: { ...counts, confirmed: 0, unreadable: 0 } })).toBe(0)
  })
})
