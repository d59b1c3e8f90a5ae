import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CsvParser, type CsvRecord } from '#worker/batches/upload-contract/csv-parser.ts'

const MAX = 100

function parse(text: string, size = text.length || 1): CsvRecord[] {
  const parser = new CsvParser(MAX)
  const records: CsvRecord[] = []
  for (let from = 0; from < text.length; from += size)
    records.push(...parser.push(text.slice(from, from + size)))
  return [...records, ...parser.end()]
}

const cells = (text: string) => parse(text).map((record) => record.cells)

describe('CSV', () => {
  it.each([
    ['commas', 'a,b\n1,2\n'],
    ['semicolons', 'a;b\r\n1;2\r\n'],
    ['tabs', 'a\tb\r1\t2'],
    ['bars', 'a|b\n1|2'],
    ["Excel's hint", 'sep=;\na;b\n1;2'],
    ['empty lines before them', '\r\n \na;b\n1;2'],
  ])('is read with %s', (_, text) => {
    expect(cells(text)).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ])
  })

  it('keeps quoted separators, line breaks and quotes, and counts lines', () => {
    expect(parse('a;b\n"1;2";"x\ny"\n\n"say ""hi""";3')).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: ['1;2', 'x\ny'] },
      { line: 5, cells: ['say "hi"', '3'] },
    ])
  })

  it('takes a comma for text if there are as many of another separator', () => {
    expect(cells('Name, first name;VAT number\n"Muster, Max";1')).toEqual([
      ['Name, first name', 'VAT number'],
      ['Muster, Max', '1'],
    ])
    expect(cells('a\n1,2')).toEqual([['a'], ['1', '2']])
  })

  it('counts empty lines and rows of empty cells, and leaves them out', () => {
    expect(parse('\n;\na;b\n; \n;""\n1;').map(({ line }) => line)).toEqual([3, 6])
  })

  it('ignores separators inside quotes when it looks for the most frequent one', () => {
    expect(cells('"a,b,c,d";e\n1;2')).toEqual([
      ['a,b,c,d', 'e'],
      ['1', '2'],
    ])
  })

  it.each([
    ['at the end', '"c,1'],
    ['before many lines', `"c,1\n${'d,2\n'.repeat(100)}`],
  ])('loses only the line of a quote that is not closed, %s', (_, rest) => {
    const [header, first, broken, next] = parse(`a,b\nb,0\n${rest}`)
    expect([header, first]).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: ['b', '0'] },
    ])
    expect(broken).toEqual({ line: 3, cells: [], problem: 'UNCLOSED_QUOTE' })
    if (rest.includes('\n')) expect(next).toEqual({ line: 4, cells: ['d', '2'] })
  })

  it('reads quoted text of 200 lines, and no more', () => {
    const quoted = (lines: number) => new CsvParser().push(`a,b\n"${'\n'.repeat(lines - 1)}",1\nc,2\n`)
    expect(quoted(200).map(({ problem }) => problem)).toEqual([undefined, undefined, undefined])
    expect(quoted(201)[1]).toEqual({ line: 2, cells: [], problem: 'UNCLOSED_QUOTE' })
  })

  it.each([1, 7, 1_000])('loses only a line that is too long, in pieces of %i', (size) => {
    const text = `a,b\n${'x'.repeat(500)},1\nc,2\n`
    expect(parse(text, size)).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: [], problem: 'TOO_LONG' },
      { line: 3, cells: ['c', '2'] },
    ])
  })

  it('is the same in pieces of any size', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', '1', '"', ',', ';', '\n', '\r', ' '),
      maxLength: 150,
    })
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 5 }), (part, size) => {
        const whole = `x,y\n${part}`
        expect(parse(whole, size)).toEqual(parse(whole))
      }),
      { numRuns: 300 },
    )
  })

  it('returns what a spreadsheet writes', () => {
    const row = fc
      .array(fc.string({ maxLength: 8 }), { minLength: 2, maxLength: 4 })
      .filter((cells) => cells.join('').trim() !== '')
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 5 }), (rows) => {
        const written = rows.map((each) => each.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','))
        expect(cells(`h,i\n${written.join('\r\n')}`)).toEqual([['h', 'i'], ...rows])
      }),
      { numRuns: 100 },
    )
  })
})
