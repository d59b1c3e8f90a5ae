import MiniSearch, { type Options, type Query } from 'minisearch'

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
  'key token secret credential',
  'rotate rotation replace renew',
  'whitelist allowlist allowed',
  'see read access',
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

const wordsOf = (text: string): string[] => tokenize(text).flatMap((word) => processTerm(word) ?? [])

function processTerm(term: string): string | null {
  const word = term.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return stopWords.has(word) ? null : stem(word)
}

const SYNONYM_WEIGHT = 0.3
const ALL_WORDS_WEIGHT = 2

/** People who search for "batch" want the guide, not an error code, a list of errors or a country with this word. */
const weights = [
  [/#errors$/, 0.3],
  [/^\/docs\/(?:guides\/|countries\/$)/, 2],
  [/^\/docs\/(?:errors|countries)\/./, 0.6],
] as const

const isStatus = (term: string) => /^[1-5]\d\d$/.test(term)

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
    boostTerm: (term) => (term.includes('_') ? 10 : isStatus(term) ? 3 : 1),
    boostDocument: (id) => weights.find(([path]) => path.test(String(id)))?.[1] ?? 1,
  },
}

export const loadSearch = (json: string): MiniSearch<SearchEntry> =>
  MiniSearch.loadJSON<SearchEntry>(json, searchOptions)

const synonymsOf = (word: string) =>
  synonyms.filter((same) => same.includes(word)).flatMap((same) => same.filter((one) => one !== word))

const asTheyAre = { tokenize: (word: string) => [word], processTerm: (word: string) => word }

const sameAs = (words: string[]): Query => ({
  queries: words,
  prefix: false,
  fuzzy: false,
  boostTerm: () => SYNONYM_WEIGHT,
  ...asTheyAre,
})

/** Each page once, with the section that fits best. Cast: the index stores these fields. */
export function searchDocs(index: MiniSearch<SearchEntry>, text: string): FoundPage[] {
  const words = wordsOf(text)
  const found = index.search({
    queries: [
      text,
      {
        queries: words.map((word) => ({ queries: [word, sameAs(synonymsOf(word))], combineWith: 'OR' })),
        combineWith: 'AND',
        boostTerm: () => ALL_WORDS_WEIGHT,
        ...asTheyAre,
      },
      sameAs(words.flatMap(synonymsOf)),
    ],
  }) as unknown as FoundPage[]
  const pages = Map.groupBy(found, ({ url }) => url.split('#')[0])
  return [...pages.values()].flatMap((entries) => bestOf(entries, words))
}

function bestOf([first, ...sections]: readonly FoundPage[], words: readonly string[]): FoundPage[] {
  if (!first) return []
  const ofPage = wordsOf(first.title)
  const others = new Set(words.filter((word) => !ofPage.includes(word)))
  const isNamed = ({ title }: FoundPage) => wordsOf(title).some((word) => others.has(word))
  return [first.page === '' ? (sections.find(isNamed) ?? first) : first]
}
