import { expect, it } from 'vitest'
import { email, line } from '#worker/lib/text.ts'

const schema = email('Please enter a valid email address')

it.each([
  [' Ada@Example.test ', 'ada@example.test'],
  ['r&d@company.test', 'r&d@company.test'],
  ["o'neil+tax/eu=1@a-b.example.test", "o'neil+tax/eu=1@a-b.example.test"],
  ['ivan@xn--80a1acny.xn--p1ai', 'ivan@xn--80a1acny.xn--p1ai'],
])('an email address can be %j', (given, kept) => {
  expect(schema.parse(given)).toBe(kept)
})

it.each([
  '',
  'ada',
  'ada@',
  '@example.test',
  'ada@localhost',
  'ada@-example.test',
  '.ada@example.test',
  'ada.@example.test',
  'a..b@example.test',
  'ada lovelace@example.test',
  'ada@example.test, bob@example.test',
  'Ada <ada@example.test>',
  'ada@example.test\nBcc: bob@example.test',
  `${'a'.repeat(250)}@b.test`,
])('an email address can’t be %j', (given) => {
  expect(schema.safeParse(given).error?.issues[0]?.message).toBe('Please enter a valid email address')
})

it.each([
  ['\u200b\u2060\ufeff', undefined],
  ['a\u200bb', undefined],
  ['علی\u200cرضا', 'علی\u200cرضا'],
  [' Ada\u202e ', 'Ada'],
])('a name of at least 3 characters that is sent as %j is kept as %j', (given, kept) => {
  expect(line('The name', { min: 3, max: 10 }).safeParse(given).data).toBe(kept)
})
