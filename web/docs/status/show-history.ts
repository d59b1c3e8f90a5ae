import { element } from '#web/docs/element.ts'
import { type CutOffs, registerCutOffs } from '#worker/registers/contract/health.ts'
import type { ComponentHistory, StatusHistory } from '#worker/status/contract.ts'
import {
  apiCutOffs,
  barsOf,
  type DayBar,
  describeDays,
  formatLongDay,
  incidentDays,
  incidentTimes,
  incidentTitle,
  legendOf,
  sortRegisters,
} from './history.ts'

export function historyElements(history: StatusHistory, days: number): HTMLElement[] {
  const { at, api, registers } = history
  if (api.days.length + registers.length + history.incidents.length === 0) return []
  const rowOf = (component: ComponentHistory, cutOffs: CutOffs, ...heading: HTMLElement[]) =>
    element(
      'section',
      { class: 'component', 'aria-label': component.name },
      ...heading,
      element('p', { class: 'share' }, describeDays(component.days)),
      ...barElements(component.name, barsOf(component, { at, length: days, cutOffs })),
    )
  const registerRows = sortRegisters(history).map((register) =>
    rowOf(register, registerCutOffs, element('h3', {}, register.name)),
  )
  return [
    element('h2', {}, api.name),
    legend(apiCutOffs),
    rowOf(api, apiCutOffs),
    ...(registers.length > 0
      ? [element('h2', {}, 'Registers'), legend(registerCutOffs), ...registerRows]
      : []),
    element('h2', {}, 'Incidents'),
    ...incidentElements(history, days),
  ]
}

const legend = (cutOffs: CutOffs) =>
  element(
    'ul',
    { class: 'legend' },
    ...legendOf(cutOffs).map(([health, label]) =>
      element('li', {}, element('span', { class: `mark ${health}`, 'aria-hidden': 'true' }), label),
    ),
  )

const steps: Readonly<Record<string, (index: number, last: number) => number>> = {
  ArrowLeft: (index) => Math.max(0, index - 1),
  ArrowRight: (index, last) => Math.min(last, index + 1),
  Home: () => 0,
  End: (_, last) => last,
}

/** One tab stop for all bars of a component. The arrow keys move between the days, and the line below shows the day. */
function barElements(name: string, bars: readonly DayBar[]): HTMLElement[] {
  const shown = element('p', { class: 'day', 'aria-hidden': 'true' })
  const reset = () =>
    shown.replaceChildren(element('span', {}, bars[0]?.label ?? ''), element('span', {}, 'Today'))
  reset()
  const items = bars.map(({ health, text }, index) =>
    element(
      'li',
      { class: health, tabindex: index === bars.length - 1 ? '0' : '-1' },
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

function incidentElements({ at, incidents }: StatusHistory, days: number): HTMLElement[] {
  if (incidents.length === 0) return [element('p', {}, `No incidents in the last ${days} days.`)]
  return incidentDays(incidents).map(({ day, incidents: ofDay }) =>
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
  )
}
