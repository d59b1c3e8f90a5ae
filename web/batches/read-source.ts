import { MAX_ROWS, MAX_UPLOAD } from '#worker/batches/contract.ts'

/** Rows to show, and what to send. */
export type Source = {
  name: string | undefined
  rows: readonly (readonly string[])[]
  body: Blob
}

/** A sentence for the user. */
export class UnreadableFile extends Error {}

const MAX_UNPACKED = 400 * 1024 * 1024

export async function readFile(file: File): Promise<Source> {
  if (file.size > MAX_UPLOAD) throw new UnreadableFile(`This file is too large. The limit is ${limitText}.`)
  if (file.size === 0) throw new UnreadableFile('This file is empty.')
  const name = file.name.replace(/\.[^.]+$/, '').slice(0, 120)
  if (/\.xlsx$/i.test(file.name)) return { name, ...(await readWorkbook(file)) }
  if (/\.(csv|tsv|txt)$/i.test(file.name) || /^text\/(csv|plain)/.test(file.type)) {
    const text = decode(new Uint8Array(await file.arrayBuffer()))
    return { name, rows: await parseRows(text), body: file }
  }
  throw new UnreadableFile('This file type is not supported. Use CSV or XLSX.')
}

export async function readText(text: string): Promise<Source> {
  return { name: undefined, rows: await parseRows(text), body: new Blob([text]) }
}

const limitText = `${MAX_UPLOAD / 1024 / 1024} MB`

async function readWorkbook(file: File): Promise<Pick<Source, 'rows' | 'body'>> {
  const [{ readSheet }, { unzipSync, zipSync }, { unparse }] = await Promise.all([
    import('read-excel-file/universal'),
    import('fflate'),
    import('papaparse'),
  ])
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
    // read-excel-file unpacks large entries in a `blob:` worker, which the CSP refuses. Stored ones need no unpacking.
    const stored = zipSync(files, { level: 0 })
    const sheet = await readSheet(new Blob([stored]), { parseNumber: (digits) => digits })
    const rows = sheet.map((row) => row.map(cellText)).filter((row) => row.some((cell) => cell !== ''))
    check(rows)
    const body = new Blob([unparse(rows, { newline: '\n' })])
    if (body.size > MAX_UPLOAD)
      throw new UnreadableFile(`This sheet is too large. The limit is ${limitText}.`)
    return { rows, body }
  } catch (error) {
    if (error instanceof UnreadableFile) throw error
    throw new UnreadableFile('This workbook could not be read. Open it and save it again as XLSX or CSV.')
  }
}

/** Its types name the class of dates, not dates. Excel stores long numbers as 1.36695976E8. */
export function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return cell.toISOString().slice(0, 10)
  if (typeof cell === 'string' && /^-?\d+(\.\d+)?E\+?\d+$/i.test(cell)) {
    const number = Number(cell)
    return Number.isSafeInteger(number) ? String(number) : cell
  }
  return String(cell).trim()
}

async function parseRows(text: string): Promise<string[][]> {
  const { parse } = await import('papaparse')
  const { data } = parse<string[]>(text, {
    skipEmptyLines: 'greedy',
    delimitersToGuess: [',', ';', '\t', '|'],
  })
  check(data)
  return data
}

function check(rows: readonly unknown[]): void {
  if (rows.length === 0) throw new UnreadableFile('There are no rows here.')
  // One of them may be the header.
  if (rows.length > MAX_ROWS + 1)
    throw new UnreadableFile(
      `A batch can have at most ${MAX_ROWS.toLocaleString('en-US')} rows. Split the file and start one batch for each part.`,
    )
}

/** UTF-8 or UTF-16; anything else is read as Windows-1252, as the server does. */
export function decode(bytes: Uint8Array<ArrayBuffer>): string {
  const [first, second] = bytes
  const zeros = (rest: number) =>
    bytes.subarray(0, 64).filter((byte, index) => byte === 0 && index % 2 === rest)
  const few = Math.min(64, bytes.length) / 4
  if ((first === 0xff && second === 0xfe) || zeros(1).length > few)
    return new TextDecoder('utf-16le').decode(bytes)
  if ((first === 0xfe && second === 0xff) || zeros(0).length > few)
    return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
