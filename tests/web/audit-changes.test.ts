import { expect, test } from 'vitest'
import { changesOf } from '#web/audit/changes-of.ts'

test('an audit entry lists what differs, in words', () => {
  const before = { status: 'active', tier: 'PRO', monthlyLimit: 10_000, name: 'ACME_B', vatNumber: null }
  const after = {
    status: 'past_due',
    tier: 'FREE',
    monthlyLimit: 100,
    name: 'ACME_B',
    vatNumber: 'DE136695976',
  }
  expect(changesOf({ before, after })).toEqual([
    { name: 'Status', before: 'active', after: 'past due' },
    { name: 'Tier', before: 'Pro', after: 'Free' },
    { name: 'Monthly limit', before: '10,000', after: '100' },
    { name: 'VAT number', before: 'none', after: 'DE136695976' },
  ])
})

test('an audit entry without an earlier state lists the new one', () => {
  expect(
    changesOf({ before: null, after: { role: 'system_admin', status: 'SUSPENDED', enabled: true } }),
  ).toEqual([
    { name: 'Role', before: undefined, after: 'System admin' },
    { name: 'Status', before: undefined, after: 'suspended' },
    { name: 'Enabled', before: undefined, after: 'yes' },
  ])
})
