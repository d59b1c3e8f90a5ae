import { describe, expect, test } from 'vitest'
import { obstacleTo } from '#web/dashboard/register-choice.ts'
import type { KnownCountry } from '#web/dashboard/register-part.ts'
import {
  callsInWords,
  countryName,
  countStandings,
  formatShare,
  groupsOf,
  hoursInWords,
  hoursOf,
  levelOf,
} from '#web/registers/register-status.ts'
import type { RegisterStatus } from '#worker/registers/contract.ts'
import type { Token } from '#worker/tokens/contract.ts'

const none = { calls: 0, answered: 0, milliseconds: null }

const register = (id: string, changes: Partial<RegisterStatus> = {}): RegisterStatus => ({
  id,
  name: id,
  country: null,
  state: 'on',
  health: 'ok',
  says: null,
  lastHour: none,
  lastDay: none,
  hours: Array.from({ length: 24 }, () => null),
  ...changes,
})

describe('the registers', () => {
  const all = [
    register('vies'),
    register('vies:DE', { country: 'DE', health: 'down' }),
    register('vies:XI', { country: 'XI' }),
    register('hmrc', { state: 'off', health: 'unknown' }),
    register('brreg', { country: 'NO', health: 'unknown' }),
  ]

  test('stand in groups, those that are off last', () => {
    const groups = groupsOf(all)
    expect(groups.map((group) => group.register.id)).toEqual(['vies', 'brreg', 'hmrc'])
    expect(groups[0]?.parts.map(({ id }) => id)).toEqual(['vies:DE', 'vies:XI'])
    expect(countStandings(groups)).toEqual({ ok: 1, poor: 0, down: 0, unknown: 1, off: 1 })
  })

  test('name their country', () => {
    expect([null, 'XI', 'CZ', 'NO'].map(countryName)).toEqual([
      'International',
      'Northern Ireland',
      'Czechia',
      'Norway',
    ])
  })
})

describe('the figures', () => {
  test('never round a share up to all', () => {
    expect([1, 0.9996, 0.982, 0.5, 0].map(formatShare)).toEqual(['100%', '99.9%', '98.2%', '50%', '0%'])
  })

  test('are told in words', () => {
    expect(callsInWords(none)).toEqual({ value: 'No calls', of: undefined })
    expect(callsInWords({ calls: 57, answered: 56, milliseconds: 310 })).toEqual({
      value: '98.2%, 310 ms',
      of: '57 calls',
    })
    expect(callsInWords({ calls: 1, answered: 0, milliseconds: null })).toEqual({ value: '0%', of: '1 call' })
  })

  test('are judged as health is', () => {
    expect([null, 0.49, 0.5, 0.89, 0.9, 1].map(levelOf)).toEqual([
      'unknown',
      'down',
      'poor',
      'poor',
      'ok',
      'ok',
    ])
  })
})

describe('the strip of 24 hours', () => {
  const at = '2026-11-20T12:34:56.000Z'

  test('ends with the hour that it is', () => {
    const hours = hoursOf(register('vies'), at)
    expect(hours).toHaveLength(24)
    expect(hours[0]?.at).toBe('2026-11-19T13:00:00.000Z')
    expect(hours.at(-1)?.at).toBe('2026-11-20T12:00:00.000Z')
  })

  test('names the bad hours and counts the rest for who cannot see it', () => {
    const shares = [...Array.from({ length: 20 }, () => null), 1, 0.95, 0.4, 0]
    const hours = hoursOf(register('vies', { hours: shares }), at)
    expect(hoursInWords(hours)).toBe(
      `Last 24 hours: 2 hours answering; answered in part or not at all: ${hours[22]?.label} 40%, ${hours[23]?.label} 0%; 20 hours without calls`,
    )
    expect(hoursInWords(hoursOf(register('vies'), at))).toBe('No calls in the last 24 hours')
  })
})

describe('asking the register', () => {
  const country = (register: { name: string; state: 'on' | 'off' } | null): KnownCountry => ({
    name: 'Norway',
    adjective: 'Norwegian',
    identifiers: [
      {
        id: 'NO.ORGNR',
        label: 'orgnr',
        name: 'Organisation number',
        holder: 'company',
        check: 'checksum',
        basis: 'published',
        length: '9 digits',
        prefixes: [],
        formats: [],
        changes: [],
        example: null,
        register,
      },
    ],
  })
  const token: Token = {
    id: 1,
    name: 'Checkout',
    createdAt: '2026-11-20T12:00:00.000Z',
    obfuscatedToken: 'tp_live_…',
    permissions: { read: true, validation: false },
    expiresAt: null,
    deleteAt: null,
    lastUsedAt: null,
  }

  test('is hindered by a key that may not, and by a country without a register', () => {
    const on = country({ name: 'Brreg', state: 'on' })
    expect(obstacleTo(on, undefined)).toBeUndefined()
    expect(obstacleTo(undefined, undefined)).toBeUndefined()
    expect(obstacleTo(on, token)).toEqual({
      of: 'key',
      text: 'The API key “Checkout” may not ask registers.',
    })
    expect(obstacleTo(on, { ...token, permissions: { read: true, validation: true } })).toBeUndefined()
    expect(obstacleTo(country({ name: 'Brreg', state: 'off' }), undefined)?.text).toBe(
      'The register of Norway, Brreg, is not connected.',
    )
    expect(obstacleTo(country(null), undefined)?.text).toBe(
      'No official register of Norway answers the public.',
    )
  })
})
