import { Secret } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { isTotp, matchingStep, totpFor } from '#worker/accounts/two-factor/totp.ts'

const secret = Secret.fromLatin1('12345678901234567890')
const STEP = 30_000

it('generates the code of RFC 6238, appendix B', () => {
  expect(totpFor(secret).generate({ timestamp: 59_000 })).toBe('287082')
})

describe('matchingStep', () => {
  const now = 1_111_111_111_000
  const codeOf = (offset: number) => totpFor(secret).generate({ timestamp: now + offset * STEP })
  const match = (code: string) => matchingStep(secret, code, new Date(now))

  it.each([-1, 0, 1])('accepts the code of step %i', (offset) => {
    expect(match(codeOf(offset))).toBe(Math.floor(now / STEP) + offset)
  })

  it.each([-2, 2])('refuses the code of step %i', (offset) => {
    expect(match(codeOf(offset))).toBeUndefined()
  })

  it.each(['', '05047', '0504711', ' 50471', '05047é', '０５０４７１'])('refuses "%s"', (code) => {
    expect(match(code)).toBeUndefined()
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
