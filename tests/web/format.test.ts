import { afterEach, describe, expect, it } from 'vitest'
import {
  asSentence,
  formatCompact,
  formatCount,
  formatDate,
  formatDateTime,
  formatDay,
  formatDollars,
  formatDuration,
  formatHour,
  formatInstant,
  formatNumber,
  formatRelative,
  formatWeekday,
  formatWeekdayHour,
  fullName,
} from '#web/lib/format.ts'
import { showTimeZone } from '#web/lib/time-zone.ts'

describe('formatting', () => {
  it('formats numbers in en-US and money in US dollars', () => {
    expect(formatNumber(10_000)).toBe('10,000')
    expect(formatDollars(149)).toBe('$149')
    expect(formatDollars(12_345)).toBe('$12,345')
  })

  it('ends a sentence with one period, whatever it names last', () => {
    expect(asSentence('Its name is now Acme')).toBe('Its name is now Acme.')
    expect(asSentence('Its name is now Acme Inc.')).toBe('Its name is now Acme Inc.')
  })

  it('formats counts with the right plural', () => {
    expect(formatCount(1, 'token')).toBe('1 token')
    expect(formatCount(0, 'token')).toBe('0 tokens')
    expect(formatCount(1000, 'reply', 'replies')).toBe('1,000 replies')
  })

  it('formats calendar days independent of the time zone', () => {
    expect(formatDay('2026-03-01')).toBe('Mar 1')
    expect(formatWeekday('2026-03-01')).toBe('Sun, Mar 1')
  })

  it('names hours, and half hours where the time zone has them', () => {
    for (const [zone, hour, weekdayHour] of [
      ['UTC', '10 AM', 'Fri, 10 AM'],
      ['Asia/Kolkata', '3:30 PM', 'Fri, 3:30 PM'],
    ] as const) {
      showTimeZone(zone)
      const shown = [formatHour, formatWeekdayHour].map((format) => format('2026-11-20T10:00:00.000Z'))
      expect(shown.map((text) => text.replace('\u202f', ' '))).toEqual([hour, weekdayHour])
    }
    showTimeZone(null)
  })

  it('formats compact numbers', () => {
    expect([0, 950, 1500, 20_000].map(formatCompact)).toEqual(['0', '950', '1.5K', '20K'])
  })

  it.each([
    ['2026-03-02T11:59:40.000Z', 'just now'],
    ['2026-03-02T11:57:00.000Z', '3 minutes ago'],
    ['2026-03-01T12:00:00.000Z', 'yesterday'],
    ['2026-03-04T12:00:00.000Z', 'in 2 days'],
    ['2025-03-01T12:00:00.000Z', 'last year'],
  ])('formats %s from now as "%s"', (instant, expected) => {
    expect(formatRelative(instant, new Date('2026-03-02T12:00:00.000Z'))).toBe(expected)
  })

  it('formats durations in ms below one second, else in seconds', () => {
    expect(formatDuration(84)).toBe('84 ms')
    expect(formatDuration(1240)).toBe('1.2 s')
  })
})

describe('the time zone of the profile', () => {
  const midnight = '2026-03-01T23:30:00.000Z'
  afterEach(() => showTimeZone(null))

  it.each([
    ['UTC', 'Mar 1, 2026', 'Mar 1, 2026, 11:30\u00a0PM', 'Sunday, March 1, 2026 at 11:30:00 PM UTC'],
    ['Asia/Tokyo', 'Mar 2, 2026', 'Mar 2, 2026, 8:30\u00a0AM', 'Monday, March 2, 2026 at 8:30:00 AM GMT+9'],
  ])('%s decides the day and the time', (zone, date, dateTime, instant) => {
    showTimeZone(zone)
    const shown = [formatDate(midnight), formatDateTime(midnight), formatInstant(midnight)]
    expect(shown.map((text) => text.replaceAll('\u202f', ' '))).toEqual([date, dateTime, instant])
  })

  it("is the browser's without one, or with one that the browser doesn't know", () => {
    const own = formatInstant(midnight)
    showTimeZone('Asia/Tokyo')
    showTimeZone('Mars/Olympus')
    expect(formatInstant(midnight)).toBe(own)
    showTimeZone('Asia/Tokyo')
    showTimeZone(null)
    expect(formatInstant(midnight)).toBe(own)
  })
})

it('writes the names that there are', () => {
  expect(fullName({ firstName: 'Ada', lastName: 'Lovelace' })).toBe('Ada Lovelace')
  expect(fullName({ firstName: null, lastName: 'Lovelace' })).toBe('Lovelace')
  expect(fullName({ firstName: null, lastName: null })).toBe('')
})
