import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

// Local names keep their own apostrophes, names of companies are normalized with all of them, and emails are letters.
const EXEMPT = /worker\/(mail\/|[^/]+\/[^/]*emails?\.ts|tin\/countries\/|validation\/normalize-name\.ts)/

it('are typed with straight quotes and three dots, on every screen and page of the docs', () => {
  const files = globSync(['web/**/*.{ts,tsx,html}', 'worker/**/*.{ts,md}']).filter(
    (file) => !EXEMPT.test(file),
  )
  expect(files.length).toBeGreaterThan(500)
  const found = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, index) => (/[‘’“”]|[a-z]…['"`<]/.test(line) ? [`${file}:${index + 1}`] : [])),
  )
  expect(found).toEqual([])
})
