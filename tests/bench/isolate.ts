import { AsyncLocalStorage } from 'node:async_hooks'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import type { Settings } from '#tests/fakes/start.ts'
import type entry from '#worker/index.ts'

const root = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'tinproof-bench-'))
const file = join(folder, 'worker.mjs')
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

await build({
  entryPoints: [join(root, 'worker/index.ts')],
  outfile: file,
  bundle: true,
  minify: true,
  format: 'esm',
  platform: 'node',
  alias: { 'cloudflare:workers': join(import.meta.dirname, 'cloudflare-workers.ts') },
  target: 'es2024',
  // Without the line for each request.
  banner: { js: 'const console = { ...globalThis.console, log() {}, info() {} };' },
  logLevel: 'error',
})

/** Where a Worker runs. */
export interface Place {
  /** Round trip to the database in milliseconds. Redis's answers say theirs. */
  toDatabase: number
}

interface Call {
  readonly place: Place
  /** Milliseconds of round trips that the call has waited for. */
  waited: number
  /** Statements of transactions, each of them a trip. */
  statements: number
}

const calls = new AsyncLocalStorage<Call>()
const realFetch = globalThis.fetch

function tripOf({ headers, url }: Response, place: Place): number {
  const stated = /^trip;dur=(.+)$/.exec(headers.get('server-timing') ?? '')?.[1]
  if (stated !== undefined) return Number(stated)
  return url.includes('/neon/') ? place.toDatabase : 0
}

/**
 * Adds up the round trips on the way to the answer: a request that begins after another has ended waited for it too.
 * A busy machine does not change the sum.
 */
globalThis.fetch = async (input, init) => {
  const call = calls.getStore()
  const waitedBefore = call?.waited ?? 0
  const response = await realFetch(input, init)
  if (call) call.waited = Math.max(call.waited, waitedBefore + tripOf(response, call.place))
  return response
}

/** TCP, TLS and the upgrade. The driver sends the password with the first statement. */
export const TRIPS_TO_CONNECT = 3

globalThis.WebSocket = class extends globalThis.WebSocket {
  readonly #call = calls.getStore()
  #isWaiting = false

  constructor(url: string | URL) {
    super(url)
    this.addEventListener('open', () => this.#wait(TRIPS_TO_CONNECT))
    this.addEventListener('message', () => {
      if (!this.#isWaiting) return
      this.#isWaiting = false
      this.#wait(1)
      if (this.#call) this.#call.statements++
    })
  }

  override send(data: Parameters<WebSocket['send']>[0]): void {
    this.#isWaiting = true
    super.send(data)
  }

  #wait(trips: number): void {
    if (this.#call) this.#call.waited += trips * this.#call.place.toDatabase
  }
}

let opened = 0

export interface Answer {
  readonly status: number
  readonly text: string
  /** Milliseconds of round trips that the answer waited for. */
  readonly waited: number
  /** Of transactions. */
  readonly statements: number
  /** Milliseconds on this machine. */
  readonly elapsed: number
  readonly headers: Headers
}

export interface Isolate {
  call(path: string, options?: RequestInit): Promise<Answer>
  /** Waits for the work after the answers. */
  settle(): Promise<void>
}

/** Sends a request and measures its answer. */
async function measured(place: Place, send: () => Promise<Response>): Promise<Answer> {
  const call: Call = { place, waited: 0, statements: 0 }
  const start = performance.now()
  const response = await calls.run(call, send)
  const text = await response.text()
  return {
    status: response.status,
    text,
    waited: call.waited,
    statements: call.statements,
    elapsed: performance.now() - start,
    headers: response.headers,
  }
}

/** The Worker as a module instance of its own: it shares nothing with other isolates, as on another machine. */
export async function openIsolate(settings: Settings, place: Place): Promise<Isolate> {
  const loaded: { default: typeof entry } = await import(`${pathToFileURL(file).href}?isolate=${opened++}`)
  const worker = loaded.default
  // Takes the calls to record, which the Worker beside the database writes.
  const env = { ...settings, CALL_QUEUE: { sendBatch: async () => {} } }
  const afterwards = new Set<Promise<unknown>>()
  const executionCtx = {
    waitUntil(work: Promise<unknown>) {
      const tracked = work.finally(() => afterwards.delete(tracked))
      afterwards.add(tracked)
    },
    passThroughOnException() {},
    props: {},
  }
  return {
    call: (path, options) =>
      measured(place, () =>
        worker.fetch(new Request(`${settings.APP_ORIGIN}${path}`, options), env, executionCtx),
      ),
    settle: async () => {
      while (afterwards.size > 0) await Promise.allSettled(afterwards)
    },
  }
}
