import { AsyncLocalStorage } from 'node:async_hooks'
import { vi } from 'vitest'
import type { Settings } from '#tests/fakes/start.ts'
import {
  type Answer,
  type Call,
  type ErrorBody,
  GERMAN,
  type TestWorker,
  toAnswer,
  toRequest,
  withToken,
} from './harness.ts'

export type Isolate = {
  /** Returns status 0 if the isolate is killed before it answers. */
  validate: <Body = ErrorBody>(token: string, body?: unknown, options?: Call) => Promise<Answer<Body>>
  settle: () => Promise<void>
  runCron: () => Promise<void>
  /** Nothing of this isolate continues after its current step. */
  kill: () => void
}

/** Cloudflare cancels work that continues this long after it was passed to `waitUntil` (milliseconds). */
const MAX_WORK_AFTER_RESPONSE = 30_000

type RunningRequest = { isolate: { killed: boolean }; canceled: boolean }
const runningRequest = new AsyncLocalStorage<RunningRequest>()
const { fetch: systemFetch, WebSocket: SystemWebSocket } = globalThis

/** Of all isolates. A request ends with its whole answer. */
export const requestsInFlight = new Set<Promise<unknown>>()
/** Transactions. */
export const openSockets = new Set<WebSocket>()
let waitingForSockets = new Set<() => void>()

/** Waits until a request ends, a socket has news, or `work` ends. */
export async function nextEvent(work: Promise<unknown>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  waitingForSockets.add(resolve)
  await Promise.race([...requestsInFlight, promise, work])
  waitingForSockets.delete(resolve)
}

class TrackedWebSocket extends SystemWebSocket {
  constructor(...connection: ConstructorParameters<typeof WebSocket>) {
    super(...connection)
    openSockets.add(this)
    this.addEventListener('close', () => openSockets.delete(this))
    const waiting = waitingForSockets
    for (const event of ['open', 'message', 'close'] as const)
      this.addEventListener(event, () => {
        for (const resume of waiting) resume()
      })
  }
}

function trackedFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = systemFetch(input, init)
  const ended: Promise<unknown> = response
    .then((answer) => answer.clone().arrayBuffer())
    .catch(() => {})
    .finally(() => requestsInFlight.delete(ended))
  requestsInFlight.add(ended)
  return response
}

/** Copies of the Worker that share its database and Redis. Each has its own modules, and so its own caches. */
export async function openIsolates(
  { settings }: Pick<TestWorker, 'settings'>,
  count: number,
): Promise<Isolate[]> {
  // A socket of an earlier file may close now. Its events belong to that file.
  openSockets.clear()
  waitingForSockets = new Set()
  globalThis.WebSocket = TrackedWebSocket
  globalThis.fetch = (input, init) => {
    const request = runningRequest.getStore()
    return request?.isolate.killed || request?.canceled ? new Promise(() => {}) : trackedFetch(input, init)
  }
  const isolates: Isolate[] = []
  while (isolates.length < count) isolates.push(await openIsolate({ ...settings }))
  // A later import, such as the dashboard's, must not share modules with the last isolate.
  vi.resetModules()
  // Loaded now for the same reason as in each isolate.
  await Promise.all([
    import('#worker/app.ts'),
    import('#worker/context.ts'),
    import('#worker/jobs/run-due-jobs.ts'),
    import('#worker/quota/receive-calls.ts'),
  ])
  return isolates
}

async function openIsolate(settings: Settings): Promise<Isolate> {
  vi.resetModules()
  const { default: worker } = await import('#worker/index.ts')
  // The Worker loads these when it needs them. A clock that skips idle time would skip the loading as well.
  await Promise.all([
    import('#db/client.ts'),
    import('#worker/quota/quota-statements.ts'),
    import('#worker/quota/write-calls.ts'),
  ])
  const afterwards = new Set<Promise<unknown>>()
  const state = { killed: false }
  const killed = Promise.withResolvers<void>()
  const executionCtx = {
    waitUntil(work: Promise<unknown>) {
      const request = runningRequest.getStore()
      const canceled = Promise.withResolvers<void>()
      const timer = setTimeout(() => {
        if (request) request.canceled = true
        canceled.resolve()
      }, MAX_WORK_AFTER_RESPONSE)
      const tracked = Promise.race([work, canceled.promise]).finally(() => {
        clearTimeout(timer)
        afterwards.delete(tracked)
      })
      afterwards.add(tracked)
    },
    passThroughOnException() {},
    props: {},
  }
  const untilKilled = <T>(work: () => Promise<T>, otherwise: T) =>
    Promise.race([
      runningRequest.run({ isolate: state, canceled: false }, work),
      killed.promise.then(() => otherwise),
    ])
  return {
    validate: <Body>(token: string, body: unknown = GERMAN, options: Call = {}) =>
      untilKilled<Answer<Body>>(
        async () => {
          const request = toRequest('/api/tinproof/validate', withToken(token, body, options))
          const env = { ...settings, ...options.settings }
          return toAnswer<Body>(await worker.fetch(request, env, executionCtx))
        },
        { status: 0, headers: new Headers(), body: undefined as Body },
      ),
    settle: () =>
      untilKilled(async () => {
        while (afterwards.size > 0) await Promise.allSettled(afterwards)
      }, undefined),
    runCron: () =>
      untilKilled(
        () =>
          worker.scheduled(
            { scheduledTime: Date.now(), cron: '* * * * *', noRetry() {} },
            settings,
            executionCtx,
          ),
        undefined,
      ),
    kill: () => {
      state.killed = true
      killed.resolve()
    },
  }
}
