import { type OpenApiDocument, openApiDocument } from './openapi/document.ts'
import { exampleOrigin } from './openapi/examples.ts'
import { countrySeries } from './pages/country-pages.ts'
import { errorSeries } from './pages/error-pages.ts'
import { guidePage } from './pages/guide-file.ts'
import { guides, quickstart } from './pages/guides.ts'
import { type LegalSettings, legalPages, statusHead, statusPage } from './pages/plain-pages.ts'
import { referencePages } from './pages/reference.ts'
import { type Assets, markdownPath, notFoundPage, renderPage } from './site/layout.ts'
import type { Site } from './site/page.ts'
import { renderPlainPage } from './site/plain-layout.ts'
import {
  llmsFullText,
  llmsText,
  markdownOf,
  pagesOf,
  robots,
  searchIndex,
  sitemap,
} from './site/text-files.ts'

type Sources = { version: string; origin: string; assets: Assets; settings: LegalSettings }

/** All files of the docs by path, as Pages serves them: `/docs/changelog` is docs/changelog.html. */
export function docsFiles({ version, origin, assets, settings }: Sources): Readonly<Record<string, string>> {
  const document = openApiDocument(version)
  const site = createSite(document)
  const pages = pagesOf(site).flatMap((page): [string, string][] => [
    [`${page.path.slice(1)}${page.path.endsWith('/') ? 'index' : ''}.html`, renderPage(site, page, assets)],
    [markdownPath(page).slice(1), markdownOf(page)],
  ])
  const files: [string, string][] = [
    ['openapi.json', `${JSON.stringify(document, null, 2)}\n`],
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
  ]
  return Object.fromEntries(files.map(([path, text]) => [path, text.replaceAll(exampleOrigin, origin)]))
}

function createSite(document: OpenApiDocument): Site {
  const countries = countrySeries()
  const errors = errorSeries()
  return {
    groups: [
      { title: 'Get started', pages: [quickstart()] },
      { title: 'Guides', pages: guides(document) },
      { title: 'API reference', pages: referencePages(document) },
      {
        title: 'Resources',
        pages: [countries.index, errors.index, guidePage('changelog', '/docs/changelog')],
      },
    ],
    series: [errors, countries],
  }
}
