import { describe, expect, it } from 'vitest'
import { initials } from '#web/lib/format.ts'

describe('avatar initials', () => {
  it.each([
    ['ada.lovelace@example.com', 'AL'],
    ['demo@tinproof.test', 'DE'],
    ['x@example.com', 'X'],
    ['a.b.c@example.com', 'AB'],
    ['.hidden@example.com', 'HI'],
  ])('of %s are %s', (email, expected) => {
    expect(initials(email)).toBe(expected)
  })

  it.each([undefined, null, '', '@example.com'])('are U without an email (%s)', (email) => {
    expect(initials(email)).toBe('U')
  })
})
