import MiniSearch from 'minisearch'
import { DAY } from '#worker/lib/time.ts'
import { countries } from '#worker/tin/index.ts'
import { type SearchEntry, searchOptions } from './contract/search.ts'
import { type OpenApiDocument, openApiDocument } from './openapi/document.ts'
import { exampleOrigin } from './openapi/examples.ts'
import { withSharedErrors } from './openapi/shared-errors.ts'
import { clientReference } from './pages/client-reference.ts'
import { countrySeries } from './pages/country-pages.ts'
import { errorSeries } from './pages/error-pages.ts'
import { guidePage } from './pages/guide-file.ts'
import { guides, quickstart } from './pages/guides.ts'
import { legalPages, statusHead, statusPage } from './pages/plain-pages.ts'
import { referencePages } from './pages/reference.ts'
import { type Assets, contentOf, headingsIn, markdownPath, notFoundPage, renderPage } from './site/layout.ts'
import { headingOfPage, navTitleOf, type Page, type Site, type SiteSettings } from './site/page.ts'
import { renderPlainPage } from './site/plain-layout.ts'

type Sources = { origin: string; assets: Assets; settings: SiteSettings }

/** All files of the docs by path, as Pages serves them: `/docs/changelog` is docs/changelog.html. */
export function docsFiles({ origin, assets, settings }: Sources): Readonly<Record<string, string>> {
  const document = openApiDocument()
  const site = createSite(document, settings)
  const pages = pagesOf(site).flatMap((page): [string, string][] => [
    [`${page.path.slice(1)}${page.path.endsWith('/') ? 'index' : ''}.html`, renderPage(site, page, assets)],
    [markdownPath(page).slice(1), markdownOf(page)],
  ])
  const files: [string, string][] = [
    [
      'openapi.json',
      `${JSON.stringify(withSharedErrors(document), null, 2).replaceAll('](/', `](${exampleOrigin}/`)}\n`,
    ],
    ...pages,
    ...legalPages(settings).map((page): [string, string] => [
      `${page.path.slice(1)}.html`,
      renderPlainPage(page, assets),
    ]),
    ['status.html', renderPlainPage(statusPage, assets, statusHead(assets))],
    ['docs/404.html', notFoundPage(site, assets)],
    ['docs/search.json', searchIndex(site)],
    ['llms.txt', llmsText(site)],
    ['llms-full.txt', llmsFullText(site)],
    ['sitemap.xml', sitemap(site)],
    ['robots.txt', robots],
    ['.well-known/security.txt', securityText(settings)],
  ]
  return Object.fromEntries(files.map(([path, text]) => [path, text.replaceAll(exampleOrigin, origin)]))
}

function createSite(document: OpenApiDocument, settings: SiteSettings): Site {
  const countries = countrySeries()
  const errors = errorSeries()
  return {
    groups: [
      { title: 'Get started', pages: [quickstart()] },
      { title: 'Guides', pages: guides(document, settings) },
      { title: 'API reference', pages: [...referencePages(document), clientReference()] },
      {
        title: 'Resources',
        pages: [countries.index, errors.index, guidePage('changelog', '/docs/changelog')],
      },
    ],
    series: [errors, countries],
  }
}

const pagesOf = ({ groups, series }: Site): Page[] => [
  ...groups.flatMap(({ pages }) => pages),
  ...series.flatMap(({ pages }) => pages),
]

function markdownOf(page: Page): string {
  const parts = page.body.map((block) => (typeof block === 'string' ? block : block.markdown))
  const text = [`# ${headingOfPage(page)}`, ...parts].join('\n\n')
  const withLinks = text.replaceAll(
    /\]\((\/[^)#\s]*)(#[^)\s]*)?\)/g,
    (_, path: string, anchor = '') => `](${exampleOrigin}${markdownLink(path)}${anchor})`,
  )
  return `${withLinks.trim()}\n`
}

function markdownLink(path: string): string {
  if (!path.startsWith('/docs/')) return path
  return path.endsWith('/') ? `${path}index.md` : `${path}.md`
}

const summary = `Tinproof validates tax identification numbers (TINs) of ${countries.length} countries and territories: format, check digits, and official registers such as VIES. REST API with JSON.`

/** See llmstxt.org. */
function llmsText({ groups, series }: Site): string {
  const line = (page: Page) =>
    `- [${navTitleOf(page).replaceAll('`', '')}](${exampleOrigin}${markdownPath(page)}): ${page.description}`
  const sections = [
    ...groups,
    ...series.map(({ index, pages }) => ({ title: navTitleOf(index), pages })),
  ].map(({ title, pages }) => `## ${title}\n\n${pages.map(line).join('\n')}`)
  const openApi = `## OpenAPI\n\n- [openapi.json](${exampleOrigin}/openapi.json): The API in OpenAPI 3.1.`
  return `${['# Tinproof', `> ${summary}`, ...sections, openApi].join('\n\n')}\n`
}

const llmsFullText = (site: Site): string => pagesOf(site).map(markdownOf).join('\n---\n\n')

const otherPaths = ['/products', '/status', '/terms', '/privacy', '/dpa']

function sitemap(site: Site): string {
  const paths = [...otherPaths, ...pagesOf(site).map(({ path }) => path)]
  const urls = paths.map((path) => `<url><loc>${exampleOrigin}${path}</loc></url>`)
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('\n')}
</urlset>
`
}

const robots = `User-agent: *
Disallow: /api/

Sitemap: ${exampleOrigin}/sitemap.xml
`

const YEAR = 365 * DAY

/** RFC 9116. Expires a year after the last deployment. */
const securityText = ({ supportEmail }: SiteSettings): string =>
  `Contact: mailto:${supportEmail}
Expires: ${new Date(Date.now() + YEAR).toISOString()}
Preferred-Languages: en
Canonical: ${exampleOrigin}/.well-known/security.txt
`

function searchIndex(site: Site): string {
  const listed = site.groups.flatMap(({ pages }) => pages)
  const index = new MiniSearch<SearchEntry>(searchOptions)
  for (const page of pagesOf(site)) index.addAll(entriesOf(page, listed.includes(page)))
  return JSON.stringify(index)
}

const MAX_TEXT = 2_000

const plain = (html: string) =>
  html
    .replaceAll(/<(?:pre|form|script|svg|button)[ >].*?<\/(?:pre|form|script|svg|button)>/gs, ' ')
    .replaceAll(/<wbr>/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim()

function entriesOf(page: Page, hasSections: boolean): SearchEntry[] {
  const content = contentOf(page)
  const [beforeSections = ''] = content.split(/<h2 /)
  const title = plain(headingOfPage(page)).replaceAll('`', '')
  const first: SearchEntry = {
    id: page.path,
    url: page.path,
    title,
    page: '',
    keywords: page.keywords ?? '',
    text: `${page.description} ${plain(beforeSections).slice(0, MAX_TEXT)}`,
  }
  if (!hasSections) return [first]
  const sections = headingsIn(content).map((heading): SearchEntry => {
    const [, after = ''] = content.split(` id="${heading.id}"`)
    const [text = ''] = after.replace(/^>.*?<\/h\d>/s, '').split(/<h[123] /)
    return {
      id: `${page.path}#${heading.id}`,
      url: `${page.path}#${heading.id}`,
      title: plain(heading.title),
      page: title,
      keywords: '',
      text: plain(text).slice(0, MAX_TEXT),
    }
  })
  return [first, ...sections]
}
