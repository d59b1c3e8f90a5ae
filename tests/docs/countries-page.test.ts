import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { countriesPage, pagePath } from '#worker/docs/countries-page.ts'

it('The page of the countries says what the engine knows; `npm run docs` writes it anew', () => {
  expect(readFileSync(pagePath, 'utf8')).toBe(countriesPage())
})
