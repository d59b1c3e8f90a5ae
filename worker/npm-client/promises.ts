/** With its headers. `requestId` is what support asks for. */
export type WithResponse<Data> = { data: Data; response: Response; requestId: string | null }

/** The answer of a call. `withResponse()` also returns the response, with its headers. */
export type ApiPromise<Data> = Promise<Data> & { withResponse: () => Promise<WithResponse<Data>> }

/** Resolves to a page; `for await` iterates over the items of this page and all that follow. */
export type PagePromise<Page, Item> = ApiPromise<Page> & AsyncIterable<Item>

export function apiPromise<Data>(answer: Promise<WithResponse<Data>>): ApiPromise<Data> {
  const promise = answer.then(({ data }) => data)
  const withResponse = () => {
    // The caller handles the error of the other promise.
    promise.catch(() => undefined)
    return answer
  }
  return Object.assign(promise, { withResponse })
}

type Paging<Page, Item> = {
  load: (cursor: string | undefined) => ApiPromise<Page>
  cursor: string | undefined
  itemsOf: (page: Page) => readonly Item[]
  isLast?: (page: Page) => boolean
}

export function pagePromise<Page extends { next: string | null }, Item>({
  load,
  cursor,
  itemsOf,
  isLast = () => false,
}: Paging<Page, Item>): PagePromise<Page, Item> {
  const first = load(cursor)
  async function* items() {
    for (let page = await first; ; page = await load(page.next)) {
      yield* itemsOf(page)
      if (page.next === null || isLast(page)) return
    }
  }
  return Object.assign(first, { [Symbol.asyncIterator]: items })
}
