import { expect, test } from 'vitest'
import { createdRecently, usageChange } from '#web/dashboard/usage-change.ts'
import { days as daysUpTo } from './components/data.ts'

const now = new Date('2026-11-20T23:30:00Z')
const days = (counts: Parameters<typeof daysUpTo>[0]) => daysUpTo(counts, now)
test('compares the last 30 days with the 30 days before', () => {
  const counts = {
    0: { confirmed: 20, invalid: 9, unconfirmed: 1 },
    29: { confirmed: 30 },
    30: { confirmed: 40 },
  }
  expect(usageChange(days(counts))).toEqual({ counted: 60, before: 40, direction: 'increase', percent: 50 })
})

test.for([
  ['a decrease', 'decrease', 75, { 3: { confirmed: 5 }, 59: { confirmed: 20 } }],
  ['no change', 'neutral', 0, { 3: { confirmed: 20 }, 33: { invalid: 20 } }],
  ['a change below half a percent', 'increase', 0, { 0: { confirmed: 1001 }, 30: { confirmed: 1000 } }],
  ['nothing of refused calls', 'neutral', 0, { 0: { confirmed: 10, refused: 70 }, 30: { confirmed: 10 } }],
] as const)('reports %s', ([, direction, percent, counts]) => {
  expect(usageChange(days(counts))).toMatchObject({ direction, percent })
})

test('has no percentage without earlier calls', () => {
  expect(usageChange(days({ 1: { unsupported: 7 } }))).toEqual({
    counted: 7,
    before: 0,
    direction: 'increase',
    percent: undefined,
  })
  expect(usageChange([])).toEqual({ counted: 0, before: 0, direction: 'neutral', percent: undefined })
})

test('counts tokens created in the last 30 days', () => {
  const tokens = ['2026-11-20T10:00:00Z', '2026-10-22T00:00:00Z', '2026-10-21T23:30:00Z'].map(
    (createdAt) => ({ createdAt }),
  )
  expect(createdRecently(tokens, now)).toBe(2)
})
