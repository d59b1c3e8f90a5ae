import { describe, expect, it } from 'vitest'
import { base32, isTotp, matchingStep, stepAt, totp } from '#worker/lib/totp.ts'

const secret = Buffer.from('12345678901234567890')
const at = (seconds: number) => new Date(seconds * 1000)

describe('totp', () => {
  // RFC 6238, appendix B: the last 6 of its 8 digits.
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('is RFC 6238’s at %i s', (seconds, code) => {
    expect(totp(secret, stepAt(at(seconds)))).toBe(code)
  })
})

describe('matchingStep', () => {
  const now = at(1_111_111_111)
  const codeOf = (offset: number) => totp(secret, stepAt(now) + offset)

  it.each([-1, 0, 1])('accepts the code of step %i', (offset) => {
    expect(matchingStep(secret, codeOf(offset), now)).toBe(stepAt(now) + offset)
  })

  it.each([-2, 2])('refuses the code of step %i', (offset) => {
    expect(matchingStep(secret, codeOf(offset), now)).toBeUndefined()
  })

  it.each(['', '05047', '0504711', ' 50471', '05047é'])('refuses "%s"', (code) => {
    expect(matchingStep(secret, code, now)).toBeUndefined()
  })
})

it.each([
  ['123456', true],
  ['12345', false],
  ['1234567', false],
  ['12345a', false],
  ['１２３４５６', false],
])('isTotp("%s") is %s', (code, expected) => {
  expect(isTotp(code)).toBe(expected)
})

// RFC 4648, section 10.
it.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('base32("%s") is "%s"', (text, expected) => {
  expect(base32(Buffer.from(text))).toBe(expected)
})
