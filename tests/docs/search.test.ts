import MiniSearch from 'minisearch'
import { describe, expect, it } from 'vitest'
import { loadSearch, searchDocs } from '#worker/docs/contract/search.ts'
import { text } from './docs-files.ts'

const index = loadSearch(text('docs/search.json'))

/** What people type, and the pages or sections below /docs/ that answer it. */
const questions: Readonly<Record<string, readonly string[]>> = {
  'what happens when VIES is down': ['guides/registers', 'guides/checkout', 'guides/availability'],
  'delete batch data': ['reference/delete-batch', 'guides/batches', 'guides/security'],
  python: ['', 'guides/checkout'],
  INVALID_JSON: ['errors/INVALID_JSON'],
  'additionalInfo.confidence': ['guides/confidence', 'reference/validate'],
  'Retry-After': ['guides/retries', 'guides/rate-limits', 'errors/RATE_LIMITED'],
  tp_test_: ['guides/sandbox'],
  'how can I test without using my quota': ['guides/sandbox'],
  'requests per second': ['guides/rate-limits'],
  '429 too many requests': ['errors/RATE_LIMITED', 'guides/rate-limits', 'guides/retries'],
  'how long should my timeout be': ['guides/retries'],
  'verify webhook signature': ['guides/webhooks'],
  'php hmac webhook': ['guides/webhooks'],
  'retries of webhooks': ['guides/webhooks'],
  'idempotency key': ['guides/idempotency'],
  'safe to send a request twice': ['guides/idempotency', 'guides/retries'],
  'upload a csv file': ['guides/batches'],
  'how long are batch results kept': ['guides/batches', 'guides/security'],
  excel: ['guides/spreadsheets'],
  'google sheets formula': ['guides/spreadsheets'],
  'node sdk': ['guides/client'],
  'command line tool': ['guides/client'],
  swagger: ['reference/'],
  'openapi generator': ['reference/', 'guides/generators'],
  'reverse charge': ['guides/vat', 'guides/confidence'],
  'what do I print on an invoice without VAT': ['guides/vat'],
  'proof for a tax audit': ['guides/evidence', 'guides/records'],
  'consultation number': ['guides/evidence'],
  "company name doesn't match": ['guides/registers'],
  'compare names fuzzy': ['guides/registers'],
  'recheck VAT numbers every month': ['guides/monitoring'],
  'tell me when a customer loses their VAT registration': ['guides/monitoring'],
  'CRS self-certification': ['guides/crs-dac7'],
  'DAC7 sellers': ['guides/crs-dac7'],
  EIN: ['countries/us'],
  'USt-IdNr': ['countries/de'],
  'northern ireland XI': ['countries/xi', 'guides/vat'],
  'UK VAT number format': ['countries/gb'],
  Steuernummer: ['countries/de', 'countries/at'],
  'cpf cnpj': ['countries/br'],
  'which countries do you support': ['countries/', 'reference/list-countries'],
  'use with Claude': ['guides/mcp'],
  'connect chatgpt': ['guides/mcp'],
  'what changed in the API': ['changelog', 'guides/versioning'],
  'breaking changes': ['guides/versioning'],
  'deprecation policy': ['guides/versioning'],
  GDPR: ['guides/security'],
  'where is my data stored': ['guides/security'],
  'data processing agreement': ['guides/security'],
  SLA: ['guides/availability'],
  uptime: ['guides/availability'],
  'migrate from vatstack': ['guides/moving'],
  'vatlayer alternative': ['guides/moving'],
  'replace VIES SOAP': ['guides/moving'],
  'stripe tax ids': ['guides/moving'],
  'quota is used up': ['errors/QUOTA_EXCEEDED', 'guides/rate-limits'],
  '401 unauthorized': ['errors/INVALID_TOKEN', 'errors/TOKEN_REQUIRED', 'errors/TOKEN_EXPIRED'],
  'wrong check digit': ['errors/INVALID_CHECKSUM'],
  'validate VAT number in checkout': ['guides/checkout'],
  'go live checklist': ['guides/go-live'],
  'what does unconfirmed mean': ['guides/confidence', 'guides/registers'],
  'how many numbers in one request': ['guides/batches', 'guides/rate-limits'],
  'EORI number lookup': ['guides/registers'],
  pricing: ['guides/rate-limits'],
  'polling interval': ['guides/batches', 'guides/registers'],
  'verify webhook': ['guides/webhooks#verify-events'],
  'webhook secret rotation': ['guides/webhooks#rotate-the-secret'],
  'rotate API key': ['guides/security#protect-your-account'],
  'revoke leaked token': ['guides/security#protect-your-account'],
  'difference between invalid and unsupported': ['guides/confidence#what-each-result-means'],
  'rate limit headers': ['guides/rate-limits#headers'],
  'max file size': ['guides/rate-limits#size-limits'],
  '401 on every request': ['guides/errors', 'errors/INVALID_TOKEN'],
  'IP whitelist': ['errors/IP_NOT_ALLOWED'],
  'sandbox magic numbers': ['guides/sandbox#magic-numbers'],
  'cancel a running batch': ['reference/cancel-batch'],
  'store proof for 10 years': ['guides/records', 'guides/evidence'],
  'does a failed lookup cost quota': ['guides/rate-limits'],
  'deregistered customer': ['guides/monitoring'],
  'Germany no company name': ['guides/registers#name-match'],
  'CORS browser request': ['reference/#browsers'],
  'can I use the token in the browser': ['reference/#browsers'],
  'charge VAT when VIES times out': ['guides/checkout#charge-vat'],
  'export records zip': ['reference/export-records', 'guides/records#export-a-period'],
  'french SIREN': ['countries/fr'],
  'how to pause monitoring': ['guides/monitoring', 'reference/update-monitor'],
  'number valid but name different': ['guides/confidence#what-each-result-means'],
  'who can see the tax IDs I send': ['guides/security#what-is-stored'],
}

/** Of each question without its page in the first three results: what it found. */
const misses = (asked: typeof questions) =>
  Object.entries(asked).flatMap(([question, paths]) => {
    const first = searchDocs(index, question).slice(0, 3)
    const found = first.map(({ url }) => url.replace('/docs/', ''))
    const isFound = found.some((path) => paths.includes(path) || paths.includes(path.replace(/#.*/, '')))
    return isFound ? [] : [`${question}: ${found.join(', ')}`]
  })

describe('the search', () => {
  it('finds the page of at least 86 of 88 questions in the first three results', () => {
    expect(Object.keys(questions).length).toBe(88)
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
