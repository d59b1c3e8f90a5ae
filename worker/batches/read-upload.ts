import type * as z from 'zod'
import { AppError } from '#worker/errors.ts'
import { CsvParser, type CsvRecord } from '#worker/lib/csv-parser.ts'
import { decodeText } from '#worker/lib/decode-text.ts'
import { JsonItems } from '#worker/lib/json-items.ts'
import { type BatchRow, toCsvRow, toRow, unreadable, withDefaultCountry } from './batch-row.ts'
import { type Columns, findColumns } from './columns.ts'
import { MAX_COLUMNS, MAX_ROW_LENGTH, MAX_UPLOAD, type UploadOptions } from './contract.ts'

/** Rows as they are read, and what is known when all of them are. */
export type Upload<Options> = {
  rows: AsyncGenerator<BatchRow[], void, void>
  end: () => { options: Options; columns: Columns | null }
}

type Body = ReadableStream<Uint8Array>

export function readJson<Schema extends z.ZodType>(
  body: Body,
  schema: Schema,
  toError: (issues: readonly z.core.$ZodIssue[]) => AppError,
): Upload<z.output<Schema>> {
  const items = new JsonItems(MAX_ROW_LENGTH)
  let line = 0
  const toRows = (texts: readonly (string | undefined)[]) =>
    texts.map((text) => {
      line++
      return text === undefined ? unreadable(line, 'TOO_LONG') : toRow({ line }, JSON.parse(text))
    })
  async function* rows() {
    try {
      for await (const text of decodeText(chunksOf(body))) yield toRows(items.push(text))
    } catch (error) {
      throw error instanceof SyntaxError ? new AppError('INVALID_JSON') : error
    }
  }
  return {
    rows: rows(),
    end: () => {
      const parsed = schema.safeParse(parseShell(items))
      if (!parsed.success) throw toError(parsed.error.issues)
      return { options: parsed.data, columns: null }
    },
  }
}

function parseShell(items: JsonItems): unknown {
  try {
    return items.end()
  } catch {
    throw new AppError('INVALID_JSON')
  }
}

export function readNdjson(body: Body, options: UploadOptions): Upload<UploadOptions> {
  async function* rows() {
    let rest = ''
    let line = 0
    let isTooLong = false
    const toRows = (lines: readonly string[]) =>
      lines.flatMap((text) => {
        line++
        const wasTooLong = isTooLong || text.length > MAX_ROW_LENGTH
        isTooLong = false
        if (wasTooLong) return unreadable(line, 'TOO_LONG')
        return text.trim() === '' ? [] : parseLine(line, text, options)
      })
    for await (const text of decodeText(chunksOf(body))) {
      const lines = (rest + text).split('\n')
      rest = lines.pop() ?? ''
      yield toRows(lines)
      if (rest.length > MAX_ROW_LENGTH) {
        isTooLong = true
        rest = ''
      }
    }
    yield toRows(rest === '' && !isTooLong ? [] : [rest])
  }
  return { rows: rows(), end: () => ({ options, columns: null }) }
}

function parseLine(line: number, text: string, { defaultCountry }: UploadOptions): BatchRow {
  try {
    return toRow({ line }, withDefaultCountry(JSON.parse(text), defaultCountry))
  } catch {
    return unreadable(line, 'NOT_JSON')
  }
}

export function readCsv(body: Body, options: UploadOptions): Upload<UploadOptions> {
  const parser = new CsvParser(MAX_ROW_LENGTH)
  let columns: Columns | undefined
  const toRows = (records: readonly CsvRecord[]) =>
    records.flatMap((record) => {
      if (record.problem) return unreadable(record.line, record.problem)
      if (record.cells.length > MAX_COLUMNS) return unreadable(record.line, 'TOO_LONG')
      if (columns) return toCsvRow(record, columns, options.defaultCountry)
      columns = findColumns(record.cells, parser.delimiter, options)
      return columns.header ? [] : toCsvRow(record, columns, options.defaultCountry)
    })
  async function* rows() {
    for await (const text of decodeText(chunksOf(body))) yield toRows(parser.push(text))
    yield toRows(parser.end())
  }
  return { rows: rows(), end: () => ({ options, columns: columns ?? null }) }
}

/** Throws BODY_TOO_LARGE, or BODY_INCOMPLETE if the upload breaks off. */
export async function* chunksOf(body: Body): AsyncGenerator<Uint8Array, void, void> {
  let size = 0
  const reader = body.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((cause: unknown) => {
        throw new AppError('BODY_INCOMPLETE', { cause })
      })
      if (done) return
      size += value.byteLength
      if (size > MAX_UPLOAD) throw new AppError('BODY_TOO_LARGE')
      yield value
    }
  } finally {
    reader.cancel().catch(() => undefined)
  }
}
