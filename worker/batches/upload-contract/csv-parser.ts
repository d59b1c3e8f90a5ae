import { MAX_COLUMNS, MAX_ROW_LENGTH, MAX_ROW_LINES } from '#worker/batches/contract.ts'

/** `line` counts from 1. `problem` is set for a record that can't be read; it then has no cells. */
export type CsvRecord = { line: number; cells: string[]; problem?: 'UNCLOSED_QUOTE' | 'TOO_LONG' }

/** Texts contain commas, so another delimiter wins a tie. */
const DELIMITERS = [';', '\t', '|', ','] as const
const DELIMITER_HINT = /^sep=([,;\t|])[\r\n]/

type Draft = { lines: string[]; length: number; cells: string[]; cell: string; isQuoted: boolean }

/** Parses RFC 4180 in pieces, with any of four delimiters. A quote that isn't closed spoils only its own line. */
export class CsvParser {
  readonly #maxLength: number
  readonly #maxColumns: number
  #delimiter: string | undefined
  #header: string[] = []
  #draft: Draft | undefined
  #line = 1
  #rest = ''
  #isTooLong = false

  constructor(maxLength = MAX_ROW_LENGTH, maxColumns = MAX_COLUMNS) {
    this.#maxLength = maxLength
    this.#maxColumns = maxColumns
  }

  get delimiter(): string {
    return this.#delimiter ?? ','
  }

  push(text: string): CsvRecord[] {
    // A carriage return at the end may be half of a line break.
    const lines = (this.#rest + text).split(/(?<=\n|\r(?!\n|$))/)
    this.#rest = lines.at(-1)?.endsWith('\n') ? '' : (lines.pop() ?? '')
    const records = lines.flatMap((line) => this.#readLine(line))
    if (this.#rest.length > this.#maxLength) {
      this.#isTooLong = true
      this.#rest = this.#rest.endsWith('\r') ? '\r' : ''
    }
    return records
  }

  end(): CsvRecord[] {
    const last = this.#rest === '' && !this.#isTooLong ? [] : this.#readLine(this.#rest)
    return [...last, ...this.#readHeader(), ...this.#giveUpAll()]
  }

  #readLine(line: string): CsvRecord[] {
    if (this.#isTooLong || line.length > this.#maxLength) {
      this.#isTooLong = false
      const open = [...this.#readHeader(), ...this.#giveUpAll()]
      return [...open, this.#take(1, [], 'TOO_LONG')]
    }
    if (this.#delimiter !== undefined) return this.#readCells(line)
    // It says nothing about the delimiter.
    if (this.#header.length === 0 && /^\s*$/.test(line)) {
      this.#line++
      return []
    }
    this.#header.push(line)
    const text = this.#header.join('')
    const isOpen = text.split('"').length % 2 === 0
    return isOpen && text.length <= this.#maxLength ? [] : this.#readHeader()
  }

  #readHeader(): CsvRecord[] {
    const [first = '', ...more] = this.#header
    if (this.#header.length === 0) return []
    this.#header = []
    const hint = DELIMITER_HINT.exec(first)?.[1]
    this.#delimiter = hint ?? mostFrequent([first, ...more].join(''))
    if (hint) this.#line++
    return [...(hint ? [] : [first]), ...more].flatMap((line) => this.#readCells(line))
  }

  #readCells(line: string): CsvRecord[] {
    this.#draft ??= { lines: [], length: 0, cells: [], cell: '', isQuoted: line.startsWith('"') }
    const draft = this.#draft
    draft.lines.push(line)
    draft.length += line.length
    if (draft.length > this.#maxLength || draft.lines.length > MAX_ROW_LINES) return this.#giveUp(draft)
    if (!addLine(draft, line, this.delimiter)) return []
    this.#draft = undefined
    const { lines, cells } = draft
    const record =
      cells.length > this.#maxColumns
        ? this.#take(lines.length, [], 'TOO_LONG')
        : this.#take(lines.length, cells)
    return record.problem || cells.some((cell) => cell.trim() !== '') ? [record] : []
  }

  #giveUp({ lines: [, ...lines] }: Draft): CsvRecord[] {
    this.#draft = undefined
    return [this.#take(1, [], 'UNCLOSED_QUOTE'), ...lines.flatMap((line) => this.#readCells(line))]
  }

  #giveUpAll(): CsvRecord[] {
    const records: CsvRecord[] = []
    while (this.#draft) records.push(...this.#giveUp(this.#draft))
    return records
  }

  #take(lines: number, cells: string[], problem?: CsvRecord['problem']): CsvRecord {
    const line = this.#line
    this.#line += lines
    return { line, cells, ...(problem && { problem }) }
  }
}

function mostFrequent(header: string): string {
  const unquoted = header.replace(/"(?:[^"]|"")*"/g, '')
  const counts = DELIMITERS.map((delimiter) => unquoted.split(delimiter).length)
  const most = Math.max(...counts)
  return (most > 1 && DELIMITERS[counts.indexOf(most)]) || ','
}

function addLine(draft: Draft, line: string, delimiter: string): boolean {
  const content = line.replace(/[\r\n]+$/, '')
  let at = draft.isQuoted && draft.lines.length === 1 ? 1 : 0
  for (;;) {
    if (draft.isQuoted) {
      const quote = closingQuote(line, at)
      draft.cell += line.slice(at, quote).replaceAll('""', '"')
      if (quote === undefined) return false
      draft.isQuoted = false
      at = quote + 1
    }
    const end = content.indexOf(delimiter, at)
    draft.cells.push(draft.cell + content.slice(at, end === -1 ? undefined : end))
    if (end === -1) return true
    draft.cell = ''
    draft.isQuoted = content[end + 1] === '"'
    at = end + (draft.isQuoted ? 2 : 1)
  }
}

function closingQuote(line: string, from: number): number | undefined {
  for (let at = line.indexOf('"', from); at !== -1; at = line.indexOf('"', at + 2)) {
    if (line[at + 1] !== '"') return at
  }
  return undefined
}
