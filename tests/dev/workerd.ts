import { readdirSync, readFileSync, watch } from 'node:fs'
import { join } from 'node:path'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { unstable_readConfig } from 'wrangler'
import * as z from 'zod'
import type { Settings } from '#tests/fakes/start.ts'
import { buildWorkers, type entries, MAIN_MODULE } from '#worker/build.ts'
import { messageOf, StartError, temporaryFolder } from './processes.ts'
import { assertNoWarnings, isRuntimeWarning } from './runtime-warnings.ts'

export interface RunningWorker {
  readonly url: URL
  /** Only if it was requested. */
  readonly inspector: URL | undefined
  /** Runs the cron now. */
  runCron(): Promise<unknown>
  /** Throws if workerd warned, such as of a promise that crosses requests. */
  stop(): Promise<void>
}

const CRON_INTERVAL = 60_000
const SAVE_PAUSE = 100

/** An environment of wrangler.toml: all of the product, API calls only, or the files of the status page. */
type Environment = 'dashboard' | '' | 'status'

async function bundleWorkers(folder: string): Promise<void> {
  try {
    await buildWorkers(folder)
  } catch (error) {
    throw new StartError(`Could not bundle the Worker: ${messageOf(error)}`, { cause: error })
  }
}

/** A Worker's modules, its entry first. */
export const modulesOf = (folder: string, worker: keyof typeof entries) => {
  const files = readdirSync(join(folder, worker)).filter((file) => file.endsWith('.mjs'))
  return [MAIN_MODULE, ...files.filter((file) => file !== MAIN_MODULE)].map((path) => ({
    type: 'ESModule' as const,
    path,
    contents: readFileSync(join(folder, worker, path), 'utf8'),
  }))
}

/**
 * Runs the Workers in workerd on a free port, from the bundles of a deployment, with the cron every minute. `watch` bundles
 * again after each change.
 */
export async function startWorker(options: {
  root: string
  settings: Settings
  watch: boolean
  inspect?: boolean
  print: (line: string) => void
}): Promise<RunningWorker> {
  const { root, settings, print } = options
  const folder = temporaryFolder()
  await bundleWorkers(folder)

  const [dashboard, status] = [readConfig(root, 'dashboard'), readConfig(root, 'status')]
  const warnings: string[] = []
  const workerOptions = () =>
    convertV4MiniflareOptions({
      host: '127.0.0.1',
      port: 0,
      cf: { city: 'Vienna', country: 'AT' },
      ...(options.inspect && { inspectorPort: 0 }),
      handleStructuredLogs: ({ level, message }) => {
        if (isRuntimeWarning(message)) warnings.push(message)
        print(describeLog(level, message.trimEnd()))
      },
      workers: [
        // This one answers API calls too, and what no route matches.
        { ...dashboard, routes: [], bindings: settings, modules: modulesOf(folder, 'dashboard') },
        { ...status, modules: modulesOf(folder, 'status') },
      ],
    })
  const miniflare = new Miniflare(workerOptions())
  const stops: (() => void)[] = []
  try {
    const url = await miniflare.ready
    const runCron = async () => (await miniflare.getWorker()).scheduled({ cron: '* * * * *' })
    stops.push(everyMinute(runCron))
    if (options.watch) {
      stops.push(
        onChange([join(root, 'worker'), join(root, 'db')], async () => {
          try {
            await bundleWorkers(folder)
            await miniflare.setOptions(workerOptions())
            print('Worker reloaded')
          } catch (error) {
            print(messageOf(error))
          }
        }),
      )
    }
    return {
      url,
      inspector: options.inspect ? await miniflare.getInspectorURL() : undefined,
      runCron,
      stop: async () => {
        for (const stop of stops) stop()
        await miniflare.dispose()
        assertNoWarnings(warnings)
      },
    }
  } catch (error) {
    await miniflare.dispose()
    throw new StartError(`Could not start the Worker: ${messageOf(error)}`, { cause: error })
  }
}

const configSchema = z.object({
  name: z.string(),
  compatibility_date: z.string(),
  compatibility_flags: z.array(z.string()),
  routes: z.array(z.object({ pattern: z.string() })),
  durable_objects: z.object({
    bindings: z.array(
      z.object({ name: z.string(), class_name: z.string(), script_name: z.string().optional() }),
    ),
  }),
  kv_namespaces: z.array(z.object({ binding: z.string(), id: z.string() })),
  queues: z.object({
    producers: z.array(z.object({ binding: z.string(), queue: z.string() })),
    consumers: z
      .array(
        z.object({
          queue: z.string(),
          max_batch_size: z.number(),
          max_batch_timeout: z.number(),
          max_retries: z.number(),
          dead_letter_queue: z.string().optional(),
        }),
      )
      .default([]),
  }),
})

/** Of an environment, as options of Miniflare. Without variables: they are those of a deployment. */
export function readConfig(root: string, env: Environment) {
  const config = unstable_readConfig({ config: join(root, 'wrangler.toml'), env }, { hideWarnings: true })
  const { queues, kv_namespaces, durable_objects, ...rest } = configSchema.parse(config)
  return {
    name: rest.name,
    compatibilityDate: rest.compatibility_date,
    compatibilityFlags: rest.compatibility_flags,
    // At any host.
    routes: rest.routes.map(({ pattern }) => pattern.replace(/^[^/]+/, '*')),
    durableObjects: Object.fromEntries(
      durable_objects.bindings.map(({ name, class_name, script_name }) => [
        name,
        { className: class_name, useSQLite: true, ...(script_name && { scriptName: script_name }) },
      ]),
    ),
    kvNamespaces: Object.fromEntries(kv_namespaces.map(({ binding, id }) => [binding, id])),
    queueProducers: Object.fromEntries(queues.producers.map(({ binding, queue }) => [binding, queue])),
    queueConsumers: Object.fromEntries(
      queues.consumers.map((consumer) => [
        consumer.queue,
        {
          maxBatchSize: consumer.max_batch_size,
          maxBatchTimeout: consumer.max_batch_timeout,
          maxRetries: consumer.max_retries,
          ...(consumer.dead_letter_queue && { deadLetterQueue: consumer.dead_letter_queue }),
        },
      ]),
    ),
  }
}

/** Shortens the line that the Worker logs for each request. */
function describeLog(level: string, message: string): string {
  try {
    const { what, method, route, status, code, milliseconds } = JSON.parse(message)
    if (what === 'request')
      return `${method} ${route} ${status} ${code ?? ''} ${milliseconds} ms`.replace('  ', ' ')
  } catch {}
  return `worker ${level}: ${message}`
}

function everyMinute(work: () => Promise<unknown>): () => void {
  const timer = setInterval(() => void work().catch(() => {}), CRON_INTERVAL)
  return () => clearInterval(timer)
}

/** Calls `work` once after each burst of changes, one call at a time. */
function onChange(folders: readonly string[], work: () => Promise<void>): () => void {
  let timer: NodeJS.Timeout | undefined
  let working = Promise.resolve()
  const watchers = folders.map((folder) =>
    watch(folder, { recursive: true }, () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        working = working.then(work)
      }, SAVE_PAUSE)
    }),
  )
  return () => {
    clearTimeout(timer)
    for (const watcher of watchers) watcher.close()
  }
}
