import { describe, expect, it } from 'vitest'
import { at, organization } from '#tests/web/components/data.ts'
import { wayToGetMore } from '#web/lib/get-more.tsx'
import { quotaLevel } from '#web/lib/quota-bar.tsx'
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

describe('quota level', () => {
  it.each([
    [80, 100, 'normal'],
    [81, 100, 'warning'],
    [90, 100, 'warning'],
    [91, 100, 'critical'],
    [99, 100, 'critical'],
    [100, 100, 'used-up'],
    [250, 100, 'used-up'],
    // Rounds to 100 %.
    [9_999, 10_000, 'critical'],
  ])('of %i used out of %i is %s', (usedCount, monthlyLimit, expected) => {
    expect(quotaLevel({ usedCount, monthlyLimit })).toBe(expected)
  })

  it('is normal without a quota', () => {
    expect(quotaLevel(undefined)).toBe('normal')
    expect(quotaLevel({ usedCount: 3, monthlyLimit: 0 })).toBe('normal')
  })
})

describe('when the quota runs out', () => {
  it.each([
    ['FREE', 'member', 'upgrade'],
    ['FREE', 'admin', 'upgrade'],
    ['PRO', 'admin', 'upgrade'],
    ['PRO', 'manager', 'ask-admin'],
    ['PRO', 'member', 'ask-admin'],
    ['ENTERPRISE', 'admin', 'support'],
    ['ENTERPRISE', 'member', 'support'],
  ] as const)('%s: the step for the role %s is %s, if a plan can be bought', (tier, role, expected) => {
    const member = { ...organization, tier, role }
    expect(wayToGetMore(member)).toBe(expected)
    expect(wayToGetMore({ ...member, graceEndsAt: at })).toBeUndefined()
    expect(wayToGetMore({ ...member, status: 'SUSPENDED' })).toBeUndefined()
  })
})
