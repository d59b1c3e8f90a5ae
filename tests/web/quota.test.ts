import { describe, expect, it } from 'vitest'
import { quotaPercentage } from '#worker/organizations/contract.ts'

describe('quota percentage', () => {
  it.each([
    [0, 100, 0],
    [834, 1000, 83],
    [5, 1000, 1],
    [100, 100, 100],
    [250, 100, 100],
  ])('of %i used out of %i is %i', (usedCount, monthlyLimit, expected) => {
    expect(quotaPercentage({ usedCount, monthlyLimit })).toBe(expected)
  })

  it('is 0 without a quota', () => {
    expect(quotaPercentage(undefined)).toBe(0)
    expect(quotaPercentage({ usedCount: 3, monthlyLimit: 0 })).toBe(0)
  })
})
