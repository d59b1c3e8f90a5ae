import { vi } from 'vitest'
import { nextEvent, openSockets, requestsInFlight } from '../isolates.ts'

export const SECOND = 1_000
export const MINUTE = 60 * SECOND

const { setTimeout: systemTimeout } = globalThis
const nextTurn = () => new Promise<void>((resolve) => systemTimeout(resolve, 0))

/** More than the tests of a file take on this clock. */
const FILE_TIME = 720 * MINUTE

/** The start of the next month (ms) if this one ends within `duration` of `start`. */
export const inOneMonth = (start: number, duration: number) => {
  const end = nextMonth().getTime()
  return start + duration < end ? start : Math.max(start, end)
}

/** Only tests move this clock. It starts ahead of PostgreSQL's, however slow the test is. */
export function startClock() {
  vi.useFakeTimers({
    toFake: ['Date', 'setTimeout', 'clearTimeout'],
    now: inOneMonth(Date.now() + 60 * MINUTE, FILE_TIME),
    shouldClearNativeTimers: true,
  })
  // The database driver collects the messages of a turn, and sends them in the next one.
  const { setTimeout: fakeTimeout } = globalThis
  const timeout = (work: () => void, delay = 0) => (delay > 0 ? fakeTimeout : systemTimeout)(work, delay)
  globalThis.setTimeout = Object.assign(timeout, fakeTimeout)
  // On a busy machine, requests take longer than the Worker waits for them.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
    const controller = new AbortController()
    setTimeout(() => controller.abort(new DOMException('Timed out', 'TimeoutError')), milliseconds)
    return controller.signal
  })
}

/** On a busy machine, a reader gets the end of a response some turns later than `requestsInFlight`. */
const QUIET_TURNS = 6

/** Moves the clock to the next timer whenever no request is in flight, until the work ends. */
export async function passTime<T>(work: Promise<T>): Promise<T> {
  let ended = false
  const end = () => {
    ended = true
  }
  const ending = work.then(end, end)
  const isIdle = () => requestsInFlight.size === 0 && openSockets.size === 0
  while (!ended) {
    if (!isIdle()) await nextEvent(ending)
    for (let turn = 0; turn < QUIET_TURNS && isIdle(); turn++) await nextTurn()
    if (isIdle() && !ended) vi.advanceTimersToNextTimer()
  }
  return work
}

/** Work that goes on meanwhile takes none of this time, except where it waits for a timer. */
export const wait = (milliseconds: number) =>
  passTime(new Promise<void>((resolve) => setTimeout(resolve, milliseconds)))

export const monthKey = () => new Date().toISOString().slice(0, 7)

export function nextMonth(): Date {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1))
}
