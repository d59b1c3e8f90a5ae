import { retry } from './time.ts'

const RETRY_DELAY = 250

type Source<Row> = {
  first: readonly Row[]
  size: number
  read: (last: Row) => Promise<readonly Row[]>
  toJson: (row: Row) => unknown
}

/** Rows as the text of a JSON array. If a read fails twice, the stream fails, and what was sent is not valid JSON. */
export async function* jsonArray<Row>({
  first,
  size,
  read,
  toJson,
}: Source<Row>): AsyncGenerator<string, void, void> {
  yield '['
  let rows = first
  let separator = '\n'
  while (rows.length > 0) {
    yield separator + rows.map((row) => JSON.stringify(toJson(row), null, 2)).join(',\n')
    separator = ',\n'
    const last = rows.length < size ? undefined : rows.at(-1)
    rows = last === undefined ? [] : await retry(() => read(last), { delays: [RETRY_DELAY] })
  }
  yield '\n]\n'
}
