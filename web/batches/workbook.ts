import { strToU8, Zip, ZipDeflate } from 'fflate'
import { CsvParser } from '#worker/batches/upload-contract/csv-parser.ts'
import { withoutApostrophes } from '#worker/lib/contract/csv-line.ts'

/** More than an upload may have, because results have more columns. */
const MAX_ROW_LENGTH = 1_000_000
const MAX_COLUMNS = 200
const MAX_EXCEL_CELL_LENGTH = 32_767

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const links = 'http://schemas.openxmlformats.org/package/2006/relationships'
const types = 'http://schemas.openxmlformats.org/package/2006/content-types'
const content = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const files = {
  '[Content_Types].xml': `<Types xmlns="${types}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${content}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${content}.worksheet+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${links}"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Results" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${links}"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
}

/**
 * A CSV download as an XLSX file, in pieces, so that 100,000 rows neither fill the memory nor stop the page. Each cell is
 * text, which spreadsheets don't calculate. Throws if the download was interrupted.
 */
export async function csvToWorkbook(
  csv: ReadableStream<Uint8Array<ArrayBuffer>>,
  interrupted: string,
): Promise<Blob> {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  const zip = new Zip((error, piece) => {
    if (error) throw error
    pieces.push(Uint8Array.from(piece))
  })
  const add = (name: string) => {
    const file = new ZipDeflate(name, { level: 4 })
    zip.add(file)
    return file
  }
  for (const [name, xml] of Object.entries(files)) add(name).push(strToU8(xml), true)
  const sheet = add('xl/worksheets/sheet1.xml')
  sheet.push(strToU8(`<worksheet xmlns="${main}"><sheetData>`))
  let row = 0
  const parser = new CsvParser(MAX_ROW_LENGTH, MAX_COLUMNS)
  const write = (records: readonly { cells: readonly string[] }[]) => {
    if (records.at(-1)?.cells[0]?.startsWith(interrupted)) throw new Error(interrupted)
    if (records.length > 0) sheet.push(strToU8(records.map(({ cells }) => rowXml(cells, ++row)).join('')))
  }
  // Safari can't iterate over a stream.
  const rows = new WritableStream<string>({ write: (text) => write(parser.push(text)) })
  await csv.pipeThrough(new TextDecoderStream()).pipeTo(rows)
  write(parser.end())
  sheet.push(strToU8('</sheetData></worksheet>'), true)
  zip.end()
  return new Blob(pieces)
}

const rowXml = (cells: readonly string[], row: number) =>
  `<row r="${row}">${cells.map((text, column) => cellXml(text, `${columnName(column)}${row}`)).join('')}</row>`

/** From A to ZZ. */
const columnName = (column: number): string =>
  (column < 26 ? '' : columnName(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26))

/** XML has no control characters. */
function cellXml(text: string, place: string): string {
  if (text === '') return ''
  const escaped = withoutApostrophes(text)
    .slice(0, MAX_EXCEL_CELL_LENGTH)
    .toWellFormed()
    .replace(/[\p{Cc}\uFFFE\uFFFF]/gu, (character) => (/[\t\n]/.test(character) ? character : ''))
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
  return `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${escaped}</t></is></c>`
}
