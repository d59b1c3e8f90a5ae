import { join } from 'node:path'
import type { Settings } from './cloud.ts'
import { inOneLine, StartError } from './processes.ts'

/** A Worker running in workerd. */
export interface RunningWorker {
  readonly url: URL
  stop(): Promise<void>
}

const SECONDS_TO_START = 60

/**
 * Bundles the Worker of wrangler.toml as a deployment would, and runs it in workerd on a free port of 127.0.0.1 with
 * the settings in place of wrangler.toml's. `watch` loads it anew at every change.
 */
export async function startWorker(options: {
  root: string
  settings: Settings
  watch: boolean
  print: (line: string) => void
}): Promise<RunningWorker> {
  Object.assign(process.env, {
    WRANGLER_SEND_METRICS: 'false',
    WRANGLER_HIDE_BANNER: 'true',
    WRANGLER_LOG: 'error',
    CLOUDFLARE_CF_FETCH_ENABLED: 'false',
  })
  const { unstable_startWorker } = await import('wrangler')
  const bindings = Object.fromEntries(
    Object.entries(options.settings).map(([name, value]) => [name, { type: 'plain_text' as const, value }]),
  )
  const starting = unstable_startWorker({
    config: join(options.root, 'wrangler.toml'),
    envFiles: [],
    bindings,
    dev: {
      server: { hostname: '127.0.0.1', port: 0, secure: false },
      watch: options.watch,
      inspector: false,
      persist: false,
      inferOriginFromRoutes: false,
      logLevel: 'error',
      structuredLogsHandler: ({ level, message }: { level: string; message: string }) =>
        options.print(`worker ${level}: ${message.trimEnd()}`),
    },
  })
  const worker = await starting.catch((error: unknown) => {
    throw new StartError(`The Worker could not be started: ${inOneLine(error)}`, { cause: error })
  })
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    const message = `The Worker did not start within ${SECONDS_TO_START} seconds; the bundler's error is above.`
    timer = setTimeout(() => reject(new StartError(message)), SECONDS_TO_START * 1000)
  })
  try {
    return { url: await Promise.race([worker.url, late]), stop: () => worker.dispose() }
  } catch (error) {
    await worker.dispose()
    throw error
  } finally {
    clearTimeout(timer)
  }
}
