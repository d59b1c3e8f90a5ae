import { describe, expect, it } from 'vitest'
import { planAction } from '#web/billing/plan-action.ts'
import { formatNumber } from '#web/lib/format.ts'
import { plans } from '#web/lib/plans.ts'
import { monthlyPricesUsd } from '#worker/billing/contract.ts'
import { monitorLimits } from '#worker/monitors/contract.ts'
import { monthlyLimits, recordYears, type Tier } from '#worker/organizations/contract.ts'

const admin = { tier: 'PRO', role: 'admin', status: 'ACTIVE' } as const

describe('plan button', () => {
  it.each([
    ['FREE', 'FREE', 'current'],
    ['PRO', 'FREE', 'upgrade'],
    ['ENTERPRISE', 'FREE', 'upgrade'],
    ['FREE', 'PRO', 'contact-support'],
    ['PRO', 'PRO', 'current'],
    ['ENTERPRISE', 'PRO', 'upgrade'],
    ['FREE', 'ENTERPRISE', 'contact-support'],
    ['PRO', 'ENTERPRISE', 'contact-support'],
    ['ENTERPRISE', 'ENTERPRISE', 'current'],
  ] as const)('%s in an organization on %s: %s', (plan, tier, expected) => {
    expect(planAction(plan, true, { tier, role: 'member', status: 'ACTIVE' })).toBe(expected)
  })

  it('offers no upgrade in an organization that is not active', () => {
    expect(planAction('PRO', true, { ...admin, tier: 'FREE', status: 'DISABLED' })).toBe('unavailable')
  })

  it('asks visitors to sign in, and users without an organization to select one', () => {
    expect(planAction('PRO', false, undefined)).toBe('sign-in')
    expect(planAction('PRO', true, undefined)).toBe('no-organization')
  })

  it('leads admins of an organization with a live subscription to its change, and tells members to ask', () => {
    const pro = { plan: 'PRO', state: { kind: 'active' } } as const
    expect(planAction('ENTERPRISE', true, admin, pro)).toBe('change')
    expect(planAction('ENTERPRISE', true, { ...admin, role: 'manager' }, pro)).toBe('ask-admin')
    expect(planAction('PRO', true, { ...admin, role: 'member' }, pro)).toBe('current')
  })

  it('leads admins to their subscription while it is past due, paused or ending', () => {
    const at = '2026-12-01T00:00:00Z'
    const free = { ...admin, tier: 'FREE' } as const
    for (const [organization, state] of [
      [free, { kind: 'unpaid' }],
      [free, { kind: 'paused' }],
      [admin, { kind: 'past-due', until: at }],
      [admin, { kind: 'canceling', at }],
    ] as const)
      expect(planAction('ENTERPRISE', true, organization, { plan: 'PRO', state })).toBe('manage')
    expect(planAction('PRO', true, free, { plan: 'PRO', state: { kind: 'unpaid' } })).toBe('manage')
  })
})

describe('plans', () => {
  it('show the limits that the Worker enforces', () => {
    const textsOf = (tier: Tier) => plans.find((plan) => plan.tier === tier)?.features.map(({ text }) => text)
    for (const { tier } of plans)
      expect(textsOf(tier)).toContain(`${formatNumber(monthlyLimits[tier])} validations per month`)
    for (const tier of ['PRO', 'ENTERPRISE'] as const)
      expect(textsOf(tier)).toContain(`${formatNumber(monitorLimits[tier])} monitored tax IDs`)
    expect(textsOf('PRO')).toContain(`Records kept up to ${recordYears.PRO} years`)
  })

  it('show the price that the Worker charges', () => {
    expect(Object.fromEntries(plans.map(({ tier, price }) => [tier, price]))).toEqual({
      FREE: 0,
      ...monthlyPricesUsd,
    })
  })

  it('include priority support in PRO and show it as a premium feature in FREE', () => {
    const [free, pro] = plans
    expect(free?.features).toContainEqual({ text: 'Priority support', isPremium: true })
    expect(pro?.features).toContainEqual({ text: 'Priority support' })
  })
})
