import { describe, expect, it } from 'vitest'
import { refusal } from '#tests/worker/harness.ts'
import type { Usage } from '#worker/activity/contract.ts'
import { chunksOf } from '#worker/batches/read-upload.ts'
import { openBatchWorker } from './batch-worker.ts'

const worker = await openBatchWorker('batch_upload')
const customer = await worker.customer()

const NDJSON = { type: 'application/x-ndjson', query: '?source=false' }
const CSV = { query: '?source=false' }

async function results(
  raw: string | Uint8Array<ArrayBuffer>,
  upload: { type?: string; query?: string } = CSV,
) {
  const { status, body } = await customer.upload(raw, upload)
  expect([status, body.message]).toEqual([202, undefined])
  await worker.finish(body.id)
  return { id: body.id, rows: await customer.results(body.id) }
}

const summary = (rows: readonly { line: number; countryCode: string | null; result: string }[]) =>
  rows.map(({ line, countryCode, result }) => [line, countryCode, result])

describe('a CSV file', () => {
  const hasColumns = async (_language: string, csv: string) => {
    const { rows } = await results(csv)
    expect(rows).toMatchObject([
      { line: 2, customId: '7', countryCode: 'DE', tin: '136695976', result: 'format_only' },
    ])
  }
  it.each([['English', 'VAT number,Country,Company,Reference\n136695976,DE,Muster,7']])(
    'has its columns recognized in %s',
    hasColumns,
  )
  it.each([
    ['German', 'Kundennr.;Firma;USt-IdNr.;Land\n7;Muster;136695976;Deutschland'],
    ['French', 'Raison sociale\tPays\tN° TVA\tRéférence\nMuster\tAllemagne\t136695976\t7'],
    ['Spanish', 'Razón social;País;NIF;Código\nMuster;Alemania;136695976;7'],
    ['Polish', 'Nazwa firmy;Kraj;Numer NIP;Identyfikator\nMuster;Niemcy;136695976;7'],
    ['Italian', 'Codice cliente;Ragione sociale;Partita IVA;Paese\n7;Muster;136695976;Germania'],
    ['Dutch', 'Klantnummer;Bedrijfsnaam;Btw-nummer;Land\n7;Muster;136695976;Duitsland'],
    ['Portuguese', 'Nome;País;NIPC;Referência\nMuster;Alemanha;136695976;7'],
  ])('has its columns recognized in %s', { tags: 'deep' }, hasColumns)

  it.each([
    ['the number', 'tin\nDE136695976', CSV.query],
    ['the query', 'tin\n136695976', `${CSV.query}&defaultCountry=de`],
  ])('gets a missing country from %s', async (_, csv, query) => {
    expect(summary((await results(csv, { query })).rows)).toEqual([[2, 'DE', 'format_only']])
  })

  it.each([
    ['one column', 'DE136695976\nATU12345675'],
    ['a country beside the number', 'Acme 1;136695976;Allemagne\nAcme 2;U12345675;AT'],
  ])('needs no header with %s', async (_, csv) => {
    const { rows } = await results(csv)
    expect(rows.map(({ line, countryCode }) => [line, countryCode])).toEqual([
      [1, 'DE'],
      [2, 'AT'],
    ])
  })

  it.each([
    ['text/csv; charset=windows-1250', [0xa3, 0xf3, 0x64, 0x9f], 'Łódź'],
    ['text/csv;header=present;charset="Shift_JIS"', [0x83, 0x5c, 0x83, 0x6a, 0x81, 0x5b], 'ソニー'],
    ['text/csv; charset=iso-8859-1', [...new TextEncoder().encode('Łódź')], 'Łódź'],
  ])('is read in the charset of its type, %s', async (type, letters, name) => {
    const raw = Uint8Array.from([...new TextEncoder().encode('tin,name\nDE136695976,'), ...letters])
    const { rows } = await results(raw, { ...CSV, type })
    expect(rows).toMatchObject([{ name }])
  })

  it('has columns that the query names', async () => {
    const { rows } = await results('Spalte 1;Spalte 2\n136695976;x', {
      query: '?source=false&tinColumn=spalte%201&customIdColumn=Spalte%202&defaultCountry=DE',
    })
    expect(rows).toMatchObject([{ customId: 'x', result: 'format_only' }])
  })

  it('uses no column that the query leaves empty, however it is named', async () => {
    const csv = 'VAT number;Country;Type\nDE136695976;France;IDNR'
    const { rows } = await results(csv, { query: '?source=false&countryColumn=&typeColumn=' })
    expect(rows).toMatchObject([{ countryCode: 'DE', result: 'format_only' }])
  })

  it('may have line breaks inside cells, and country codes with three letters', async () => {
    const { id, rows } = await results(
      'tin,country,name,customId\n"136\r\n695976",DEU,"Muster\n & Co\t\u2028KG","7\n8"\n"1\u00002",deu,,8\n1,PRK,,9',
    )
    expect(rows.map(({ line, countryCode, result }) => [line, countryCode, result])).toEqual([
      [2, 'DE', 'format_only'],
      [6, 'DE', 'unreadable'],
      [7, 'PRK', 'unreadable'],
    ])
    expect(rows[0]).toMatchObject({ tin: '136 695976', customId: '7 8' })
    expect(rows[2]?.reason).toMatch(/^We don't know the country "PRK"\./)
    expect(await customer.text(id, 'csv')).toContain('"136\r\n695976",DEU,"Muster\n & Co\t\u2028KG","7\n8"')
  })

  it('keeps its columns and their order, and no cell becomes a formula', async () => {
    const { id } = await results(
      'Note;VAT number;Country\n=cmd|calc;136695976;DE\n"a;b\nc";136695977;DE\nshort\n-1,250.50;;\n+49 30 1;;\n-1+1;;\n',
    )
    const text = await customer.text(id, 'csv')
    const [header, first, ...rest] = text.split('\r\n')
    expect(header).toMatch(/^Note;VAT number;Country;Result;Reason;/)
    expect(first).toMatch(/^'=cmd\|calc;136695976;DE;format_only;The check digit is correct\./)
    expect(rest[0]).toMatch(/^"a;b\nc";136695977;DE;invalid;/)
    expect(rest[1]).toMatch(/^short;;;unreadable;/)
    expect(rest.slice(2).map((line) => line.split(';')[0])).toEqual(['"-1,250.50"', '+49 30 1', "'-1+1", ''])
  })

  it.each([
    [
      'more cells than its header has',
      'VAT number,Name\nDE136695976,Example, Inc\nATU12345675\n"x\n',
      'VAT number,Name,,Result,',
    ],
    ['more or fewer cells, without a header', 'DE136695976,a,b\nATU12345675\n"x\n', undefined],
  ])('has its results in the same column in rows with %s', async (_, csv, header) => {
    const { id } = await results(csv)
    const text = await customer.text(id, 'csv')
    if (header) expect(text).toContain(header)
    const lines = text
      .trimEnd()
      .split('\r\n')
      .slice(header ? 1 : 0)
    expect(lines.map((line) => line.split(',')[3])).toEqual(['format_only', 'format_only', 'unreadable'])
  })

  it('has unreadable and unsupported rows with their line, which cost nothing', async () => {
    const before = await customer.quota()
    const { rows } = await results(
      [
        'tin,country,type',
        '136695976,DE,',
        ',DE,',
        '136695976,DE,NO_SUCH_TYPE',
        `${'1'.repeat(10_000)},DE,`,
        '136695976,,',
        '"136695976,DE,',
        'U12345675,AT,',
        ',,vat',
      ].join('\n'),
    )
    expect(summary(rows)).toEqual([
      [2, 'DE', 'format_only'],
      [3, 'DE', 'unreadable'],
      [4, 'DE', 'unsupported'],
      [5, 'DE', 'unreadable'],
      [6, null, 'unreadable'],
      [7, null, 'unreadable'],
      [8, 'AT', 'format_only'],
      [9, null, 'unreadable'],
    ])
    const reasons = [1, 4, 7].map((at) => rows[at]?.reason)
    expect(reasons).toEqual([
      'This row has no tax ID.',
      'This row has no country.',
      'This row has no tax ID.',
    ])
    expect(await customer.quota()).toBe((before ?? 0) + 2)
  })

  it.each([
    ['no column with tax IDs', 'a,b\nx,y', 'INVALID_INPUT'],
    ['a named column that is missing', 'tin\n1', 'INVALID_INPUT', '?tinColumn=other'],
    ['no rows', 'tin,country\n', 'INVALID_INPUT'],
    ['an unknown default country', 'tin\n1', 'INVALID_INPUT', '?defaultCountry=ZZ'],
    ['nothing', '', 'INVALID_INPUT'],
  ])('is refused with %s', async (_, csv, code, query = '') => {
    const { status, body } = await customer.upload(csv, { query })
    expect([status, body.code]).toEqual([422, code])
    await worker.settle()
    expect(await worker.sql`select from batches where row_count = 0`).toEqual([])
  })

  it.each([
    ['defaultCountry=Germany', 'defaultCountry must be two letters, as in "DE"'],
    ['maxAge=', 'maxAge must be a number'],
    ['maxAge=1&maxAge=2', 'maxAge must be sent only once'],
    ['maxAge=2592001', 'maxAge must be at most 2592000'],
    ['tinColumn=', 'tinColumn must be at least 1 character'],
  ])('names the option that is wrong: %s', async (option, message) => {
    const { status, body } = await customer.upload('tin\n1', { query: `?${option}` })
    expect([status, body.message]).toEqual([422, message])
  })
})

describe('the kind', () => {
  it('finds types that are validated only on request', async () => {
    const { rows } = await results(
      'tin,country,kind\nDE1366959761,DE,Customs\n136695976,DE,customs\n1,BM,customs\n1,DE,duty',
    )
    expect(rows.map(({ result, tinInfo }) => [result, tinInfo.label])).toEqual([
      ['format_only', 'EORI'],
      ['invalid', 'EORI'],
      ['unsupported', null],
      ['unreadable', null],
    ])
  })

  it('of another column is ignored if its option is empty', async () => {
    const { rows } = await results(`tin,country,kind\n136695976,DE,customer`, {
      query: '?source=false&kindColumn=',
    })
    expect(rows).toMatchObject([{ result: 'format_only' }])
  })
})

describe('the purpose of a report', () => {
  const rows = [
    { tin: '86095742719', countryCode: 'DE', purpose: 'crs', holder: 'person' },
    { tin: '86095742719', countryCode: 'DE', purpose: 'crs', holder: 'entity' },
    { tin: '1', countryCode: 'BM', purpose: 'crs', holder: 'entity' },
    { tin: '86095742719', countryCode: 'DE', purpose: 'crs' },
    { tin: '86095742719', countryCode: 'DE' },
  ]
  const cells = rows.map(({ tin, countryCode, purpose = '', holder = '' }) =>
    [tin, countryCode, purpose.toUpperCase(), holder].join(),
  )
  it.each([
    ['CSV', ['tin,country,For,Who', ...cells].join('\n'), '&purposeColumn=for&holderColumn=who'],
    ['NDJSON', rows.map((row) => JSON.stringify(row)).join('\n'), ''],
  ])('says in %s whether the number is accepted', async (format, text, query) => {
    const options = format === 'CSV' ? CSV : NDJSON
    const { rows: found, id } = await results(text, { ...options, query: `?source=false${query}` })
    expect(
      found.map(({ result, reporting }) => [result, reporting?.isAccepted, reporting?.noTinReason]),
    ).toEqual([
      ['format_only', true, null],
      ['format_only', false, null],
      ['unsupported', false, 'A'],
      ['unreadable', undefined, undefined],
      ['format_only', undefined, undefined],
    ])
    const csv = await customer.text(id, 'csv')
    expect(csv).toContain('Accepted in reports')
    expect(csv).toContain('This type of number is accepted for people resident in Germany.')
  })
})

describe('NDJSON', () => {
  it('has a result for each line, also for one that is no JSON object or too long', async () => {
    const { rows, id } = await results(
      [
        '{"countryCode":"DE","tin":"136695976","customId":"a"}',
        '{"countryCode":"DE"',
        '',
        '"DE136695976"',
        `{"tin":"${'1'.repeat(30_000)}"}`,
        '{"tin":"DE136695976"}',
        '{"countryCode":"DE","tin":136695976}',
        'null',
        '1',
        '[{}]',
        '{}',
      ].join('\n'),
      NDJSON,
    )
    const notJson = "This line isn't a JSON object."
    expect(rows.map(({ line, countryCode, errors: [error] }) => [line, countryCode, error?.message])).toEqual(
      [
        [1, 'DE', undefined],
        [2, null, notJson],
        [4, null, notJson],
        [5, null, 'This row is too long.'],
        [6, 'DE', undefined],
        [7, 'DE', expect.stringContaining('tin')],
        [8, null, notJson],
        [9, null, notJson],
        [10, null, notJson],
        [11, null, 'countryCode is required, as in "DE"'],
      ],
    )
    const lines = (await customer.text(id, 'ndjson')).trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line))).toEqual(rows)
  })

  it.each([
    ['half a character', { countryCode: 'DE', tin: '1\ud83d' }, { tin: '1\ufffd' }],
    [
      'a character that is cut',
      { customId: `${'a'.repeat(199)}😀` },
      { customId: `${'a'.repeat(199)}\ufffd` },
    ],
  ])('has results that any JSON parser reads, also for %s', async (_, row, result) => {
    const { rows } = await results(JSON.stringify(row), NDJSON)
    expect(rows).toMatchObject([{ result: 'unreadable', ...result }])
  })

  it('counts a row whose country can’t be read as one of no country', async () => {
    const items = [
      { countryCode: 'D\0', tin: '1' },
      { countryCode: 'Deutschlnad', tin: '1' },
    ]
    const { rows } = await results(items.map((item) => JSON.stringify(item)).join('\n'), NDJSON)
    expect(rows).toMatchObject(items.map((item) => ({ ...item, result: 'unreadable' })))
    const { body } = await customer.member.call<Usage>('/api/activity/usage')
    expect(body.countries.filter(({ country }) => country?.startsWith('D'))).toMatchObject([
      { country: 'DE' },
    ])
  })
})

describe('JSON', () => {
  it('says which items are no objects', async () => {
    const { rows } = await results('{"items":[null,"a",[]],"source":false}', { type: 'application/json' })
    expect(new Set(rows.map(({ reason }) => reason))).toEqual(new Set(['An item must be an object']))
  })

  it.each([
    ['cut off', '{"items":[{"countryCode":"DE","tin":"136695976"}', 400, 'INVALID_JSON'],
    ['no object', '[]', 422, 'INVALID_INPUT'],
    ['with a wrong option', '{"items":[{}],"deadlineHours":0}', 422, 'INVALID_INPUT'],
    ['a long list without a name', `[${'{},'.repeat(30_000)}{}]`, 413, 'BODY_TOO_LARGE'],
    ['long, with another name for its rows', `{"rows":[${'{},'.repeat(30_000)}{}]}`, 413, 'BODY_TOO_LARGE'],
  ])('is refused if it is %s', async (_, raw, status, code) => {
    const answer = await customer.upload(raw, { type: 'application/json' })
    expect(refusal(answer)).toEqual([status, code])
  })

  it('takes its options in the body, and refuses them in the query', async () => {
    const body = JSON.stringify({ items: [{ countryCode: 'DE', tin: '136695976' }] })
    const answer = await customer.upload(body, { type: 'application/json', query: '?source=false' })
    expect([...refusal(answer), answer.body.message]).toEqual([
      422,
      'INVALID_INPUT',
      expect.stringContaining('"source"'),
    ])
  })

  it('names no organization, which the header or the query does', async () => {
    const items = [{ countryCode: 'DE', tin: '136695976' }]
    const { organizationId } = customer
    const answer = await customer.send({ items, source: false, organizationId })
    expect(refusal(answer)).toEqual([422, 'INVALID_INPUT'])
  })
})

describe('an upload', () => {
  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'is refused as %s, which a form can send',
    async (type) => {
      expect(refusal(await customer.upload('tin\nDE136695976', { type }))).toEqual([
        415,
        'UNSUPPORTED_MEDIA_TYPE',
      ])
    },
  )

  const GZIP = Uint8Array.from(atob('H4sIAAAAAAAAAyvJzONycTU0NjOzNLU0N+MCAK/hJa0QAAAA'), (c) =>
    c.charCodeAt(0),
  )
  const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))
  const json = (letter: string) => bytes(`{"countryCode":"DE","tin":"136695976","name":"M${letter}ller"}`)
  const items = (letter: string) => Uint8Array.from([...bytes('{"items":['), ...json(letter), ...bytes(']}')])
  const inForm = (text: string) =>
    bytes(`--x123456789\r\nContent-Disposition: form-data; name="file"\r\n\r\n${text}\r\n--x123456789--\r\n`)
  const UTF8_U = '\xc3\xbc'
  it.each<[string, Uint8Array<ArrayBuffer>, string, (string | undefined)?, string?]>([
    ['JSON in UTF-8', items(UTF8_U), 'application/json'],
    ['JSON in Windows-1252', items('\xfc'), 'application/json', 'INVALID_JSON'],
    [
      'JSON before half a character',
      Uint8Array.from([...items(UTF8_U), 0xc3]),
      'application/json',
      'INVALID_JSON',
    ],
    ['NDJSON in UTF-8', json(UTF8_U), NDJSON.type],
    ['NDJSON in Windows-1252', json('\xfc'), NDJSON.type, 'INVALID_JSON'],
    ['NDJSON in gzip', GZIP, NDJSON.type, 'INVALID_JSON'],
    ['CSV in Windows-1252', bytes('tin,name\nDE136695976,M\xfcller'), 'text/csv'],
    ['CSV that begins with a letter of Windows-1250', bytes('\x8dax,tin\nx,DE136695976'), 'text/csv'],
    ['CSV as application/csv', bytes('tin\nDE136695976'), 'application/csv; charset=utf-8'],
    ['CSV in another charset', bytes('tin\nDE136695976'), 'text/csv; charset=x', 'UNSUPPORTED_MEDIA_TYPE'],
    ['CSV in gzip', GZIP, 'text/csv', 'UNSUPPORTED_MEDIA_TYPE'],
    ['CSV named as gzip', bytes('tin\nDE136695976'), 'text/csv', 'UNSUPPORTED_MEDIA_TYPE', 'gzip'],
    ['CSV named as it is', bytes('tin\nDE136695976'), 'text/csv', undefined, 'identity'],
    ['CSV that is a workbook', bytes('PK\x03\x04\x14\0'), 'text/csv', 'UNSUPPORTED_MEDIA_TYPE'],
    ['CSV in a form', inForm('tin\nDE136695976'), 'text/csv', 'UNSUPPORTED_MEDIA_TYPE'],
    ['CSV that begins with two hyphens', bytes('--,tin\nx,DE136695976'), 'text/csv'],
    ['NDJSON in a form', inForm('{"tin":"DE136695976"}'), NDJSON.type, 'UNSUPPORTED_MEDIA_TYPE'],
  ])('is text in a known encoding: %s', async (_, raw, type, code, encoding) => {
    const headers = encoding === undefined ? {} : { 'Content-Encoding': encoding }
    const { body } = await customer.upload(raw, { type, headers })
    expect(body.code).toBe(code)
  })
})

it('that arrives byte by byte is read in a few pieces', async () => {
  const bytes = crypto.getRandomValues(new Uint8Array(20_000))
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const byte of bytes) controller.enqueue(Uint8Array.of(byte))
      controller.close()
    },
  })
  const pieces: Uint8Array[] = []
  for await (const piece of chunksOf(body)) pieces.push(piece)
  expect(pieces.length).toBeLessThan(100)
  expect(Buffer.concat(pieces).equals(bytes)).toBe(true)
})
