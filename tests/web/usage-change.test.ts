import { expect, test } from 'vitest'
import { usageChange } from '#web/dashboard/usage-change.ts'
import { ACTIVITY_PAGE_SIZE, type Activity } from '#worker/activity/contract.ts'

const now = new Date('2026-11-20T12:00:00Z')

const calls = (count: number, createdAt: string, status = 200): Activity[] =>
  Array.from({ length: count }, (_, id) => ({
    id,
    method: 'POST',
    endpoint: '/api/tinproof/validate',
    status,
    responseTime: 12,
    createdAt,
  }))

test('is neutral without figures when there is nothing to compare with', () => {
  expect(usageChange([], now)).toEqual({ direction: 'neutral', percent: undefined, period: undefined })
  const thisMonth = [...calls(5, '2026-11-20T08:00:00Z'), ...calls(1, '2026-11-19T08:00:00Z')]
  expect(usageChange(thisMonth, now).percent).toBeUndefined()
})

test('compares the month so far with the same days of the month before', () => {
  const activity = [
    ...calls(30, '2026-11-10T08:00:00Z'),
    ...calls(20, '2026-10-10T08:00:00Z'),
    ...calls(9, '2026-10-28T08:00:00Z'),
  ]
  expect(usageChange(activity, now)).toEqual({
    direction: 'increase',
    percent: 50,
    period: 'against the same days last month',
  })
})

test('tells a decrease and no change', () => {
  const before = calls(20, '2026-10-10T08:00:00Z')
  expect(usageChange([...calls(5, '2026-11-10T08:00:00Z'), ...before], now)).toMatchObject({
    direction: 'decrease',
    percent: -75,
  })
  expect(usageChange([...calls(20, '2026-11-10T08:00:00Z'), ...before], now)).toMatchObject({
    direction: 'neutral',
    percent: 0,
  })
})

test('counts only answered validations', () => {
  const activity = [
    ...calls(10, '2026-11-10T08:00:00Z'),
    ...calls(7, '2026-11-10T08:00:00Z', 429),
    ...calls(10, '2026-10-10T08:00:00Z'),
  ]
  expect(usageChange(activity, now)).toMatchObject({ percent: 0 })
})

test('falls back to the week, then the day, when the list does not reach back a month', () => {
  const week = [...calls(ACTIVITY_PAGE_SIZE - 2, '2026-11-19T08:00:00Z'), ...calls(2, '2026-11-06T12:00:00Z')]
  expect(usageChange(week, now)).toMatchObject({
    direction: 'increase',
    period: 'last 7 days against the 7 before',
  })
  const day = [
    ...calls(ACTIVITY_PAGE_SIZE - 10, '2026-11-20T08:00:00Z'),
    ...calls(10, '2026-11-18T12:00:00Z'),
  ]
  expect(usageChange(day, now)).toEqual({
    direction: 'increase',
    percent: 800,
    period: 'last 24 hours against the 24 before',
  })
})

test('is neutral when the list is too full to cover any period before', () => {
  expect(usageChange(calls(ACTIVITY_PAGE_SIZE, '2026-11-20T11:00:00Z'), now).percent).toBeUndefined()
})

test('clamps the month before to its own length', () => {
  const end = new Date('2026-03-31T12:00:00Z')
  const activity = [...calls(1, '2026-03-01T01:00:00Z'), ...calls(1, '2026-02-28T23:00:00Z')]
  expect(usageChange(activity, end)).toMatchObject({ percent: 0, period: 'against the same days last month' })
})
