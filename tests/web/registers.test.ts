import { describe, expect, test } from 'vitest'
import { registerUnavailable } from '#web/dashboard/register-availability.ts'
import type { KnownCountry } from '#web/dashboard/register-result.ts'
import {
  countByHealth,
  describeHours,
  formatShare,
  groupRegisters,
  isIdle,
  recentHours,
  registerCountry,
} from '#web/registers/register-status.ts'
import { healthOfShare } from '#worker/registers/contract/health.ts'
import { register, token, vatType } from './components/data.ts'

describe('register list', () => {
  const all = [
    register('vies'),
    register('vies:XI', { country: 'XI' }),
    register('vies:DE', { country: 'DE', health: 'down' }),
    register('hmrc', { state: 'off', health: 'unknown' }),
    register('brreg', { country: 'NO', health: 'unknown' }),
    register('uid', { country: 'CH', health: 'poor' }),
    register('abn', { country: 'AU', health: 'unknown' }),
  ]

  test('groups registers, with those in trouble first and those that are off last', () => {
    const groups = groupRegisters(all)
    expect(groups.map((group) => group.register.id)).toEqual(['uid', 'vies', 'abn', 'brreg', 'hmrc'])
    expect(groups[1]?.parts.map(({ id }) => id)).toEqual(['vies:DE', 'vies:XI'])
    expect(countByHealth(groups)).toEqual({ ok: 1, poor: 1, down: 0, unknown: 2, off: 1 })
  })

  test('are idle without calls for a day, unless VIES reports an outage', () => {
    const calls = { calls: 1, answered: 1, milliseconds: 5 }
    expect(isIdle(register('abn', { health: 'unknown' }))).toBe(true)
    expect(isIdle(register('abn', { health: 'unknown', lastDay: calls }))).toBe(false)
    expect(isIdle(register('vies:IT', { publishedStatus: 'unavailable' }))).toBe(false)
  })

  test('names no country for an international register', () => {
    expect(registerCountry(null)).toBe('International')
  })
})

describe('register figures', () => {
  test('never round up to 100%', () => {
    expect([1, 0.9996, 0.982, 0.5, 0].map(formatShare)).toEqual(['100%', '99.9%', '98.2%', '50%', '0%'])
  })

  test('map a share to a health', () => {
    expect([null, 0.49, 0.5, 0.89, 0.9, 1].map((share) => healthOfShare(share))).toEqual([
      'unknown',
      'down',
      'poor',
      'poor',
      'ok',
      'ok',
    ])
  })
})

describe('24-hour strip', () => {
  const at = '2026-11-20T12:34:56.000Z'

  test('ends with the current hour', () => {
    const hours = recentHours(register('vies'), at)
    expect(hours).toHaveLength(24)
    expect(hours[0]?.at).toBe('2026-11-19T13:00:00.000Z')
    expect(hours.at(-1)?.at).toBe('2026-11-20T12:00:00.000Z')
  })

  test('describes bad hours by name and counts the others for screen readers', () => {
    const shares = [...Array.from({ length: 20 }, () => null), 1, 0.95, 0.4, 0]
    const hours = recentHours(register('vies', { hours: shares }), at)
    expect(describeHours(hours)).toBe(
      `Last 24 hours: 2 hours OK; lower success rates: ${hours[22]?.label} 40%, ${hours[23]?.label} 0%; 20 hours without calls`,
    )
    expect(describeHours(recentHours(register('vies'), at))).toBe('No calls in the last 24 hours')
  })
})

describe('asking a register', () => {
  const country = (register: typeof vatType.register): KnownCountry => ({
    name: 'Norway',
    adjective: 'Norwegian',
    types: [{ ...vatType, register }],
  })

  test('needs a token with permission and a country with a register', () => {
    const on = country({ name: 'Brreg', state: 'on' })
    expect(registerUnavailable(on, undefined)).toBeUndefined()
    expect(registerUnavailable(undefined, undefined)).toBeUndefined()
    expect(registerUnavailable(on, token({ permissions: { read: true, validation: false } }))).toEqual({
      of: 'key',
      text: 'The API token "Checkout" can\'t check registers.',
    })
    expect(registerUnavailable(on, token({}))).toBeUndefined()
    expect(registerUnavailable(country({ name: 'Brreg', state: 'off' }), undefined)?.text).toBe(
      "We aren't connected to the register of Norway, Brreg.",
    )
    expect(registerUnavailable(country(null), undefined)?.text).toBe(
      'There is no public register of tax IDs in Norway.',
    )
  })

  test('ignores registers of types that are checked only on request', () => {
    const onlyOnRequest = { ...country(null), types: [{ ...vatType, onRequest: true }] }
    expect(registerUnavailable(onlyOnRequest, undefined)?.of).toBe('country')
  })
})
