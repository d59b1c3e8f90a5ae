import { read, write } from '#web/docs/storage.ts'
import type { StatusHistory } from '#worker/status/contract.ts'
import { calledLately, type Failure, failureText, formatAt, headlineOf, staleNote } from './history.ts'
import { parseHistory } from './parse-history.ts'
import { historyElements } from './show-history.ts'

const COPY_KEY = 'statusHistory'
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

/** The answer, or why there is none. */
async function fetchHistory(): Promise<StatusHistory | Failure> {
  try {
    const answer = await fetch('/api/status', { signal: AbortSignal.timeout(TIMEOUT) })
    if (answer.status >= 500) return 'unreachable'
    return (answer.ok && parseHistory(await answer.json())) || 'refused'
  } catch {
    return navigator.onLine ? 'unreachable' : 'offline'
  }
}

/** Sets only what changed, so that screen readers don't announce it again. */
function setHeadline(text: string, state: string): void {
  if (headline.textContent !== text) headline.textContent = text
  headline.className = `headline ${state}`
}

function registersNote(history: StatusHistory): string {
  const called = calledLately(history)
  if (called === 0) return ''
  return ` We called ${called === 1 ? '1 register' : `${called} registers`} today or yesterday.`
}

let shown = ''

function showHistory(history: StatusHistory): void {
  const content = JSON.stringify({ ...history, at: history.at.slice(0, 16) })
  if (content === shown) return
  shown = content
  list.replaceChildren(...historyElements(history, days))
}

async function load(): Promise<void> {
  const answer = await fetchHistory()
  if (typeof answer === 'string') {
    const copy = parseHistory(read(COPY_KEY))
    setHeadline(failureText(answer), 'down')
    asOf.textContent = staleNote(copy, new Date().toISOString())
    if (copy) showHistory(copy)
    return
  }
  write(COPY_KEY, answer)
  const { text, state } = headlineOf(answer)
  setHeadline(text, state)
  asOf.textContent = `As of ${formatAt(answer.at)}.${registersNote(answer)}`
  showHistory(answer)
}

/** Not while someone reads the days of a register by keyboard, because new elements would take the focus. */
function refresh(): void {
  if (document.hidden || list.contains(document.activeElement)) return
  void load()
}

void load()
setInterval(refresh, REFRESH)
addEventListener('online', refresh)
