import { execFile } from 'node:child_process'
import { existsSync, readFileSync, watch } from 'node:fs'
import { join } from 'node:path'
import { promisify, stripVTControlCharacters } from 'node:util'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { unstable_readConfig } from 'wrangler'
import * as z from 'zod'
import type { Settings } from '#tests/fakes/start.ts'
import { messageOf, StartError, temporaryFolder } from './processes.ts'

export interface RunningWorker {
  readonly url: URL
  /** Only if it was requested. */
  readonly inspector: URL | undefined
  /** Runs the cron now. */
  runCron(): Promise<unknown>
  stop(): Promise<void>
}

const CRON_INTERVAL = 60_000
const SAVE_PAUSE = 100
/** By the name of the entry, worker/index.ts. */
const BUNDLE = 'index.js'

const run = promisify(execFile)

/** An environment of wrangler.toml: all of the product, or API calls only. */
type Environment = 'dashboard' | ''

/** Bundles a Worker as a deployment does. Throws a StartError with the first error. */
export async function bundleWorker(
  root: string,
  folder: string,
  environment: Environment = 'dashboard',
): Promise<void> {
  const wrangler = join(root, 'node_modules/wrangler/bin/wrangler.js')
  const env = {
    ...process.env,
    WRANGLER_SEND_METRICS: 'false',
    WRANGLER_HIDE_BANNER: 'true',
    NO_COLOR: '1',
  }
  try {
    await run(
      process.execPath,
      [wrangler, 'deploy', `--env=${environment}`, '--dry-run', '--outdir', folder],
      {
        cwd: root,
        env,
      },
    )
  } catch (error) {
    const said = typeof error === 'object' && error !== null && 'stderr' in error ? String(error.stderr) : ''
    const errors = stripVTControlCharacters(said).match(/(?<=\[ERROR\] ).+/g) ?? []
    // The first line only counts the errors.
    const reason = errors.find((line) => !line.startsWith('Build failed')) ?? messageOf(error)
    throw new StartError(`Could not bundle the Worker: ${reason}`, { cause: error })
  }
}

/**
 * Runs the Worker in workerd on a free port, from the bundle of a deployment, with its cron every minute. `watch` bundles
 * again after each change. `built` uses the bundle in dist/.
 */
export async function startWorker(options: {
  root: string
  settings: Settings
  watch: boolean
  built: boolean
  inspect?: boolean
  print: (line: string) => void
}): Promise<RunningWorker> {
  const { root, settings, print } = options
  const ready = join(root, 'dist/worker')
  const isBuilt = options.built && existsSync(join(ready, BUNDLE))
  const folder = isBuilt ? ready : join(temporaryFolder(), 'worker')
  if (!isBuilt) await bundleWorker(root, folder)

  const config = unstable_readConfig({ config: join(root, 'wrangler.toml') }, { hideWarnings: true })
  const workerOptions = () =>
    convertV4MiniflareOptions({
      host: '127.0.0.1',
      port: 0,
      cf: false,
      ...(options.inspect && { inspectorPort: 0 }),
      handleStructuredLogs: ({ level, message }) => print(describeLog(level, message.trimEnd())),
      workers: [
        {
          name: config.name ?? 'worker',
          compatibilityDate: config.compatibility_date ?? '',
          compatibilityFlags: config.compatibility_flags,
          bindings: { ...config.vars, ...settings },
          ...queueOptions(root),
          modules: [{ type: 'ESModule', path: BUNDLE, contents: readFileSync(join(folder, BUNDLE), 'utf8') }],
        },
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
            await bundleWorker(root, folder)
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
      },
    }
  } catch (error) {
    await miniflare.dispose()
    throw new StartError(`Could not start the Worker: ${messageOf(error)}`, { cause: error })
  }
}

const queuesSchema = z.object({
  producers: z.array(z.object({ binding: z.string(), queue: z.string() })),
  consumers: z.array(
    z.object({
      queue: z.string(),
      max_batch_size: z.number(),
      max_batch_timeout: z.number(),
      max_retries: z.number(),
    }),
  ),
})

/** One Worker does the work of both. */
function queueOptions(root: string) {
  const { queues } = unstable_readConfig(
    { config: join(root, 'wrangler.toml'), env: 'dashboard' },
    { hideWarnings: true },
  )
  const { producers, consumers } = queuesSchema.parse(queues)
  return {
    queueProducers: Object.fromEntries(producers.map(({ binding, queue }) => [binding, queue])),
    queueConsumers: Object.fromEntries(
      consumers.map(({ queue, max_batch_size, max_batch_timeout, max_retries }) => [
        queue,
        { maxBatchSize: max_batch_size, maxBatchTimeout: max_batch_timeout, maxRetries: max_retries },
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
