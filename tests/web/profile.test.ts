import { describe, expect, test } from 'vitest'
import { isHandheld } from '#web/profile/sessions-card.tsx'
import { timeZoneOptions, zoneValue } from '#web/profile/time-zones.ts'
import { filterOptions } from '#web/ui/filter-options.ts'

describe('device type', () => {
  test('is handheld or not', () => {
    const handheld = ['Chrome on Android', 'Safari on iPhone', 'Safari on iPad', 'Firefox on iOS']
    const others = ['Chrome on Windows', 'Safari on macOS', 'Firefox on Linux', 'Unknown device', '']
    expect([...others, ...handheld].filter(isHandheld)).toEqual(handheld)
  })
})

describe('time zones', () => {
  const now = new Date('2026-11-20T12:00:00.000Z')
  const optionsOf = (names: readonly string[]) => timeZoneOptions('Asia/Calcutta', names, now)
  const oldNames = ['America/Godthab', 'Asia/Calcutta', 'Asia/Dubai', 'Asia/Katmandu', 'Asia/Rangoon']
  const options = optionsOf([...oldNames, 'Asia/Saigon', 'Europe/Kiev', 'UTC'])

  test('are listed by their new names', () => {
    expect(options.map(({ label }) => label)).toEqual([
      "Browser's time zone (Asia/Kolkata)",
      'UTC',
      'America/Nuuk (GMT-02:00)',
      'Asia/Dubai (GMT+04:00)',
      'Asia/Ho Chi Minh (GMT+07:00)',
      'Asia/Kathmandu (GMT+05:45)',
      'Asia/Kolkata (GMT+05:30)',
      'Asia/Yangon (GMT+06:30)',
      'Europe/Kyiv (GMT+02:00)',
    ])
  })

  test.each([
    ['Kolkata', 'Asia/Calcutta'],
    ['calcutta', 'Asia/Calcutta'],
    ['Kyiv', 'Europe/Kiev'],
    ['Ho Chi Minh', 'Asia/Saigon'],
    ['asia/ho_chi_minh', 'Asia/Saigon'],
    ['Kathmandu', 'Asia/Katmandu'],
    ['Yangon', 'Asia/Rangoon'],
    ['Nuuk', 'America/Godthab'],
    ['Dubai', 'Asia/Dubai'],
  ])('are found by %s', (query, value) => {
    expect(filterOptions(options, query).map((option) => option.value)).toContain(value)
  })

  test('show one that a browser with other names saved', () => {
    expect(zoneValue(options, 'Asia/Kolkata')).toBe('Asia/Calcutta')
    expect(zoneValue(options, 'Asia/Calcutta')).toBe('Asia/Calcutta')
    expect(zoneValue(optionsOf(['Asia/Kolkata']), 'Asia/Calcutta')).toBe('Asia/Kolkata')
    expect(zoneValue(options, 'browser')).toBe('browser')
  })
})
