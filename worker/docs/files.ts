import { openApiDocument } from './openapi/document.ts'
import { exampleOrigin } from './openapi/examples.ts'
import { type LegalSettings, legalPages } from './pages/legal-pages.ts'
import { statusHead, statusPage } from './pages/status-page.ts'
import { type Assets, markdownPath, notFoundPage, renderPage } from './site/layout.ts'
import { renderPlainPage } from './site/plain-layout.ts'
import { createSite } from './site/site.ts'
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
