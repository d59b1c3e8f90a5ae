import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { bundled } from './bench/bundled.ts'
import { modulesOf } from './dev/workerd.ts'

/** In kB of 1,000 bytes, gzipped. Run after `npm run build`. */
const MAX_WORKER = 800
/** V8 compiles all of it at the start, also what `import()` may load. */
const MAX_API = 333
/** V8 runs it before the first call. */
const MAX_API_START = 179.5
const MAX_FIRST_LOAD = 133.1
const MAX_DASHBOARD = 148.7
const MAX_ACTIVITY = 146.2
/** Each file is a request. */
const MAX_DASHBOARD_FILES = 10
const MAX_ENGINE = 72.5
const MAX_DOCS = 6.5
const MAX_STATUS = 4.5

/** The Worker ships these packages, not replacements of our own. */
const WORKER_PACKAGES = [
  'hono',
  '@hono/zod-validator',
  'zod',
  'drizzle-orm',
  '@neondatabase/serverless',
  'jose',
  '@upstash/redis',
  '@upstash/ratelimit',
  '@modelcontextprotocol/server',
  '@cloudflare/workers-oauth-provider',
]

type Output = {
  inputs: Record<string, { bytesInOutput: number }>
  imports: { path: string; kind: string }[]
  entryPoint?: string
}
type Metafile = { outputs: Record<string, Output> }
type Chunk = { file: string; imports?: string[]; dynamicImports?: string[]; src?: string }

const root = join(import.meta.dirname, '..')
const gzipped = (text: string | Buffer) => gzipSync(text, { level: 9 }).length / 1000
/** Without the hashes in file names: they are other ones after each change, and compress a little better or worse. */
const kilobytes = (file: string) =>
  gzipped(readFileSync(join(root, 'dist', file), 'utf8').replaceAll(/-[\w-]{8}(?=\.(?:js|css)\b)/g, ''))
const readJson = (file: string): unknown => JSON.parse(readFileSync(join(root, 'dist', file), 'utf8'))

/** Every script that the browser loads for these sources. */
function scriptsOf(...sources: string[]): string[] {
  const manifest = readJson('web/.vite/manifest.json') as Record<string, Chunk>
  const missing = sources.filter((source) => !manifest[source])
  if (missing.length > 0)
    throw new Error(`The build has no ${missing.join()}: ${Object.keys(manifest).join(' ')}`)
  const keys = new Set<string>()
  const visit = (key: string) => {
    if (keys.has(key)) return
    keys.add(key)
    for (const next of manifest[key]?.imports ?? []) visit(next)
  }
  for (const source of sources) visit(source)
  return [...keys].flatMap((key) => manifest[key]?.file ?? []).filter((file) => file.endsWith('.js'))
}

const dashboardScripts = scriptsOf(
  'index.html',
  'layout/signed-in-screens.tsx',
  'dashboard/dashboard-page.tsx',
)

/**
 * Of all modules together, as `wrangler deploy` reports it and Cloudflare limits it. By length: their names are hashes, whose
 * order alone changes the size by 2 kB.
 */
const workerSize = (worker: 'api' | 'dashboard') =>
  gzipped(
    modulesOf(join(root, 'dist/worker'), worker)
      .map(({ contents }) => contents)
      .toSorted((one, other) => other.length - one.length)
      .join(''),
  )

/** Of the API's Worker, without what `import()` loads later. */
function apiStartSize(): number {
  const { outputs } = readJson('worker/api/meta.json') as Metafile
  const files = new Set<string>()
  const visit = (file: string) => {
    const output = outputs[file]
    if (!output || files.has(file)) return
    files.add(file)
    for (const { path, kind } of output.imports) if (kind === 'import-statement') visit(path)
  }
  for (const [file, { entryPoint }] of Object.entries(outputs))
    if (entryPoint === 'worker/api.ts') visit(file)
  return [...files].reduce((sum, file) => sum + gzipped(readFileSync(join(root, file))), 0)
}

const webSize = (files: readonly string[]) => files.reduce((sum, file) => sum + kilobytes(`web/${file}`), 0)

function filesIn(worker: 'api' | 'dashboard'): string[] {
  const { outputs } = readJson(`worker/${worker}/meta.json`) as Metafile
  return Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? [file] : [])),
  )
}

const packageOf = (file: string) => file.match(/.*node_modules\/((?:@[^/]+\/)?[^/]+)/)?.[1] ?? []

const sizes = [
  { what: 'engine', size: gzipped(await bundled('worker/tin/index.ts')), max: MAX_ENGINE },
  { what: 'Worker', size: workerSize('dashboard'), max: MAX_WORKER },
  { what: 'API Worker', size: workerSize('api'), max: MAX_API },
  { what: 'start of the API', size: apiStartSize(), max: MAX_API_START },
  {
    what: 'first load of /auth',
    size: webSize(scriptsOf('index.html', 'accounts/auth-page.tsx')),
    max: MAX_FIRST_LOAD,
  },
  { what: 'first load of the dashboard', size: webSize(dashboardScripts), max: MAX_DASHBOARD },
  {
    what: 'first load of /activity',
    size: webSize(scriptsOf('index.html', 'layout/signed-in-screens.tsx', 'activity/activity-page.tsx')),
    max: MAX_ACTIVITY,
  },
  { what: 'script of the docs', size: webSize(scriptsOf('docs/main.ts')), max: MAX_DOCS },
  { what: 'script of the status page', size: webSize(scriptsOf('docs/status/main.ts')), max: MAX_STATUS },
]

for (const { what, size, max } of sizes) {
  console.log(`${what}: ${size.toFixed(1)} kB gzipped, ${max} at most`)
  if (size >= max) process.exitCode = 1
}

console.log(`files of the dashboard: ${dashboardScripts.length}, ${MAX_DASHBOARD_FILES} at most`)
if (dashboardScripts.length > MAX_DASHBOARD_FILES) process.exitCode = 1

// The methods of its schemas take 7 ms to load.
if (filesIn('api').some((file) => file.includes('zod/v4/classic'))) {
  console.log('The API has a module that imports zod, not zod/mini')
  process.exitCode = 1
}

/** The packages whose code is in the Worker's bundle. */
const shipped = new Set(filesIn('dashboard').flatMap(packageOf))
const missing = WORKER_PACKAGES.filter((name) => !shipped.has(name))
console.log(`packages in the Worker: ${[...shipped].sort().join(', ')}`)
if (missing.length > 0) {
  console.log(`missing in the Worker: ${missing.join(', ')}`)
  process.exitCode = 1
}
