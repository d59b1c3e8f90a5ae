/** `line` counts from 1. `problem` is set for a record that can't be read; it then has no cells. */
export type CsvRecord = { line: number; cells: string[]; problem?: 'UNCLOSED_QUOTE' | 'TOO_LONG' }

const DELIMITERS = [',', ';', '\t', '|'] as const
type Delimiter = (typeof DELIMITERS)[number]

/**
 * CSV as spreadsheets write it (RFC 4180 with any of four delimiters), in pieces. A quote that isn't closed within
 * `maxLength` characters spoils only its own line.
 */
export class CsvParser {
  readonly #maxLength: number
  #delimiter: Delimiter | undefined
  #rest = ''
  #line = 1
  /** The rest of a line that is too long. */
  #isSkipping = false

  constructor(maxLength: number) {
    this.#maxLength = maxLength
  }

  /** Known after the first record. */
  get delimiter(): string {
    return this.#delimiter ?? ','
  }

  push(text: string): CsvRecord[] {
    return this.#parse(this.#rest + text, false)
  }

  end(): CsvRecord[] {
    return this.#parse(this.#rest, true)
  }

  #parse(text: string, isEnd: boolean): CsvRecord[] {
    const records: CsvRecord[] = []
    let position = 0
    while (position < text.length) {
      if (this.#isSkipping) {
        const next = lineEnd(text, position)
        if (next === undefined) break
        this.#isSkipping = false
        this.#line++
        position = next
        continue
      }
      const read = this.#readRecord(text, position, isEnd)
      if (!read) break
      const { cells, end, problem } = read
      if (problem) records.push({ line: this.#line, cells: [], problem })
      else if (cells.length > 1 || cells[0]?.trim()) records.push({ line: this.#line, cells })
      if (problem === 'TOO_LONG') this.#isSkipping = true
      else this.#line += countLines(text, position, end)
      position = end
    }
    this.#rest = this.#isSkipping ? (text.endsWith('\r') ? '\r' : '') : text.slice(position)
    return records
  }

  /** Undefined if the record isn't complete. */
  #readRecord(text: string, start: number, isEnd: boolean) {
    const hint = /^sep=([,;\t|])(?:\r\n|\r|\n)/.exec(text.slice(start, start + 7))
    if (!this.#delimiter && this.#line === 1 && hint) {
      this.#delimiter = toDelimiter(hint[1])
      return { cells: [], end: start + hint[0].length, problem: undefined }
    }
    const header = this.#delimiter ? undefined : scan(text, start, undefined, isEnd)
    if (!this.#delimiter && !header && text.length - start <= this.#maxLength) return undefined
    this.#delimiter ??= mostFrequent(header?.text ?? text.slice(start))
    const read = scan(text, start, this.#delimiter, isEnd)
    if (read && !read.isOpen) {
      return read.end - start > this.#maxLength
        ? // The line break is skipped with the rest of the line.
          { cells: [], end: read.end - 1, problem: 'TOO_LONG' as const }
        : { cells: read.cells, end: read.end, problem: undefined }
    }
    if (!read && text.length - start <= this.#maxLength) return undefined
    const end = lineEnd(text, start)
    if (end !== undefined && end - start <= this.#maxLength)
      return { cells: [], end, problem: 'UNCLOSED_QUOTE' as const }
    if (isEnd) return { cells: [], end: end ?? text.length, problem: 'UNCLOSED_QUOTE' as const }
    return { cells: [], end: text.length, problem: 'TOO_LONG' as const }
  }
}

const toDelimiter = (text: string | undefined): Delimiter =>
  DELIMITERS.find((delimiter) => delimiter === text) ?? ','

function mostFrequent(line: string): Delimiter {
  const unquoted = line.replace(/"(?:[^"]|"")*"/g, '')
  const counts = DELIMITERS.map((delimiter) => unquoted.split(delimiter).length)
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ','
}

type Scanned = { cells: string[]; end: number; text: string; isOpen: boolean }

/** Undefined if the record goes on after the text. Without a delimiter, only finds its end. */
function scan(
  text: string,
  start: number,
  delimiter: Delimiter | undefined,
  isEnd: boolean,
): Scanned | undefined {
  const cells: string[] = []
  let cell = ''
  let position = start
  const finish = (end: number, isOpen = false): Scanned => {
    cells.push(cell)
    return { cells, end, text: text.slice(start, end), isOpen }
  }
  for (;;) {
    if (text[position] === '"') {
      const closed = closingQuote(text, position + 1)
      if (closed === undefined) return isEnd ? finish(text.length, true) : undefined
      // The next character tells whether the quote is doubled.
      if (closed === text.length - 1 && !isEnd) return undefined
      cell += text.slice(position + 1, closed).replaceAll('""', '"')
      position = closed + 1
    }
    const from = position
    while (position < text.length && !isBreak(text[position], delimiter)) position++
    cell += text.slice(from, position)
    if (position >= text.length) return isEnd ? finish(position) : undefined
    if (text[position] === delimiter) {
      cells.push(cell)
      cell = ''
      position++
      continue
    }
    if (text[position] === '\r' && position === text.length - 1 && !isEnd) return undefined
    return finish(position + (text[position] === '\r' && text[position + 1] === '\n' ? 2 : 1))
  }
}

const isBreak = (character: string | undefined, delimiter: Delimiter | undefined) =>
  character === '\n' ||
  character === '\r' ||
  (delimiter === undefined ? character === '"' : character === delimiter)

function closingQuote(text: string, from: number): number | undefined {
  for (let at = text.indexOf('"', from); at !== -1; at = text.indexOf('"', at + 2)) {
    if (text[at + 1] !== '"') return at
  }
  return undefined
}

/** After the line break, or undefined. */
function lineEnd(text: string, from: number): number | undefined {
  const at = text.slice(from).search(/[\r\n]/)
  if (at === -1) return undefined
  return from + at + (text.startsWith('\r\n', from + at) ? 2 : 1)
}

function countLines(text: string, from: number, to: number): number {
  return text.slice(from, to).match(/\r\n|\r|\n/g)?.length ?? 0
}
