import { expect, test } from 'vitest'
import { statusWords } from '#web/dashboard/activity-words.ts'
import { quotaLevel } from '#web/dashboard/quota-level.ts'
import { pickSample } from '#web/dashboard/random-sample.ts'
import { curlExample } from '#web/lib/tokens/curl-example.ts'

const quota = (usedCount: number) => ({ usedCount, monthlyLimit: 100, resetDate: '2026-12-01T00:00:00Z' })

test('warns above 80 % and is critical above 90 %', () => {
  expect([80, 81, 90, 91, 100, 250].map((used) => quotaLevel(quota(used)))).toEqual([
    'normal',
    'warning',
    'warning',
    'critical',
    'critical',
    'critical',
  ])
  expect(quotaLevel(undefined)).toBe('normal')
})

test('says a status in words', () => {
  expect(statusWords(200)).toBe('OK')
  expect(statusWords(429)).toBe('Limit reached')
  expect(statusWords(418)).toBe('Refused')
  expect(statusWords(502)).toBe('Server error')
})

test('picks a country first, then one of its samples', () => {
  const samples = [
    { country: 'DE', tin: '1' },
    { country: 'DE', tin: '2' },
    { country: 'FR', tin: '3' },
  ]
  expect(pickSample(samples, () => 0.6)).toEqual({ country: 'FR', tin: '3' })
  expect(pickSample(samples, () => 0)).toEqual({ country: 'DE', tin: '1' })
  expect(pickSample([], () => 0)).toBeUndefined()
})

test('makes a first call that can be pasted into a shell', () => {
  const command = curlExample('https://app.example.test', 'tp_live_abc')
  expect(command).toContain('curl https://app.example.test/api/tinproof/validate \\\n')
  expect(command).toContain("-H 'Authorization: Bearer tp_live_abc'")
  expect(command).toContain('"countryCode":"DE","tin":"136695976"')
})
