import MiniSearch from 'minisearch'
import { describe, expect, it } from 'vitest'
import { loadSearch, searchDocs } from '#worker/docs/contract/search.ts'
import { text } from './docs-files.ts'
import questionsText from './questions.txt?raw'

const index = loadSearch(text('docs/search.json'))

/** What people type, and the pages or sections below /docs/ that answer it. */
const questions: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  questionsText
    .trim()
    .split('\n')
    .map((line) => {
      const [question = '', paths = ''] = line.split(': ')
      return [question, paths.split(' ')]
    }),
)

/** Of each question without its page in the first three results: what it found. */
const misses = (asked: typeof questions) =>
  Object.entries(asked).flatMap(([question, paths]) => {
    const first = searchDocs(index, question).slice(0, 3)
    const found = first.map(({ url }) => url.replace('/docs/', ''))
    const isFound = found.some((path) => paths.includes(path) || paths.includes(path.replace(/#.*/, '')))
    return isFound ? [] : [`${question}: ${found.join(', ')}`]
  })

describe('the search', () => {
  it('finds the page of at least 87 of 89 questions in the first three results', () => {
    expect(Object.keys(questions).length).toBe(89)
    const missed = misses(questions)
    if (missed.length > 0) console.log(missed.join('\n'))
    expect(missed.length).toBeLessThanOrEqual(2)
  })

  it.each([
    ['quota_exceeded', '/docs/errors/QUOTA_EXCEEDED'],
    ['kennitala', '/docs/countries/is'],
    ['rate lim', '/docs/guides/rate-limits'],
    ['confidense', '/docs/guides/confidence'],
    ['the batches of what', '/docs/guides/batches'],
  ])('finds %j first on %s', (words, path) => {
    expect(searchDocs(index, words)[0]?.url.split('#')[0]).toBe(path)
  })

  it('finds nothing for words that say nothing', () => {
    for (const words of ['', '   ', 'how do I', '…', 'zzqxw']) expect(searchDocs(index, words)).toEqual([])
  })

  it('lists each page once, with a section that exists', () => {
    const urls = index.search(MiniSearch.wildcard).map(({ url }) => String(url))
    expect(urls.length).toBeGreaterThan(300)
    const broken = urls.filter((url) => {
      const [path = '', id] = url.split('#')
      const page = text(`${path.slice(1)}${path.endsWith('/') ? 'index' : ''}.html`)
      return page === '' || (id !== undefined && !page.includes(` id="${id}"`))
    })
    expect(broken).toEqual([])
    const found = searchDocs(index, 'batch').map(({ url }) => url.split('#')[0])
    expect(found.length).toBeGreaterThan(5)
    expect(new Set(found).size).toBe(found.length)
  })
})
