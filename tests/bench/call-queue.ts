import { join } from 'node:path'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { modulesOf, readConfig } from '#tests/dev/workerd.ts'
import type { Settings } from '#tests/fakes/start.ts'
import { buildWorkers } from '#worker/build.ts'
import { openFakes } from './bench-world.ts'

/** Takes messages as Cloudflare's queues do from workerd, and fails while it is told to. */
const FRONT = `let fails = false
export default {
  async fetch(request, env) {
    if (new URL(request.url).pathname === '/fails') {
      fails = await request.json()
      return new Response()
    }
    const { messages } = await request.json()
    if (fails) return new Response('The queue fails', { status: 500 })
    await env.CALL_QUEUE.sendBatch(messages.map(({ body }) => ({ body: JSON.parse(atob(body)), contentType: 'json' })))
    return Response.json({ metadata: { metrics: { backlogCount: 0, backlogBytes: 0 } } })
  },
}`

export type CallQueue = {
  /** For `startWorkerd`. */
  address: string
  /** As an isolate sends them. */
  send: (bodies: readonly object[]) => Promise<void>
  setFailing: (fails: boolean) => Promise<void>
  /** Lines that the consumer logged as errors. */
  errors: readonly string[]
  stop: () => Promise<void>
}

/**
 * The queue `tinproof-calls` with the consumer of `tinproof-dashboard`, which is in `folder`: Miniflare's queue with the
 * settings of wrangler.toml. Miniflare runs at most two batches at once, whatever `max_concurrency` says.
 */
async function startCallQueue(folder: string, settings: Settings): Promise<CallQueue> {
  const dashboard = readConfig(join(import.meta.dirname, '../..'), 'dashboard')
  const errors: string[] = []
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      host: '127.0.0.1',
      port: 0,
      cf: false,
      handleStructuredLogs: ({ level, message }) => {
        if (level === 'error') errors.push(message)
      },
      workers: [
        {
          name: 'front',
          modules: [{ type: 'ESModule', path: 'front.mjs', contents: FRONT }],
          compatibilityDate: dashboard.compatibilityDate,
          queueProducers: { CALL_QUEUE: 'tinproof-calls' },
        },
        { ...dashboard, routes: [], bindings: settings, modules: modulesOf(folder, 'dashboard') },
      ],
    }),
  )
  const url = await miniflare.ready
  const post = async (path: string, body: unknown) => {
    const response = await fetch(new URL(path, url), { method: 'POST', body: JSON.stringify(body) })
    const text = await response.text()
    if (!response.ok) throw new Error(`The queue answers ${response.status}: ${text}`)
  }
  return {
    address: url.host,
    send: (bodies) =>
      post('/batch', { messages: bodies.map((body) => ({ body: btoa(JSON.stringify(body)) })) }),
    setFailing: (fails) => post('/fails', fails),
    errors,
    stop: () => miniflare.dispose(),
  }
}

/** The queue, a database and a Redis of their own, and the Workers' bundles in `folder`. */
export async function openQueueWorld(namespace: string) {
  const { control, addNamespace, folder, stop } = await openFakes()
  const settings = await addNamespace(namespace)
  await control.sql('postgres', `alter database ${namespace} set synchronous_commit = on`)
  await buildWorkers(folder)
  const queue = await startCallQueue(folder, settings)
  return { control, folder, settings, queue, stop: () => queue.stop().then(stop) }
}
