import { describe, expect, it } from 'vitest'
import { billingActions, describePaymentMethod, limitOf } from '#web/billing/subscription-state.ts'
import { formatMoney } from '#web/lib/format.ts'

describe('the actions of a subscription', () => {
  const at = '2026-12-22T12:00:00Z'
  it('offers no change of plan while a payment is due, or a cancellation or pause is scheduled', () => {
    expect(billingActions({ kind: 'active' }, 'ACTIVE')).toContain('change')
    for (const state of [
      { kind: 'downgrading', at, to: 'PRO' },
      { kind: 'past-due', until: at },
      { kind: 'unpaid' },
      { kind: 'canceling', at },
      { kind: 'pausing', at },
    ] as const)
      expect(billingActions(state, 'ACTIVE')).not.toContain('change')
    expect(billingActions({ kind: 'canceling', at }, 'ACTIVE')).toEqual(['undo-cancel'])
    expect(billingActions({ kind: 'pausing', at }, 'ACTIVE')).toEqual(['resume', 'cancel'])
  })

  it('offers only to cancel while the organization is suspended', () => {
    expect(billingActions({ kind: 'active' }, 'SUSPENDED')).toEqual(['cancel'])
    expect(billingActions({ kind: 'canceling', at }, 'DISABLED')).toEqual([])
  })
})

it.each([
  ['a contract', { tier: 'ENTERPRISE', monthlyLimit: 50_000 }, 'ENTERPRISE', 50_000],
  ['a larger tier that support set', { tier: 'ENTERPRISE', monthlyLimit: 10_000 }, 'PRO', 10_000],
  ['an unpaid plan', { tier: 'FREE', monthlyLimit: 100 }, 'PRO', 1_000],
  ['a deleted organization', { tier: 'PRO', monthlyLimit: 0 }, 'PRO', 1_000],
] as const)('shows the limit of %s', (_what, organization, plan, limit) => {
  expect(limitOf(organization, plan)).toBe(limit)
})

describe('a payment method', () => {
  const card = { type: 'card', brand: 'visa', lastFour: '4242', expires: '12/2030' }
  it.each([
    [card, 'Visa ending in 4242, expires 12/2030'],
    [{ ...card, brand: 'american_express', expires: null }, 'American Express ending in 4242'],
    [{ ...card, brand: 'unknown' }, 'Card ending in 4242, expires 12/2030'],
    [{ type: 'paypal', brand: null, lastFour: null, expires: null }, 'PayPal'],
    [{ type: 'carrier_pigeon', brand: null, lastFour: null, expires: null }, 'Another method'],
  ])('%j is %s', (method, text) => {
    expect(describePaymentMethod(method)).toBe(text)
  })
})

it('writes amounts in their currency', () => {
  expect(formatMoney('49.00', 'USD')).toBe('$49.00')
  expect(formatMoney('1234.5', 'EUR')).toBe('€1,234.50')
  expect(formatMoney('900', 'JPY')).toBe('¥900')
})
