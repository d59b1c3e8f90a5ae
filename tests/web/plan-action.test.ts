import { describe, expect, it } from 'vitest'
import { planAction } from '#web/billing/plan-button.tsx'
import { formatNumber } from '#web/lib/format.ts'
import { plans } from '#web/lib/plans.ts'
import { monthlyLimits } from '#worker/organizations/contract.ts'

describe('plan button', () => {
  it.each([
    ['FREE', 'FREE', 'choose'],
    ['PRO', 'FREE', 'upgrade'],
    ['ENTERPRISE', 'FREE', 'upgrade'],
    ['FREE', 'PRO', 'contact-support'],
    ['PRO', 'PRO', 'choose'],
    ['ENTERPRISE', 'PRO', 'upgrade'],
    ['FREE', 'ENTERPRISE', 'contact-support'],
    ['PRO', 'ENTERPRISE', 'contact-support'],
    ['ENTERPRISE', 'ENTERPRISE', 'choose'],
  ] as const)('%s in an organization on %s: %s', (plan, current, expected) => {
    expect(planAction(plan, true, current)).toBe(expected)
  })

  it('asks visitors to sign in, and users without an organization to select one', () => {
    expect(planAction('PRO', false, undefined)).toBe('sign-in')
    expect(planAction('PRO', true, undefined)).toBe('no-organization')
  })
})

it('every plan shows the monthly limit that the Worker enforces', () => {
  for (const { tier, features } of plans) {
    const texts = features.map(({ text }) => text)
    expect(texts).toContain(`${formatNumber(monthlyLimits[tier])} validations per month`)
  }
})
