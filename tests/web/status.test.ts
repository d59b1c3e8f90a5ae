import { describe, expect, it } from 'vitest'
import {
  apiCutOffs,
  barsOf,
  calledLately,
  describeDays,
  headlineOf,
  incidentDays,
  incidentTimes,
  incidentTitle,
  legendOf,
  sortRegisters,
  staleNote,
} from '#web/docs/status/history.ts'
import { formatLength } from '#web/lib/format-length.ts'
import { registerCutOffs } from '#worker/registers/contract/health.ts'
import type { Incident, StatusHistory } from '#worker/status/contract.ts'

const at = '2026-11-22T12:00:00.000Z'
const now = Date.parse(at)
const MINUTE = 60_000
const HOUR = 60 * MINUTE

const incident = (changes: Partial<Incident> = {}): Incident => ({
  component: 'hmrc',
  name: 'HMRC',
  parts: [],
  openParts: [],
  startedAt: '2026-11-22T10:05:00.000Z',
  endedAt: null,
  ...changes,
})
const vies = (parts: string[], openParts: string[]) =>
  incident({ component: 'vies', name: 'VIES', parts, openParts })
const component = (id: string, ...days: [day: string, calls: number, answered: number][]) => ({
  id,
  name: id.toUpperCase(),
  days: days.map(([day, calls, answered]) => ({ day, calls, answered })),
})
const history = (changes: Partial<StatusHistory> = {}): StatusHistory => ({
  at,
  api: component('api', ['2026-11-22', 9, 9]),
  registers: [component('vies', ['2026-11-22', 4, 4])],
  incidents: [],
  ...changes,
})
const bars = (of: ReturnType<typeof component>, length: number) =>
  barsOf(of, { at, length, cutOffs: registerCutOffs })
const headline = (changes: Partial<StatusHistory>) => headlineOf(history(changes), now)

describe('the headline', () => {
  it('names the register that is not responding, and where', () => {
    const ended = incident({ endedAt: '2026-11-22T10:19:00.000Z' })
    expect(headline({ incidents: [ended] })).toEqual({
      text: 'The API and all registers are responding',
      state: 'ok',
    })
    const text = (...incidents: Incident[]) => headline({ incidents }).text
    expect(text(incident(), ended)).toBe("HMRC isn't responding")
    expect(text(vies(['DE', 'FR', 'IT'], ['DE', 'FR']))).toBe("VIES isn't responding in 2 countries")
    expect(text(vies(['DE', 'FR'], ['FR']))).toBe("VIES isn't responding in France")
    expect(text(vies(['EL'], ['EL']))).toBe("VIES isn't responding in Greece")
    expect(text(vies(['XI'], ['XI']))).toBe("VIES isn't responding in Northern Ireland")
    expect(text(vies(['NL'], ['NL']))).toBe("VIES isn't responding in the Netherlands")
    expect(text(vies(['DE'], ['DE']), incident())).toBe("2 registers aren't responding")
    expect(headline({ incidents: [incident()] }).state).toBe('down')
  })

  it('names the API before all registers', () => {
    const api = incident({ component: 'api', name: 'API' })
    const failing = { text: 'API calls are failing', state: 'down' }
    expect(headline({ incidents: [incident(), vies(['DE'], ['DE']), api] })).toEqual(failing)
    expect(headline({ incidents: [{ ...api, endedAt: at }] }).state).toBe('ok')
  })

  it('says that the status is old after ten minutes, whatever it contains', () => {
    expect(headlineOf(history(), now + 10 * MINUTE).state).toBe('ok')
    expect(headlineOf(history(), now + 10 * MINUTE + 1)).toEqual({
      text: 'No update since Nov 22, 12:00 PM UTC',
      state: 'down',
    })
  })

  it('never says that something answers if nobody called it', () => {
    const api = component('api')
    expect(headline({ api, registers: [] })).toEqual({ text: 'No calls yet', state: 'unknown' })
    expect(headline({ registers: [] })).toEqual({ text: 'The API is responding', state: 'ok' })
    expect(headline({ api }).text).toBe('All registers are responding')
    const yesterday = [component('vies', ['2026-11-21', 1, 1])]
    const before = [component('vies', ['2026-11-20', 1, 1])]
    expect(headline({ registers: yesterday }).state).toBe('ok')
    expect(headline({ registers: before }).text).toBe('The API is responding')
    expect(headline({ api: component('api', ['2026-11-20', 1, 1]), registers: before })).toEqual({
      text: 'No known incidents, and no calls since yesterday',
      state: 'unknown',
    })
    expect(calledLately([...yesterday, ...before], at)).toBe(1)
  })
})

describe('the bars of a component', () => {
  it('are one for each day in UTC, the oldest first', () => {
    const all = bars(component('vies', ['2026-08-25', 1, 1], ['2026-11-22', 3, 3]), 90)
    expect(all).toHaveLength(90)
    expect([all[0]?.label, all[0]?.health, all[89]?.label, all[89]?.health]).toEqual([
      'Aug 25',
      'ok',
      'Nov 22',
      'ok',
    ])
    expect(all.filter(({ health }) => health === 'unknown')).toHaveLength(88)
  })

  it('have a state by the share of answered calls, and none without calls', () => {
    const bar = (calls: number, answered: number) =>
      bars(component('vies', ['2026-11-22', calls, answered]), 1)[0]
    expect(bar(10, 9)?.health).toBe('ok')
    expect(bar(100, 89)?.health).toBe('poor')
    expect(bar(2, 1)?.health).toBe('poor')
    expect(bar(100, 49)?.health).toBe('down')
    expect(bar(0, 0)).toEqual({ label: 'Nov 22', health: 'unknown', text: 'Nov 22: no calls' })
    expect(bar(1200, 1199)?.text).toBe('Nov 22: 99.9% of 1,200 calls succeeded')
    expect(bar(1, 1)?.text).toBe('Nov 22: 100% of 1 call succeeded')
  })

  it('of the API have stricter cut-offs', () => {
    const health = (answered: number) =>
      barsOf(component('api', ['2026-11-22', 10_000, answered]), { at, length: 1, cutOffs: apiCutOffs })[0]
        ?.health
    expect([9_990, 9_989, 9_500, 9_499].map(health)).toEqual(['ok', 'poor', 'poor', 'down'])
    expect(legendOf(apiCutOffs).map(([, label]) => label)).toEqual([
      '99.9% or more succeeded',
      '95% to 99.9%',
      'less than 95%',
      'no calls',
    ])
  })

  it('never round up to 100%', () => {
    const days = component('vies', ['2026-11-21', 9_999, 9_999], ['2026-11-22', 1, 0]).days
    expect(describeDays(days)).toBe('99.9% of 10,000 calls succeeded')
    expect(describeDays([])).toBe('no calls')
  })

  it('come first for registers that are not responding, then by name', () => {
    const registers = ['zefix', 'abn', 'hmrc'].map((id) => component(id))
    const sorted = (incidents: Incident[]) =>
      sortRegisters(history({ registers, incidents })).map(({ id }) => id)
    expect(sorted([incident()])).toEqual(['hmrc', 'abn', 'zefix'])
    expect(sorted([incident({ endedAt: at })])).toEqual(['abn', 'hmrc', 'zefix'])
  })
})

describe('incidents', () => {
  it('are grouped by the day of their start in UTC', () => {
    const days = incidentDays([
      incident(),
      incident({ startedAt: '2026-11-22T00:00:00.000Z', endedAt: at }),
      incident({ startedAt: '2026-11-21T23:59:59.000Z', endedAt: at }),
    ])
    expect(days.map(({ day, incidents }) => [day, incidents.length])).toEqual([
      ['2026-11-22', 2],
      ['2026-11-21', 1],
    ])
  })

  it('name up to four countries', () => {
    const title = (...parts: string[]) => incidentTitle(vies(parts, []))
    expect(title('DE', 'EL')).toBe('VIES in Germany and Greece')
    expect(title('DE', 'EL', 'FR', 'IT')).toBe('VIES in Germany, Greece, France, and Italy')
    expect(title('DE', 'EL', 'FR', 'IT', 'ES')).toBe('VIES in 5 countries')
    expect(incidentTitle(incident())).toBe('HMRC')
  })

  it('show from, to and how long', () => {
    const times = (startedAt: string, endedAt: string | null) =>
      incidentTimes(incident({ startedAt, endedAt }), at)
    expect(times('2026-11-22T10:05:00Z', '2026-11-22T10:19:59Z')).toBe('10:05 AM to 10:19 AM UTC, 14 minutes')
    expect(times('2026-11-21T23:50:00Z', '2026-11-22T00:10:00Z')).toBe(
      '11:50 PM to Nov 22, 12:10 AM UTC, 20 minutes',
    )
    expect(times('2026-11-22T10:05:00Z', null)).toBe('Since 10:05 AM UTC, 1 hour 55 minutes so far')
    const lengths = [59_999, MINUTE, HOUR, 25 * HOUR + 5 * MINUTE, 48 * HOUR].map(formatLength)
    expect(lengths).toEqual(['less than a minute', '1 minute', '1 hour', '1 day 1 hour', '2 days'])
  })
})

describe('without an answer', () => {
  it('says how old the last copy is', () => {
    expect(staleNote(history(), '2026-11-22T14:30:00.000Z')).toBe(
      "Last tried Nov 22, 2:30 PM UTC. Below is this browser's last copy, from Nov 22, 12:00 PM UTC (2 hours 30 minutes ago).",
    )
    expect(staleNote(undefined, at)).toBe(
      'Last tried Nov 22, 12:00 PM UTC. This browser has no earlier copy of the status.',
    )
  })
})
