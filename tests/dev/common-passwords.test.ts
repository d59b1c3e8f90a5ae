// @module-tag deep
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { commonPasswords } from '#worker/accounts/passwords/common-passwords.ts'
import { mayContain } from '#worker/lib/bloom-filter.ts'
import { commonPasswordsFile, listCommonPasswords } from './common-passwords.ts'

const filter = { bits: Buffer.from(commonPasswords.base64, 'base64'), hashes: commonPasswords.hashes }
const listed = listCommonPasswords()

it('writes the file that is checked in', () => {
  const file = new URL('../../worker/accounts/passwords/common-passwords.ts', import.meta.url)
  expect(readFileSync(file, 'utf8') === commonPasswordsFile()).toBe(true)
})

it('lists 97,000 passwords, among them the most used', () => {
  expect(listed.size).toBe(97_000)
  expect(
    ['123456789', 'password', 'qwerty123', 'iloveyou', 'football'].filter((each) => !listed.has(each)),
  ).toEqual([])
})

it('finds every listed password', () => {
  expect([...listed].filter((password) => !mayContain(filter, password))).toEqual([])
})

it('takes fewer than 1 in 800 other passwords for a listed one', () => {
  const others = Array.from({ length: 100_000 }, (_, index) => `other password ${index}`)
  expect(others.filter((password) => mayContain(filter, password)).length).toBeLessThan(125)
})
