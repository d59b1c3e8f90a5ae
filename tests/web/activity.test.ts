import { afterEach, describe, expect, it } from 'vitest'
import { activityList, callsOfTokenPath, rangeOf } from '#web/activity/activity-params.ts'
import { daySteps, hourSteps, sentenceOf } from '#web/activity/chart-steps.ts'
import { endpointChoices, statusChoices, tokenChoices } from '#web/activity/filter-choices.ts'
import { rankedOf } from '#web/activity/ranked.ts'
import { statusLabel, tokenLabel } from '#web/activity/status-badge.tsx'
import { timingsOf } from '#web/activity/timings.ts'
import { readList } from '#web/lib/page-params.ts'
import { isActivityOf, queries } from '#web/lib/queries.ts'
import { showTimeZone } from '#web/lib/time-zone.ts'
import { noCalls } from '#worker/activity/contract.ts'
import { call } from './components/data.ts'

const read = (query: string) => readList(activityList, new URLSearchParams(query))

describe('activity page URL', () => {
  const query = 'status=429&endpoint=%2Fapi%2Ftinproof%2Fvalidate&token=7&day=2026-11-20&before=81&range=7d'
  const values = {
    status: '429',
    endpoint: '/api/tinproof/validate',
    token: '7',
    day: '2026-11-20',
    before: '81',
    range: '7d',
  }

  it('contains the filters, the page and the range', () => {
    const list = read(query)
    expect(list.values).toEqual(values)
    expect(list.here).toBe(`/activity?${query}`)
    expect(rangeOf(list.values)).toBe('7d')
    expect(list.isFiltered).toBe(true)
  })

  it('starts at the first page again after a change, and keeps the range without filters', () => {
    const list = read(query)
    expect(read('day=2026-11-20').pathTo({ token: 7 })).toBe('/activity?token=7&day=2026-11-20')
    expect(list.pathTo({ token: undefined })).toBe(
      '/activity?status=429&endpoint=%2Fapi%2Ftinproof%2Fvalidate&day=2026-11-20&range=7d',
    )
    expect(list.clearedPath).toBe('/activity?range=7d')
    expect(read('token=7&before=81').pages(60)).toEqual({
      newest: '/activity?token=7',
      older: '/activity?token=7&before=60',
    })
    expect(read('token=7').pages(undefined)).toEqual({ newest: undefined, older: undefined })
  })

  it('has no query without filters', () => {
    const list = read('')
    expect(list.here).toBe('/activity')
    expect(rangeOf(list.values)).toBe('30d')
    expect(list.isFiltered).toBe(false)
    expect(read('before=81&range=24h').isFiltered).toBe(false)
    expect(callsOfTokenPath(7, '30d')).toBe('/activity?token=7')
  })

  it.each([
    'status=ok&endpoint=&token=-1&day=2026-02-30&before=1e99&range=1y',
    'status=99&token=1.5&day=yesterday&before=',
    `status=&endpoint=${'x'.repeat(10_000)}&token=99999999999&day=20261120&before=NaN`,
  ])('ignores invalid parameters: %.40s', (invalid) => {
    expect(read(invalid).values).toEqual({})
  })
})

describe('filter options', () => {
  const known = { chosen: {}, seen: [], tokens: [] }

  it('lists common statuses and endpoints, loaded ones, and the one in the URL', () => {
    const seen = [call({ status: 503 }), call({ endpoint: '/api/tinproof/other' })]
    expect(statusChoices({ ...known, seen, chosen: { status: '418' } })).toEqual([
      { value: '200', label: 'OK 200' },
      { value: '401', label: 'Not authorized 401' },
      { value: '403', label: 'Not allowed 403' },
      { value: '418', label: 'Refused 418' },
      { value: '422', label: 'Not accepted 422' },
      { value: '429', label: 'Limit reached 429' },
      { value: '503', label: 'Unavailable 503' },
    ])
    expect(endpointChoices({ ...known, seen }).map(({ value }) => value)).toEqual([
      '/api/tinproof/validate',
      '/api/tinproof/other',
    ])
  })

  it('lists tokens by name, the default token as Dashboard, and deleted tokens by ID', () => {
    const seen = [call({}), call({ tokenId: 5, tokenName: null }), call({ tokenId: null, tokenName: null })]
    const tokens = [{ id: 9, name: 'Checkout' }]
    expect(tokenChoices({ chosen: { token: '4' }, seen, tokens })).toEqual([
      { value: '9', label: 'Checkout' },
      { value: '1', label: 'Dashboard' },
      { value: '5', label: 'Deleted token 5' },
      { value: '4', label: 'Deleted token 4' },
    ])
  })
})

it('labels the token of a call', () => {
  expect(tokenLabel({ tokenId: 1, tokenName: 'default' })).toBe('Dashboard')
  expect(tokenLabel({ tokenId: 2, tokenName: 'Checkout' })).toBe('Checkout')
  expect(tokenLabel({ tokenId: 3, tokenName: null })).toBe('Deleted token')
  expect(tokenLabel({ tokenId: null, tokenName: null })).toBe('–')
})

it('labels an HTTP status', () => {
  expect(statusLabel(200)).toBe('OK')
  expect(statusLabel(429)).toBe('Limit reached')
  expect(statusLabel(418)).toBe('Refused')
  expect(statusLabel(502)).toBe('Server error')
})

it("matches the SWR keys of an organization's calls", () => {
  const latest = queries.activity('org_a').key
  const page = queries.activity('org_a', { status: 200, limit: 51 }).key
  const days = queries.activityDays('org_a').key
  const usage = '/api/activity/usage?organizationId=org_a&range=7d'
  expect([latest, page, days, usage].map(isActivityOf('org_a'))).toEqual([true, true, true, true])
  expect([latest, page, days, queries.tokens('org_a').key, undefined].map(isActivityOf('org_b'))).toEqual([
    false,
    false,
    false,
    false,
    false,
  ])
})

describe('usage', () => {
  const countries = [
    { country: 'DE', counts: { ...noCalls, confirmed: 1_990, refused: 4 } },
    { country: 'FR', counts: { ...noCalls, invalid: 5 } },
    { country: null, counts: { ...noCalls, unconfirmed: 1 } },
  ]

  it('is ranked with bars as long as the percents say', () => {
    const ranked = rankedOf(countries, ({ country }) => ({ key: String(country), name: country ?? 'None' }))
    expect(ranked.map(({ name, calls, percent }) => [name, calls, percent])).toEqual([
      ['DE', 1_994, '100%'],
      ['FR', 5, '<1%'],
      ['None', 1, '<1%'],
    ])
    expect(ranked.map(({ share }) => share)).toEqual([0.997, 0.0025, 0.0005])
    expect(rankedOf([], () => ({ key: '', name: '' }))).toEqual([])
  })

  it('marks each day of a week, each seventh of a month, and each sixth hour', () => {
    const days = Array.from({ length: 30 }, (_, index) => ({
      day: new Date(Date.UTC(2026, 9, 1 + index)).toISOString().slice(0, 10),
      counts: noCalls,
    }))
    const marked = daySteps(days).flatMap(({ mark }) => mark ?? [])
    expect(marked).toEqual(['Oct 2', 'Oct 9', 'Oct 16', 'Oct 23', 'Oct 30'])
    expect(daySteps(days.slice(-7)).every(({ mark }) => mark !== undefined)).toBe(true)
    const hours = Array.from({ length: 24 }, (_, index) => ({
      hour: new Date(Date.UTC(2026, 9, 1, index)).toISOString(),
      counts: noCalls,
    }))
    const steps = hourSteps(hours)
    expect(steps.flatMap(({ mark }, index) => (mark ? [index] : []))).toEqual([5, 11, 17, 23])
    expect(steps[0]?.counts).toEqual(noCalls)
  })
})

describe('the hours of the chart', () => {
  afterEach(() => showTimeZone(undefined))
  const hoursFrom = (start: string, timeZone: string, count = 2) => {
    showTimeZone(timeZone)
    const hours = Array.from({ length: count }, (_, index) => ({
      hour: new Date(Date.parse(start) + index * 3_600_000).toISOString(),
      counts: noCalls,
    }))
    return hourSteps(hours).map(({ longName }) => longName.replaceAll('\u202f', ' '))
  }

  it.each([
    ['Asia/Kolkata', '2026-11-20T10:00Z', 'Fri, 3:30 PM to 4:30 PM'],
    ['Asia/Kathmandu', '2026-11-20T10:00Z', 'Fri, 3:45 PM to 4:45 PM'],
    ['Australia/Lord_Howe', '2026-07-20T10:00Z', 'Mon, 8:30 PM to 9:30 PM'],
    ['Australia/Lord_Howe', '2026-12-20T10:00Z', 'Sun, 9 PM to 10 PM'],
    ['Asia/Kolkata', '2026-11-20T18:00Z', 'Fri, 11:30 PM to 12:30 AM'],
  ])('start in %s when an hour in UTC starts: %s', (zone, start, name) => {
    expect(hoursFrom(start, zone, 1)).toEqual([name])
  })

  it('are told apart on days of 25 and 23 hours, and where the clock moves by half an hour', () => {
    expect(hoursFrom('2026-11-01T05:00Z', 'America/New_York')).toEqual([
      'Sun, 1 AM EDT to 1 AM EST',
      'Sun, 1 AM EST to 2 AM EST',
    ])
    expect(hoursFrom('2026-03-08T06:00Z', 'America/New_York')).toEqual([
      'Sun, 1 AM EST to 3 AM EDT',
      'Sun, 3 AM EDT to 4 AM EDT',
    ])
    expect(hoursFrom('2026-04-04T14:00Z', 'Australia/Lord_Howe')).toEqual([
      'Sun, 1 AM GMT+11 to 1:30 AM GMT+10:30',
      'Sun, 1:30 AM GMT+10:30 to 2:30 AM GMT+10:30',
    ])
  })

  it('are read as a sentence', () => {
    showTimeZone('Asia/Kolkata')
    const counts = { ...noCalls, confirmed: 1_200, invalid: 1 }
    const [busy, quiet] = hourSteps([
      { hour: '2026-11-20T10:00Z', counts },
      { hour: '2026-11-20T11:00Z', counts: noCalls },
    ]).map((step) => sentenceOf(step).replaceAll('\u202f', ' '))
    expect(busy).toBe('1,201 calls on Fri, 3:30 PM to 4:30 PM: 1,200 Confirmed and 1 Invalid.')
    expect(quiet).toBe('No calls on Fri, 4:30 PM to 5:30 PM.')
  })
})

describe('timings', () => {
  it('are the parts of the response time', () => {
    const parts = timingsOf({ responseTime: 250, quotaTime: 20, registerTime: 225 })
    expect(parts?.map(({ name, milliseconds }) => [name, milliseconds])).toEqual([
      ['Token and quota', 20],
      ['Format check', 5],
      ['Register', 225],
    ])
  })

  it('have no register without a lookup, and are never negative', () => {
    const parts = timingsOf({ responseTime: 3, quotaTime: 4, registerTime: null })
    expect(parts?.map(({ milliseconds }) => milliseconds)).toEqual([4, 0])
    expect(timingsOf({ responseTime: 3, quotaTime: null, registerTime: null })).toBeUndefined()
  })
})
