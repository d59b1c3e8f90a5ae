import { element } from '#web/docs/element.ts'
import type { StatusHistory } from '#worker/status/contract.ts'
import {
  barsOf,
  type DayBar,
  describeDays,
  formatLongDay,
  incidentDays,
  incidentTimes,
  incidentTitle,
  sortRegisters,
} from './history.ts'

/** Registers and incidents, for the empty element of the page. */
export function historyElements(history: StatusHistory, days: number): HTMLElement[] {
  return [...registersOf(history, days), ...incidentsOf(history, days)]
}

function registersOf(history: StatusHistory, days: number): HTMLElement[] {
  const registers = sortRegisters(history)
  if (registers.length === 0) return []
  const rows = registers.map((register) =>
    element(
      'section',
      { class: 'register', 'aria-label': register.name },
      element('h3', {}, register.name),
      element('p', { class: 'share' }, describeDays(register.days)),
      ...barElements(register.name, barsOf(register, history.at, days)),
    ),
  )
  const legend = element(
    'ul',
    { class: 'legend' },
    ...legendEntries.map(([state, label]) =>
      element('li', {}, element('span', { class: `mark ${state}`, 'aria-hidden': 'true' }), label),
    ),
  )
  return [element('h2', {}, 'Registers'), legend, ...rows]
}

const legendEntries = [
  ['ok', '90% or more succeeded'],
  ['poor', '50% to 90%'],
  ['down', 'less than 50%'],
  ['none', 'no calls'],
] as const

const steps: Readonly<Record<string, (index: number, last: number) => number>> = {
  ArrowLeft: (index) => Math.max(0, index - 1),
  ArrowRight: (index, last) => Math.min(last, index + 1),
  Home: () => 0,
  End: (_, last) => last,
}

/** One tab stop for all bars of a register. The arrow keys move between the days, and the line below shows the day. */
function barElements(name: string, bars: readonly DayBar[]): HTMLElement[] {
  const shown = element('p', { class: 'day', 'aria-hidden': 'true' })
  const reset = () =>
    shown.replaceChildren(element('span', {}, bars[0]?.label ?? ''), element('span', {}, 'Today'))
  reset()
  const items = bars.map(({ state, text }, index) =>
    element(
      'li',
      { class: state, tabindex: index === bars.length - 1 ? '0' : '-1' },
      element('span', { class: 'hidden-text' }, text),
    ),
  )
  const list = element('ol', { class: 'bars', 'aria-label': `${name}, each day` }, ...items)
  const indexes = new Map<EventTarget | null, number>(items.map((item, index) => [item, index]))
  const show = (target: EventTarget | null) => {
    const bar = bars[indexes.get(target) ?? -1]
    if (bar) shown.textContent = bar.text
  }
  list.addEventListener('pointerover', ({ target }) => show(target))
  list.addEventListener('pointerleave', () => {
    if (list.contains(document.activeElement)) show(document.activeElement)
    else reset()
  })
  list.addEventListener('focusin', ({ target }) => {
    for (const item of items) item.tabIndex = item === target ? 0 : -1
    show(target)
  })
  list.addEventListener('focusout', reset)
  list.addEventListener('keydown', (event) => {
    const step = steps[event.key]
    const index = indexes.get(document.activeElement)
    if (!step || index === undefined) return
    event.preventDefault()
    items[step(index, items.length - 1)]?.focus()
  })
  return [list, shown]
}

function incidentsOf({ at, registers, incidents }: StatusHistory, days: number): HTMLElement[] {
  const heading = element('h2', {}, 'Incidents')
  if (incidents.length === 0) {
    if (registers.length === 0) return []
    return [heading, element('p', {}, `No incidents in the last ${days} days.`)]
  }
  return [
    heading,
    ...incidentDays(incidents).map(({ day, incidents: ofDay }) =>
      element(
        'section',
        { class: 'incidents' },
        element('h3', {}, formatLongDay(day)),
        element(
          'ul',
          {},
          ...ofDay.map((incident) =>
            element(
              'li',
              { class: incident.endedAt === null ? 'open' : 'ended' },
              element('strong', {}, incidentTitle(incident)),
              element('span', { class: 'times' }, incidentTimes(incident, at)),
            ),
          ),
        ),
      ),
    ),
  ]
}
