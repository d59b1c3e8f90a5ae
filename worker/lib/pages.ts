import { retry } from './time.ts'

const RETRY_DELAY = 250

/** `read` returns up to `size` rows after the last one, in order. */
export type Pages<Row> = { size: number; read: (last: Row | undefined) => Promise<Row[]> }

/** Reads the first page at once, so that its failure is an error and not a broken file, and each later one up to twice. */
export async function pagesOf<Row>({ size, read }: Pages<Row>): Promise<AsyncGenerator<Row[], void, void>> {
  const first = await read(undefined)
  async function* pages() {
    for (let rows = first; rows.length > 0; ) {
      yield rows
      const last = rows.length < size ? undefined : rows.at(-1)
      rows = last === undefined ? [] : await retry(() => read(last), { delaysMs: [RETRY_DELAY] })
    }
  }
  return pages()
}
