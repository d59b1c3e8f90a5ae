import type { StatusHistory } from '#worker/status/contract.ts'
import { calledLately, formatAt, headlineOf, isOutdated, staleNote } from './history.ts'
import { historyElements } from './show-history.ts'

/** Its version changes with the fields, so that a copy with others is never read. */
const COPY_KEY = 'statusHistory 1'
const REFRESH = 60_000
const TIMEOUT = 10_000

function find(selector: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(selector)
  if (!found) throw new Error(`The page has no ${selector}`)
  return found
}

const page = find('#status')
const headline = find('#status .headline')
const asOf = find('#status .as-of')
const list = find('#status .history')
const days = Number(page.dataset.days)

/** With the time of the answer, because a visitor's clock can be wrong. */
async function fetchHistory(): Promise<{ history: StatusHistory; now: number }> {
  const answer = await fetch('/status.json', { signal: AbortSignal.timeout(TIMEOUT) })
  if (!answer.ok) throw new Error(`The status answered ${answer.status}`)
  return { history: await answer.json(), now: Date.parse(answer.headers.get('Date') ?? '') || Date.now() }
}

/** Sets only what changed, so that screen readers don't announce it again. */
function setHeadline(text: string, state: string): void {
  if (headline.textContent !== text) headline.textContent = text
  headline.className = `headline ${state}`
}

function asOfNote(history: StatusHistory, now: number): string {
  if (isOutdated(history, now)) return "Our monitoring isn't running, so newer incidents are missing below."
  return `As of ${formatAt(history.at)}.${registersNote(history)}`
}

function registersNote({ registers, at }: StatusHistory): string {
  const called = calledLately(registers, at)
  if (called === 0) return ''
  return ` We called ${called === 1 ? '1 register' : `${called} registers`} today or yesterday.`
}

let shown = ''

function showHistory(history: StatusHistory): void {
  const content = JSON.stringify({ ...history, at: history.at.slice(0, 16) })
  if (content === shown) return
  list.replaceChildren(...historyElements(history, days))
  shown = content
}

/** Browsers can forbid local storage. */
function savedCopy(): StatusHistory | undefined {
  try {
    return JSON.parse(localStorage.getItem(COPY_KEY) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

function saveCopy(history: StatusHistory): void {
  try {
    localStorage.setItem(COPY_KEY, JSON.stringify(history))
  } catch {
    return
  }
}

/** A page that was opened long ago may get fields that it can't show. */
async function load(): Promise<void> {
  try {
    const { history, now } = await fetchHistory()
    const { text, state } = headlineOf(history, now)
    showHistory(history)
    setHeadline(text, state)
    asOf.textContent = asOfNote(history, now)
    saveCopy(history)
  } catch {
    showCopy()
  }
}

function showCopy(): void {
  const copy = savedCopy()
  setHeadline(navigator.onLine ? "The status didn't load" : "You're offline", 'unknown')
  asOf.textContent = staleNote(copy, new Date().toISOString())
  if (copy) showHistory(copy)
}

/** Not while someone reads the days of a register by keyboard, because new elements would take the focus. */
function refresh(): void {
  if (document.hidden || list.contains(document.activeElement)) return
  void load()
}

void load()
setInterval(refresh, REFRESH)
addEventListener('online', refresh)
