import { PASTED_LIST_NAME } from '#web/lib/file-draft.ts'
import { reloadOnce } from '#web/ui/reload-once.ts'
import { MAX_ROWS, MAX_UPLOAD } from '#worker/batches/contract.ts'
import { CsvParser, type CsvRecord } from '#worker/batches/upload-contract/csv-parser.ts'
import { TextReader } from '#worker/batches/upload-contract/text-reader.ts'
import { guessEncoding } from './encodings.ts'

export type Source = {
  name: string | undefined
  rows: readonly CsvRecord[]
  /** Undefined for Unicode. */
  encoding: string | undefined
  isMixed: boolean
  body: Blob
}

export class UnreadableFile extends Error {}

const MAX_UNPACKED = 400 * 1024 * 1024
const MAX_NAME = 120
/** Encrypted workbooks are compound files, and no ZIP files. */
const COMPOUND_FILE = [0xd0, 0xcf, 0x11, 0xe0]
const ZIP_FILE = 'PK\u0003\u0004'
const SHEET_LIST = 'xl/workbook.xml'
const HIDDEN_SHEET = /<sheet [^>]*state="(hidden|veryHidden)"[^>]*>/g

const limitText = `${MAX_UPLOAD / 1024 / 1024} MB`

export async function readFile(file: File, chosenEncoding?: string): Promise<Source> {
  if (file.size > MAX_UPLOAD) throw new UnreadableFile(`This file is too large. The limit is ${limitText}.`)
  if (file.size === 0) throw new UnreadableFile('This file is empty.')
  if (file.name === PASTED_LIST_NAME) return { name: undefined, ...(await readCsv(file)) }
  const name = file.name.replace(/\.[^.]+$/, '').slice(0, MAX_NAME)
  if (/\.xls$/i.test(file.name))
    throw new UnreadableFile("Old Excel files (.xls) aren't supported. Save it as XLSX and choose it again.")
  if (!/\.(csv|tsv|txt|xlsx)$/i.test(file.name))
    throw new UnreadableFile("This file type isn't supported. Use CSV or XLSX.")
  // Also a renamed one.
  const isWorkbook = /\.xlsx$/i.test(file.name) || (await file.slice(0, 4).text()) === ZIP_FILE
  return {
    name,
    ...(isWorkbook ? await readCsv(await workbookToCsv(file)) : await readCsv(file, chosenEncoding)),
  }
}

async function readCsv(body: Blob, chosen?: string): Promise<Omit<Source, 'name'>> {
  if (body.size > MAX_UPLOAD) throw new UnreadableFile(`These rows are too large. The limit is ${limitText}.`)
  const { text, isMixed, isUnicode } = await readText(body)
  const encoding = isUnicode ? undefined : (chosen ?? (isMixed ? 'windows-1252' : guessEncoding(text)))
  const read = encoding ? await readText(body, encoding) : { text, isMixed }
  const parser = new CsvParser()
  const rows = [...parser.push(read.text), ...parser.end()]
  if (rows.length === 0) throw new UnreadableFile('There are no rows here.')
  if (rows.length > MAX_ROWS + 1)
    throw new UnreadableFile(
      `A batch can have at most ${MAX_ROWS.toLocaleString('en-US')} rows. Split the file and start one batch for each part.`,
    )
  return { rows, isMixed: read.isMixed, body, encoding }
}

/** As the server reads it. */
async function readText(body: Blob, encoding?: string) {
  const reader = new TextReader(encoding === 'windows-1252' ? undefined : encoding)
  const text = reader.push(new Uint8Array(await body.arrayBuffer())) + reader.end()
  return { text, isMixed: reader.isMixed, isUnicode: reader.isUnicode }
}

export async function utf8TextBefore({ body, encoding }: Pick<Source, 'body' | 'encoding'>, line: number) {
  const { text } = await readText(body, encoding)
  const end = [...text.matchAll(/\r\n?|\n/g)][line - 2]
  return new Blob([text.slice(0, end && end.index + end[0].length)])
}

/**
 * The first sheet may be hidden or a cover, so the first visible one with a cell like a tax ID is read. A row keeps its place,
 * so that lines in the results are rows of the sheet.
 */
async function workbookToCsv(file: Blob): Promise<Blob> {
  const start = new Uint8Array(await file.slice(0, 4).arrayBuffer())
  if (start.every((byte, index) => byte === COMPOUND_FILE[index]))
    throw new UnreadableFile('This workbook has a password. Save it without one and choose it again.')
  const [{ default: readSheets }, { strFromU8, strToU8, unzipSync, zipSync }] = await Promise.all([
    import('read-excel-file/universal'),
    import('fflate'),
  ])
    .catch(reloadOnce)
    .catch(() => {
      throw new UnreadableFile(
        "Part of this page didn't load. Check your connection and choose the file again.",
      )
    })
  try {
    let size = 0
    const files = unzipSync(new Uint8Array(await file.arrayBuffer()), {
      filter: ({ name, originalSize }) => {
        if (!/\.(xml|rels)$/.test(name)) return false
        size += originalSize
        if (size > MAX_UNPACKED) throw new UnreadableFile('This workbook is too large. Save it as CSV.')
        return true
      },
    })
    const sheetList = strFromU8(files[SHEET_LIST] ?? new Uint8Array())
    files[SHEET_LIST] = strToU8(sheetList.replace(HIDDEN_SHEET, ''))
    // read-excel-file unpacks large entries in a `blob:` worker, which the CSP refuses. Stored ones need none.
    const stored = zipSync(files, { level: 0 })
    const sheets = await readSheets(new Blob([stored]), { parseNumber: (digits) => digits })
    const sheet = sheets.find(({ data }) => data.some((row) => row.some(mayBeTaxId))) ?? sheets[0]
    return new Blob(sheet?.data.map((row) => `${csvLine(row.map(cellText))}\n`))
  } catch (error) {
    if (error instanceof UnreadableFile) throw error
    throw new UnreadableFile("We couldn't read this workbook. Open it and save it again as XLSX or CSV.")
  }
}

function mayBeTaxId(cell: unknown): boolean {
  const isDate = cell instanceof Date || /\b20\d\d\b/.test(cellText(cell))
  const text = isDate ? '' : cellText(cell).replace(/[\s./-]/g, '')
  return /^[A-Z0-9]{7,20}$/i.test(text) && /\d{5}/.test(text)
}

/** Each row of a sheet is as long as the longest one. */
const csvLine = (cells: readonly string[]) =>
  cells
    .slice(0, cells.findLastIndex((cell) => cell !== '') + 1)
    .map((cell) => `"${cell.replaceAll('"', '""')}"`)
    .join(',')

/** Excel stores long numbers as 1.36695976E8. */
export function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  // Null for a number that is too large for a date.
  if (cell instanceof Date) return cell.toJSON()?.slice(0, 10) ?? ''
  if (typeof cell === 'string' && /^-?\d+(\.\d+)?E\+?\d+$/i.test(cell)) {
    const number = Number(cell)
    return Number.isSafeInteger(number) ? String(number) : cell
  }
  return String(cell).replace(/\s+/g, ' ').trim()
}
