import { AppError, bodyTooLarge, invalidField, invalidInput } from '#worker/errors.ts'
import { JsonItems } from '#worker/lib/json-items.ts'
import { unsupportedCountry } from '#worker/tin/contract/unsupported-country.ts'
import { countries as list, validateTin } from '#worker/tin/index.ts'
import {
  type BatchOptions,
  jsonUploadSchema,
  MAX_ROW_LENGTH,
  MAX_UPLOAD,
  type UploadOptions,
} from './contract.ts'
import {
  type BatchRow,
  toItem,
  toRowOfCountry,
  unreadable,
  withDefaultCountry,
} from './upload-contract/batch-row.ts'
import { columnOptions, fields, findColumns, type Places } from './upload-contract/columns.ts'
import { countriesOf } from './upload-contract/countries.ts'
import { CsvParser, type CsvRecord } from './upload-contract/csv-parser.ts'
import { TextReader } from './upload-contract/text-reader.ts'

/** `header` is null for a file that begins with data. `width` is the number of cells in the longest row. */
export type Columns = {
  header: string[] | null
  delimiter: string
  places: Places & { tin: number }
  width: number
}

export type Upload = {
  rows: AsyncGenerator<BatchRow[], void, void>
  end: () => { options: BatchOptions; columns: Columns | null }
}

type Body = ReadableStream<Uint8Array>

const ROWS_ELSEWHERE = 'Put the rows in a list named "items". Everything else can have at most 64 KiB.'

export function readJson(body: Body): Upload {
  const items = new JsonItems(MAX_ROW_LENGTH)
  let line = 0
  const toRows = (texts: readonly (string | undefined)[]) =>
    texts.map((text) => {
      line++
      return text === undefined ? unreadable(line, 'TOO_LONG') : toRow({ line }, JSON.parse(text))
    })
  async function* rows() {
    try {
      for await (const text of utf8Of(body)) yield toRows(items.push(text))
    } catch (error) {
      if (error instanceof RangeError) throw new AppError('BODY_TOO_LARGE', { message: ROWS_ELSEWHERE })
      throw error instanceof SyntaxError ? new AppError('INVALID_JSON') : error
    }
  }
  return {
    rows: rows(),
    end: () => {
      const parsed = jsonUploadSchema.safeParse(parseShell(items))
      if (!parsed.success) throw invalidInput(parsed.error.issues)
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

export function readNdjson(body: Body, options: FileOptions): Upload {
  assertSupported(options)
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
    for await (const text of utf8Of(body)) {
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
  const item = parseObject(text)
  return item
    ? toRow({ line }, withDefaultCountry(item, countries, defaultCountry))
    : unreadable(line, 'NOT_JSON')
}

function parseObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

type FileOptions = UploadOptions & { contentType?: string | undefined }

export function readCsv(body: Body, { contentType, ...options }: FileOptions): Upload {
  assertSupported(options)
  const texts = decodedText(body, encodingOf(contentType))
  const parser = new CsvParser()
  let columns: Columns | undefined
  const toRows = (records: readonly CsvRecord[]) =>
    records.flatMap((record) => {
      if (record.problem) return unreadable(record.line, record.problem)
      if (!columns) {
        columns = columnsOf(record.cells, parser.delimiter, options)
        if (columns.header) return []
      }
      columns.width = Math.max(columns.width, record.cells.length)
      return toRow(record, toItem(record, columns.places, countries, options.defaultCountry))
    })
  async function* rows() {
    for await (const text of refusing([form, binary], texts)) yield toRows(parser.push(text))
    yield toRows(parser.end())
  }
  return { rows: rows(), end: () => ({ options, columns: columns ?? null }) }
}

function assertSupported({ defaultCountry = '' }: UploadOptions): void {
  if (defaultCountry !== '' && !countries.isSupported(defaultCountry))
    throw invalidField('defaultCountry', unsupportedCountry(defaultCountry))
}

function columnsOf(first: string[], delimiter: string, upload: UploadOptions): Columns {
  const named = Object.fromEntries(fields.map((field) => [field, upload[columnOptions[field]]]))
  const { hasHeader, places } = findColumns(first, named, countries)
  for (const field of fields) {
    if (named[field] && places[field] === undefined)
      throw invalidField(columnOptions[field], `The file has no column "${named[field]}".`)
  }
  const { tin } = places
  if (tin !== undefined)
    return { header: hasHeader ? first : null, delimiter, places: { ...places, tin }, width: first.length }
  const found = first.slice(0, 10).join(', ').slice(0, 300)
  throw invalidField(
    columnOptions.tin,
    `No column holds tax IDs. Name one "tin" in the first row, or send its name as tinColumn. Found: ${found}`,
  )
}

type Refusal = { start: RegExp; message: string }

const form: Refusal = {
  start: /^--[^\r\n]+\r\nContent-Disposition:/i,
  message: 'Send the file itself as the body, not in a form (multipart/form-data).',
}

/** Gzip, ZIP (so XLSX too) and XLS have such a character among their first four. */
const binary: Refusal = {
  start: /^.{0,3}(?![\t\n\r\x80-\x9f])\p{Cc}/su,
  message: "This file isn't text. Send CSV, not a spreadsheet or a compressed file.",
}

type Texts = AsyncGenerator<string, void, void>

async function* refusing(refusals: readonly Refusal[], texts: Texts): Texts {
  let isStart = true
  for await (const text of texts) {
    const refusal = isStart && refusals.find(({ start }) => start.test(text))
    if (refusal) throw new AppError('UNSUPPORTED_MEDIA_TYPE', { message: refusal.message })
    isStart &&= text === ''
    yield text
  }
}

const utf8Of = (body: Body): Texts => refusing([form], decodedUtf8(body))

/** Refuses other encodings: another decoder would validate a number or a name with other characters. */
async function* decodedUtf8(body: Body): Texts {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const bytes of chunksOf(body)) yield decoder.decode(bytes, { stream: true })
    yield decoder.decode()
  } catch (cause) {
    throw cause instanceof AppError ? cause : new AppError('INVALID_JSON', { cause })
  }
}

const recognizedEncodings = ['utf-8', 'windows-1252']

/** Undefined if it is recognized. Throws UNSUPPORTED_MEDIA_TYPE. */
function encodingOf(contentType = ''): string | undefined {
  const charset = /;\s*charset="?([^";\s]+)/i.exec(contentType)?.[1]
  try {
    const { encoding } = new TextDecoder(charset)
    return recognizedEncodings.includes(encoding) ? undefined : encoding
  } catch {
    const message = `We don't know the charset "${charset}". Send the file in UTF-8.`
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', { message })
  }
}

async function* decodedText(body: Body, encoding: string | undefined): Texts {
  const reader = new TextReader(encoding)
  for await (const bytes of chunksOf(body)) yield reader.push(bytes)
  yield reader.end()
}

const PIECE = 16 * 1024
const MAX_WAIT_MS = 1_000

/**
 * Reads in pieces of 16 KiB, or what came in a second: a parser would take minutes for a long line in parts of one byte. Fails
 * with the stream's own AppError, or with BODY_INCOMPLETE if the upload breaks off.
 */
export async function* chunksOf(body: Body): AsyncGenerator<Uint8Array, void, void> {
  let size = 0
  let piece: Uint8Array[] = []
  let end = { size: PIECE, at: Date.now() + MAX_WAIT_MS }
  const reader = body.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((cause: unknown) => {
        throw cause instanceof AppError ? cause : new AppError('BODY_INCOMPLETE', { cause })
      })
      if (done) break
      size += value.byteLength
      if (size > MAX_UPLOAD) throw bodyTooLarge(MAX_UPLOAD)
      piece.push(value)
      if (size < end.size && Date.now() < end.at) continue
      yield Buffer.concat(piece)
      piece = []
      end = { size: size + PIECE, at: Date.now() + MAX_WAIT_MS }
    }
    if (piece.length > 0) yield Buffer.concat(piece)
  } finally {
    reader.cancel().catch(() => undefined)
  }
}

const countries = countriesOf(list)

export function toRow(source: Parameters<typeof toRowOfCountry>[0], value: unknown): BatchRow {
  const row = toRowOfCountry(source, value, countries)
  if (row.problem || !(row.item.type || row.item.kind)) return row
  const { countryCode, tin, type, kind } = row.item
  const checked = validateTin(countryCode, tin, { ...(type && { type }), ...(kind && { kind }) })
  if (checked.valid || !checked.unsupported) return row
  const { code, message } = checked.failure
  return { ...row, cost: 0, problem: { code, message } }
}
