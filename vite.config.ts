import { readFileSync } from 'node:fs'
import { extname } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { type Plugin, type PluginOption, runnerImport } from 'vite'
import { defineConfig } from 'vitest/config'

const here = import.meta.dirname
const read = (path: string) => readFileSync(`${here}/${path}`, 'utf8')

async function renderDocs() {
  const { module } = await runnerImport<typeof import('#worker/docs/files.ts')>(
    `${here}/worker/docs/files.ts`,
    { configFile: false },
  )
  return module.docsFiles({
    version: JSON.parse(read('package.json')).version,
    styles: read('worker/docs/reference/styles.css'),
    productStyles: read('web/styles.css'),
  })
}

const mediaTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
}

/** Generates the public docs: /openapi.json and everything below /docs/. */
function publicDocs(): Plugin {
  return {
    name: 'public-docs',
    async generateBundle() {
      for (const [fileName, source] of Object.entries(await renderDocs()))
        this.emitFile({ type: 'asset', fileName, source })
    },
    configureServer({ middlewares, watcher }) {
      let rendered: ReturnType<typeof renderDocs> | undefined
      watcher.add(`${here}/worker`).on('change', () => {
        rendered = undefined
      })
      middlewares.use(async (request, response, next) => {
        const path = request.url?.split('?')[0] ?? '/'
        if (!/^\/(docs(\/|$)|openapi\.json$)/.test(path)) return next()
        rendered ??= renderDocs()
        const files = await rendered
        // Cloudflare Pages redirects /docs and /docs/index.html to /docs/.
        const folder = path.replace(/\/(index\.html)?$/, '')
        const page = `${folder}/index.html`.slice(1)
        if (page in files && path !== `${folder}/`) {
          response.writeHead(308, { location: `${folder}/` }).end()
          return
        }
        const file = page in files ? page : path.slice(1)
        const content = files[file]
        if (content === undefined) return next()
        response.writeHead(200, { 'content-type': mediaTypes[extname(file)] }).end(content)
      })
    },
  }
}

/** Loaded for tests only, because it prints a notice. */
async function workersRuntime(mode: string): Promise<PluginOption> {
  if (mode !== 'test') return undefined
  const { cloudflareTest } = await import('@cloudflare/vitest-pool-workers')
  return cloudflareTest({ wrangler: { configPath: `${here}/wrangler.toml` } })
}

/** Most tests wait for I/O. The in-memory Redis shares one process with the other fakes. */
async function maxWorkers(mode: string): Promise<number> {
  if (mode !== 'test') return 1
  const { hasRedis } = await import('./tests/dev/ensure-tools.ts')
  return hasRedis() ? 4 : 2
}

/** For tests that hang. A busy machine takes ten times as long as a quiet one. */
const timeouts = { testTimeout: 60_000, hookTimeout: 60_000, expect: { poll: { timeout: 30_000 } } }

export default defineConfig(async ({ mode }) => ({
  root: `${here}/web`,
  plugins: [react(), tailwindcss(), mode !== 'test' && publicDocs()],
  build: {
    outDir: `${here}/dist/web`,
    emptyOutDir: true,
    manifest: true,
    // The content security policy in _headers forbids data: URLs.
    assetsInlineLimit: 0,
    target: 'es2023',
  },
  test: {
    root: here,
    globalSetup: ['tests/dev/global-setup.ts'],
    // The Worker logs every request.
    silent: 'passed-only' as const,
    maxWorkers: await maxWorkers(mode),
    projects: [
      {
        root: here,
        test: {
          name: 'node',
          include: ['tests/{tin,docs,web,fakes,dev}/**/*.test.ts'],
          environment: 'node',
          pool: 'threads',
          // Starting Node.js and loading the modules again for each file takes as long as the tests.
          isolate: false,
          ...timeouts,
        },
      },
      {
        root: here,
        plugins: [await workersRuntime(mode)],
        test: {
          name: 'worker',
          include: ['tests/worker/**/*.test.ts'],
          // Loading the Worker again for each file takes as long as the tests.
          isolate: false,
          ...timeouts,
        },
      },
    ],
  },
}))
