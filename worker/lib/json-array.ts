import { type Pages, pagesOf } from './pages.ts'

type ToJson<Row> = (row: Row) => unknown

/** Rows as the text of a JSON array. If a read fails twice, the stream fails, and what was sent is not valid JSON. */
export const jsonArray = async <Row>(source: Pages<Row>, toJson: ToJson<Row>) =>
  textOf(await pagesOf(source), toJson)

async function* textOf<Row>(
  pages: AsyncIterable<readonly Row[]>,
  toJson: ToJson<Row>,
): AsyncGenerator<string, void, void> {
  yield '['
  let separator = '\n'
  for await (const rows of pages) {
    yield separator + rows.map((row) => JSON.stringify(toJson(row), null, 2)).join(',\n')
    separator = ',\n'
  }
  yield '\n]\n'
}
