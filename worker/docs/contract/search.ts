import MiniSearch, { type Options } from 'minisearch'

export type SearchEntry = {
  id: string
  url: string
  title: string
  page: string
  keywords: string
  text: string
}

export type FoundPage = Pick<SearchEntry, 'url' | 'title' | 'page'>

const stopWords = new Set(
  'a after an and are as at be between by can did difference do does doesn don for from happen happens has have how i if in into is it me my of on or our should so t that the their them there they this to use using want was we what when where which while who why will with work works you your'.split(
    ' ',
  ),
)

/** Words that people use for the same thing. */
const synonyms = [
  'down outage unavailable offline unreachable',
  'delete deletion erase remove erasure',
  'audit evidence proof prove',
  'sdk client library package',
  'cli command terminal',
  'swagger openapi',
  'migrate migration moving switch replace alternative',
  'sla uptime availability',
  'gdpr privacy dsgvo dpa',
  'recheck monitoring monitor watch',
  'test sandbox try',
  'wrong invalid',
  'digit checksum',
  'fail failed error',
  'store kept keep retention',
  'price pricing cost plan',
  'notify tell alert',
  'lose end deregistered',
  'uk gb british',
  'usa us american',
  'limit maximum max many',
  'poll interval progress',
].map((line) => line.split(' ').map(stem))

/** `INVALID_JSON` is one word, and two. */
const tokenize = (text: string): string[] =>
  (text.match(/[\p{L}\p{N}]+(?:[_.-][\p{L}\p{N}]+)*/gu) ?? []).flatMap((word) => {
    const parts = word.split(/[_.-]/)
    return parts.length > 1 ? [word, ...parts] : [word]
  })

/** "Polls", "polled" and "polling" are one word; so are "prices" and "pricing". */
function stem(word: string): string {
  if (word.length < 5) return word
  const singular = word.replace(/ies$/, 'y').replace(/(ch|sh|x|ss)es$|([^s])s$/, '$1$2')
  if (singular.length < 5) return singular
  return singular.replace(/(?<=[aeiouy].*[^aeiou])(ing|ed|e)$/, '')
}

function processTerm(term: string): string | null {
  const word = term.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return stopWords.has(word) ? null : stem(word)
}

const SYNONYM_WEIGHT = 0.3
const ALL_WORDS_WEIGHT = 2

/** People who search for "batch" want the guide, not an error code or a country with this word. */
const weights = [
  [/^\/docs\/(?:guides\/|countries\/$)/, 2],
  [/^\/docs\/(?:errors|countries)\/./, 0.6],
] as const

export const searchOptions: Options<SearchEntry> = {
  fields: ['title', 'keywords', 'page', 'text'],
  storeFields: ['url', 'title', 'page'],
  tokenize,
  processTerm,
  searchOptions: {
    boost: { title: 4, keywords: 3, page: 1.5 },
    prefix: (term) => term.length > 2,
    fuzzy: (term) => (term.length > 4 ? 0.2 : false),
    weights: { fuzzy: 0.1, prefix: 0.375 },
    boostTerm: (term) => (term.includes('_') ? 10 : 1),
    boostDocument: (id) => weights.find(([path]) => path.test(String(id)))?.[1] ?? 1,
  },
}

export const loadSearch = (json: string): MiniSearch<SearchEntry> =>
  MiniSearch.loadJSON<SearchEntry>(json, searchOptions)

/** Each page once, with the section that fits best. Cast: the index stores these fields. */
export function searchDocs(index: MiniSearch<SearchEntry>, text: string): FoundPage[] {
  const words = tokenize(text).map(processTerm)
  const others = synonyms.filter((same) => words.some((word) => word && same.includes(word))).flat()
  const found = index.search({
    queries: [
      text,
      { queries: [text], combineWith: 'AND', boostTerm: () => ALL_WORDS_WEIGHT },
      { queries: others, prefix: false, fuzzy: false, boostTerm: () => SYNONYM_WEIGHT },
    ],
  }) as unknown as FoundPage[]
  const seen = new Set<string | undefined>()
  return found.filter(({ url }) => {
    const [path] = url.split('#')
    return !seen.has(path) && seen.add(path)
  })
}
