import type { OpenApiDocument } from '#worker/docs/openapi/document.ts'
import { countrySeries } from '#worker/docs/pages/country-pages.ts'
import { errorSeries } from '#worker/docs/pages/error-pages.ts'
import { guidePage } from '#worker/docs/pages/guide-file.ts'
import { guides, quickstart } from '#worker/docs/pages/guides.ts'
import { referencePages } from '#worker/docs/pages/reference.ts'
import type { Site } from './page.ts'

export function createSite(document: OpenApiDocument): Site {
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
