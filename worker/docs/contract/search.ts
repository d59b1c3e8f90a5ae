import type { Options } from 'minisearch'

export type SearchEntry = {
  id: string
  url: string
  title: string
  page: string
  keywords: string
  text: string
}

const boosts = [
  ['/docs/guides/', 2],
  ['/docs/errors/', 0.5],
] as const

export const searchOptions: Options<SearchEntry> = {
  fields: ['title', 'keywords', 'page', 'text'],
  storeFields: ['url', 'title', 'page'],
  searchOptions: {
    boost: { title: 4, keywords: 3, page: 1.5 },
    prefix: true,
    fuzzy: (term) => (term.length > 4 ? 0.2 : false),
    combineWith: 'AND',
    // People who search for "batch" want the guide, not an error code with this word.
    boostDocument: (id) => boosts.find(([path]) => String(id).startsWith(path))?.[1] ?? 1,
  },
}
