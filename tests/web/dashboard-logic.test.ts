import { describe, expect, test } from 'vitest'
import { axisTicks } from '#web/activity/chart-scale.ts'
import { listRows } from '#web/dashboard/list-rows.ts'
import { pickSample } from '#web/dashboard/random-sample.ts'
import { curlExample } from '#web/lib/curl-example.ts'
import { usableTokens } from '#web/tokens/token-state.ts'
import { token } from './components/data.ts'

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [5, [0, 2, 4, 6]],
  [17, [0, 5, 10, 15, 20]],
  [40, [0, 10, 20, 30, 40]],
  [424, [0, 200, 400, 600]],
  [10_000, [0, 5_000, 10_000]],
  [123_456, [0, 50_000, 100_000, 150_000]],
])('marks an axis up to %d at %j', (highest, ticks) => {
  expect(axisTicks(highest)).toEqual(ticks)
})

test('labels an axis with at most five round numbers up to the maximum', () => {
  for (let highest = 0; highest < 30_000; highest += 61) {
    const ticks = axisTicks(highest)
    expect(ticks.length).toBeLessThanOrEqual(5)
    expect(ticks.every(Number.isInteger)).toBe(true)
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(highest)
    expect(ticks.at(-2)).toBeLessThan(Math.max(1, highest))
  }
})

test('offers only tokens that work and have read permission', () => {
  const now = new Date('2026-11-20T12:00:00Z')
  const tokens = [
    token({ id: 1 }),
    token({ id: 2, expiresAt: '2026-11-20T12:00:00.000Z' }),
    token({ id: 3, expiresAt: '2026-11-20T12:00:00.001Z' }),
    token({ id: 4, deleteAt: '2026-11-20T11:59:59.999Z' }),
    token({ id: 5, deleteAt: '2026-11-27T12:00:00.000Z' }),
    token({ id: 6, permissions: { read: false, validation: true } }),
  ]
  expect(usableTokens(tokens, now).map(({ id }) => id)).toEqual([1, 3, 5])
})

test('picks a country, then one of its samples', () => {
  const samples = [
    { country: 'DE', tin: '1' },
    { country: 'DE', tin: '2' },
    { country: 'FR', tin: '3' },
  ]
  expect(pickSample(samples, () => 0.6)).toEqual({ country: 'FR', tin: '3' })
  expect(pickSample(samples, () => 0)).toEqual({ country: 'DE', tin: '1' })
  expect(pickSample([], () => 0)).toBeUndefined()
})

test('builds a curl command for a shell', () => {
  const command = curlExample('https://app.example.test', 'tp_live_abc')
  expect(command).toContain('curl https://app.example.test/api/tinproof/validate \\\n')
  expect(command).toContain("-H 'Authorization: Bearer tp_live_abc'")
  expect(command).toContain('"countryCode":"DE","tin":"136695976"')
})

describe('a pasted list', () => {
  const isCountry = (code: string) => ['DE', 'FR', 'AT', 'CH'].includes(code)
  test('has a number on each line, with its country in front, before it or by default', () => {
    const text = 'DE136695976\r\n\n fr 40303265045 \nAT\tU33864707\n12345678\nXX123456\nCHE-116.281.710'
    expect(listRows(text, isCountry, 'DE').map(({ countryCode, tin }) => [countryCode, tin])).toEqual([
      ['DE', 'DE136695976'],
      ['FR', '40303265045'],
      ['AT', 'U33864707'],
      ['DE', '12345678'],
      ['DE', 'XX123456'],
      ['CH', 'CHE-116.281.710'],
    ])
    expect(listRows('12345678', isCountry, undefined)[0]?.countryCode).toBeUndefined()
    expect(listRows(' \n ', isCountry, 'DE')).toEqual([])
  })
})
