import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { FILE, magicNumbersFile } from './magic-numbers.ts'

it('generates the published sandbox numbers', () => {
  expect(magicNumbersFile()).toBe(readFileSync(FILE, 'utf8'))
})
