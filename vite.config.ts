import { readFileSync, writeFileSync } from 'node:fs'
import { extname } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { type Plugin, type PluginOption, type Rolldown, runnerImport } from 'vite'
import { defineConfig } from 'vitest/config'
import type { TestSpecification } from 'vitest/node'
import { pagesAnswer, pagesRedirects } from './tests/dev/pages-answer.ts'
import { paths, screenPaths } from './web/paths.ts'
import { assertCompany } from './worker/docs/legal/company.ts'

const here = import.meta.dirname
const read = (path: string) => readFileSync(`${here}/${path}`, 'utf8')

type Assets = {
  script: string
  statusScript: string
  styles: string
  fonts: readonly string[]
  inlineScript: string
}

async function renderDocs(assets: Assets, { isDeployed }: { isDeployed: boolean }) {
  const { module } = await runnerImport<typeof import('#worker/docs/files.ts')>(
    `${here}/worker/docs/files.ts`,
    { configFile: false },
  )
  const origin = workerSetting('APP_ORIGIN')
  if (isDeployed) assertCompany(origin)
  return module.docsFiles({
    origin,
    assets,
    settings: {
      supportEmail: workerSetting('SUPPORT_EMAIL'),
      activityDays: Number(workerSetting('ACTIVITY_RETENTION_DAYS') || 90),
      auditDays: Number(workerSetting('AUDIT_RETENTION_DAYS') || 730),
      region: /^placement = \{ region = "aws:([^"]+)"/m.exec(read('wrangler.toml'))?.[1] ?? '',
    },
  })
}

const workerSetting = (name: string) =>
  new RegExp(`^${name} = "?([^"\\n]+)"?$`, 'm').exec(read('wrangler.toml'))?.[1] ?? ''

const mediaTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.json': 'application/json',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml',
}

/** Inline, because it runs before the first paint. The content security policy has its hash. */
const THEME_SCRIPT = read('web/theme.js').trim()
const FIRST_PAINT_SCRIPT = read('web/first-paint.js').trim()

/** Requests the font and the app's code with the page, which would otherwise ask for them later. */
const preloadFirst: Plugin = {
  name: 'preload-first',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle }) => {
      const outputs = Object.values(bundle ?? {})
      const links = [...preloadedFont(outputs), ...(bundle ? preloadedCode(outputs) : [])]
      return {
        html: html.replace(
          '</title>',
          (end) => `${end}\n    <script>${THEME_SCRIPT}</script>\n    <script>${FIRST_PAINT_SCRIPT}</script>`,
        ),
        tags: links.map((attrs) => ({
          tag: 'link',
          attrs: { ...attrs, crossorigin: '' },
          injectTo: 'head' as const,
        })),
      }
    },
  },
}

type Output = Rolldown.OutputBundle[string]

/** The chunk with main.tsx, and those that it imports. */
function preloadedCode(outputs: readonly Output[]) {
  const chunks = outputs.filter((file) => file.type === 'chunk')
  const main = chunks.find(({ modules }) => `${here}/web/main.tsx` in modules)
  if (!main) throw new Error('The build lacks main.tsx')
  const files = [main.fileName, ...main.imports].filter(
    (file) => !chunks.some((chunk) => chunk.isEntry && chunk.fileName === file),
  )
  return files.map((file) => ({ rel: 'modulepreload', href: `/${file}` }))
}

const preloadedFont = (outputs: readonly Output[]) =>
  [latinFont(outputs)].flatMap((font) =>
    font ? [{ rel: 'preload', as: 'font', type: 'font/woff2', href: `/${font.fileName}` }] : [],
  )

const latinFont = (outputs: readonly Output[]) =>
  outputs.find(
    (file) => file.type === 'asset' && file.names.some((name) => name.startsWith('inter-latin-wght')),
  )

/** React may continue with this HTML, so it must be the same to the letter. */
function withPage(html: string, path: string, page: string): string {
  const [before, rest] = html.split('<div id="root">')
  const [, after] = rest?.split(/<\/div>\s*(?=<div id="not-started")/) ?? []
  if (!before || !after) throw new Error('index.html has no #root before #not-started')
  // A visitor reads first, and code would compete with the styles. A member works at once.
  const head = path === paths.auth ? before.replaceAll(/\s*<link rel="modulepreload"[^>]*>/g, '') : before
  return `${head}<div id="root" data-path="${path}">${page}</div>\n    ${after}`
}

async function prerender(): Promise<Record<string, string>> {
  const { module } = await runnerImport<typeof import('#web/prerender.tsx')>(`${here}/web/prerender.tsx`, {
    configFile: false,
  })
  return module.pages
}

/** Pages serves the app at its own paths, and with status 404 anywhere else. */
const appPaths: Plugin = {
  name: 'app-paths',
  apply: 'build',
  writeBundle: async ({ dir = '' }) => {
    const html = readFileSync(`${dir}/index.html`, 'utf8')
    for (const file of ['404', 'app']) writeFileSync(`${dir}/${file}.html`, html)
    const pages = await prerender()
    for (const [path, page] of Object.entries(pages))
      writeFileSync(`${dir}${path === '/' ? '/index' : path}.html`, withPage(html, path, page))
    const redirects = screenPaths.filter((path) => !(path in pages)).map((path) => `${path} /app 200\n`)
    writeFileSync(`${dir}/_redirects`, redirects.join(''))
  },
}

/** The dev server answers unknown paths like Pages. */
const unknownPaths: Plugin = {
  name: 'unknown-paths',
  configureServer: (server) => () => {
    const matches = pagesRedirects(screenPaths.map((path) => `${path} / 200`).join('\n'))
    server.middlewares.use(async (request, response, next) => {
      const path = request.originalUrl?.split('?')[0] ?? '/'
      if (matches(path) !== undefined) return next()
      const page = await server.transformIndexHtml('/index.html', read('web/index.html'), path)
      response.writeHead(404, { 'content-type': 'text/html; charset=utf-8' }).end(page)
    })
  },
}

/** What other sites show for a link to the app. */
const shareCard: Plugin = {
  name: 'share-card',
  transformIndexHtml: () => {
    const properties = {
      'og:title': 'Tinproof',
      'og:description': 'Check tax identification numbers by country, on screen and over an API.',
      'og:type': 'website',
      'og:site_name': 'Tinproof',
      'og:image': `${workerSetting('APP_ORIGIN')}/og.png`,
    }
    return Object.entries(properties).map(([property, content]) => ({
      tag: 'meta',
      attrs: { property, content },
      injectTo: 'head' as const,
    }))
  },
}

const DOCS_SCRIPT = 'docs/main.ts'
const DOCS_STYLES = 'docs/styles.css'
const STATUS_SCRIPT = 'docs/status/main.ts'

/** Generates the public docs: everything below /docs/, the pages beside them, /openapi.json and the files for crawlers. */
function publicDocs(): Plugin {
  return {
    name: 'public-docs',
    async generateBundle(_options, bundle) {
      const outputs = Object.values(bundle)
      const scriptOf = (source: string) =>
        outputs.find((file) => file.type === 'chunk' && file.facadeModuleId === `${here}/web/${source}`)
      const script = scriptOf(DOCS_SCRIPT)
      const statusScript = scriptOf(STATUS_SCRIPT)
      const [styles] = script?.type === 'chunk' ? (script.viteMetadata?.importedCss ?? []) : []
      const font = latinFont(outputs)
      if (!script || !statusScript || !styles || !font)
        throw new Error('The build lacks a script, the styles or the font of the docs')
      const assets = {
        script: `/${script.fileName}`,
        statusScript: `/${statusScript.fileName}`,
        styles: `/${styles}`,
        fonts: [`/${font.fileName}`],
        inlineScript: THEME_SCRIPT,
      }
      for (const [fileName, source] of Object.entries(await renderDocs(assets, { isDeployed: true })))
        this.emitFile({ type: 'asset', fileName, source })
    },
    configureServer({ middlewares, watcher }) {
      let rendered: ReturnType<typeof renderDocs> | undefined
      watcher.add(`${here}/worker`).on('change', () => {
        rendered = undefined
      })
      middlewares.use(async (request, response, next) => {
        const path = request.url?.split('?')[0] ?? '/'
        if (!isDocs.test(path) || /^\/docs\/[\w/-]+\.(ts|css)$/.test(path)) return next()
        try {
          rendered ??= renderDocs(
            {
              script: `/${DOCS_SCRIPT}`,
              styles: `/${DOCS_STYLES}`,
              fonts: [],
              inlineScript: THEME_SCRIPT,
              statusScript: `/${STATUS_SCRIPT}`,
            },
            { isDeployed: false },
          )
          const files = await rendered
          const answer = pagesAnswer(path, (file) => file in files)
          if ('location' in answer) {
            response.writeHead(308, { location: answer.location }).end()
            return
          }
          response
            .writeHead(answer.status, { 'content-type': mediaTypes[extname(answer.file)] })
            .end(files[answer.file])
        } catch (error) {
          rendered = undefined
          next(error)
        }
      })
    },
  }
}

const isDocs =
  /^\/(docs(\/.*)?|openapi\.json|llms(-full)?\.txt|sitemap\.xml|robots\.txt|\.well-known\/security\.txt|status|terms|privacy|dpa)$/

/**
 * Modules that several screens share, in few files: by itself, Rolldown makes 19 for the dashboard. A chunk takes what its
 * modules import, unless an earlier chunk has it. The forms of dialogs stay out of `lib`, which must not import zod.
 */
const chunks = [
  // The docs have it too, and load nothing of the dashboard.
  {
    name: 'texts',
    test: /vite\/preload-helper|\/worker\/validation\/(constants|contract\/result-texts)\.ts$|\/web\/lib\/(parse-json|storage)\.ts$/,
  },
  // The status page has it too.
  { name: 'country', test: /\/tin\/contract\/country-in-sentence\.ts$|\/web\/lib\/format-length\.ts$/ },
  { name: 'start', test: /\/web\/(index\.html|start\.ts)$/ },
  { name: 'base', test: /\/web\/(main\.tsx|lib\/use-title\.ts)$/ },
  {
    name: 'ui',
    test: /\/web\/ui\/(badge|banner|card|checkbox|empty-state|field|form|input|skeleton|text-field)\.tsx$|\/web\/results\/result-badge\.tsx$|\/web\/lib\/(country-name|kept-text)\.ts$|\/worker\/(activity|batches|monitors|membership|registers|tokens|webhooks)\/constants\.ts$/,
  },
  { name: 'form', test: /\/node_modules\/react-hook-form\/|\/web\/ui\/password-field\.tsx$/ },
  // It needs forms, which most that use a schema don't.
  { name: 'resolver', test: /\/node_modules\/@hookform\// },
  { name: 'schema', test: /\/node_modules\/zod\/|\/worker\/.+\/contract\.ts$/ },
  {
    name: 'accounts',
    test: /\/web\/accounts\/(?!confirmation-host|link-page|set-password-form)|\/web\/ui\/(step-heading|tabs)\.tsx$|\/web\/lib\/(lazy-resolver|plans|role-with-article)\.ts$/,
    minShareCount: 2,
  },
  {
    name: 'lib',
    test: /\/web\/lib\/(?!back-link|docs-link|draft-link|email-text|file-draft|item-page|load-script|page-|plan-limit|refresh-button|sandbox-token|save|use-dialog-form|use-is-shown|use-leave|use-rescue)|\/web\/ui\/feature-list\.tsx$/,
    minShareCount: 2,
  },
  {
    name: 'app',
    test: /\/web\/accounts\/confirmation-host|\/web\/(activity|layout|organizations(?!\/(organization-tab|delete-organization-dialog|deletion-(actions|banner)|permissions|settings-actions))|results)\/|\/web\/tokens\/(cancel-deletion|kind-badge|lazy-dialogs|token-state|use-)|\/web\/ui\/(?!overlays|(actions-menu|choice-filter|code-block|edit-row|filter-options|filters|form-dialog|radio-group)\.)|\/web\/dashboard\/(country-field|detect-country|result-pending|use-countries)|\/web\/lib\/(draft-link|file-draft|saved)|\/node_modules\/lucide-react\//,
    minShareCount: 2,
  },
  {
    name: 'result',
    test: /\/web\/dashboard\/(register-(details|result)|result-(panel|rows|table|text))\.|\/web\/(monitors\/monitor-button|records\/keep-record)\.tsx$/,
    minShareCount: 2,
  },
  // What several screens share, but neither the dashboard nor the layout.
  {
    name: 'more',
    test: /\/web\/(lib|organizations|tokens|ui)\/(?!overlays|sandbox-token|token-|use-dialog-form|use-rescue)/,
    minShareCount: 3,
  },
  {
    name: 'overlay',
    test: /\/node_modules\/@radix-ui\/|\/web\/ui\/overlays\//,
  },
].map((group, index, groups) => ({ ...group, priority: groups.length - index }))

/** The tests' Worker gets each module with its source map. In packages, nobody needs one. */
const packagesWithoutMaps: Plugin = {
  name: 'packages-without-maps',
  transform: { filter: { id: /node_modules/ }, handler: (code) => ({ code, map: { mappings: '' } }) },
}

/** Loaded for tests only, because it prints a notice. */
async function workersRuntime(mode: string): Promise<PluginOption> {
  if (mode !== 'test') return undefined
  const { cloudflareTest } = await import('@cloudflare/vitest-pool-workers')
  return cloudflareTest({
    main: `${here}/worker/index.ts`,
    wrangler: { configPath: `${here}/wrangler.toml`, environment: 'dashboard' },
  })
}

/** Chromium with the app's screens. All files share one page, which loads the app once. */
async function browserTests(mode: string) {
  if (mode !== 'test') return []
  const { playwright } = await import('@vitest/browser-playwright')
  const { CHROMIUM_ARGUMENTS, findChromium } = await import('./tests/dev/ensure-tools.ts')
  const executablePath = process.env.TINPROOF_CHROMIUM ?? findChromium()
  const provider = playwright({
    launchOptions: { args: CHROMIUM_ARGUMENTS, ...(executablePath && { executablePath }) },
    contextOptions: { reducedMotion: 'reduce' },
  })
  const project = {
    root: here,
    plugins: [react(), tailwindcss()],
    // Only deep tests load these. Vite would find them after the page has loaded, and reload it.
    optimizeDeps: { include: ['@upstash/redis/cloudflare', 'react-dom/server'] },
    test: {
      name: 'browser',
      include: ['tests/web/components/*.test.tsx'],
      isolate: false,
      restoreMocks: true,
      unstubGlobals: true,
      browser: {
        enabled: true,
        fileParallelism: false,
        headless: true,
        screenshotFailures: false,
        connectTimeout: 300_000,
        provider,
        instances: [{ browser: 'chromium' as const }],
        viewport: { width: 1440, height: 900 },
      },
      ...groups.others,
      ...patience,
    },
  }
  return [project]
}

/** The Worker's packages, each bundled once with all paths that it imports: loading their modules one by one takes longer. */
const bundledPackages = [
  '@cloudflare/workers-oauth-provider',
  '@hono/zod-validator',
  '@modelcontextprotocol/client',
  '@modelcontextprotocol/sdk/client/index.js',
  '@modelcontextprotocol/sdk/client/streamableHttp.js',
  '@modelcontextprotocol/server',
  '@neondatabase/serverless',
  '@upstash/ratelimit',
  '@upstash/redis/cloudflare',
  'client-zip',
  'drizzle-orm',
  'drizzle-orm/errors',
  'drizzle-orm/neon-http',
  'drizzle-orm/neon-serverless',
  'drizzle-orm/pg-core',
  'drizzle-orm/relations',
  'hono',
  'hono/body-limit',
  'hono/cookie',
  'hono/cors',
  'hono/factory',
  'hono/http-exception',
  'hono/quick',
  'hono/route',
  'hono/secure-headers',
  'hono/utils/accept',
  'hono/utils/ipaddr',
  'hono/utils/url',
  'jose',
  'jose/base64url',
  'otpauth/bare',
  'saxes',
  'zod',
  'zod/mini',
]

/** Each thread loads the Worker, and its tests often wait for I/O. The in-memory Redis shares one process with the other fakes. */
async function maxWorkers(mode: string): Promise<number> {
  if (mode !== 'test') return 1
  const { hasRedis } = await import('./tests/dev/ensure-tools.ts')
  return hasRedis() ? 3 : 2
}

/** Files that load the Worker for many isolates take minutes, so they start first. */
async function sequence(mode: string) {
  if (mode !== 'test') return {}
  const { BaseSequencer } = await import('vitest/node')
  const rank = ({ moduleId }: TestSpecification) => (moduleId.includes('/tests/worker/quota/') ? 0 : 1)
  class LongestFirst extends BaseSequencer {
    override async sort(files: TestSpecification[]) {
      return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other))
    }
  }
  return { sequencer: LongestFirst }
}

/**
 * Each thread loads what it tests, so the quick tests in Node.js have one thread, and run first. The deep ones wait for
 * generators most of the time, so they run beside the others.
 */
const isDeep = process.argv.includes('--tags-filter=deep')
const groups = isDeep
  ? { node: {}, others: {} }
  : { node: { maxWorkers: 1, sequence: { groupOrder: 0 } }, others: { sequence: { groupOrder: 1 } } }

/**
 * For tests that hang: loading the Worker for five isolates takes minutes on a busy machine. Nothing is retried: the tests
 * of a file share a database, so a second run would fail with what the first one left, and hide why that failed.
 */
const patience = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 120_000 } },
}

export default defineConfig(async ({ mode }) => ({
  root: `${here}/web`,
  plugins: [
    react(),
    tailwindcss(),
    preloadFirst,
    shareCard,
    appPaths,
    unknownPaths,
    mode !== 'test' && publicDocs(),
  ],
  build: {
    outDir: `${here}/dist/web`,
    emptyOutDir: true,
    manifest: true,
    // The browsers of this target preload modules by themselves.
    modulePreload: { polyfill: false },
    // The content security policy in _headers forbids data: URLs.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: [`${here}/web/index.html`, `${here}/web/${DOCS_SCRIPT}`, `${here}/web/${STATUS_SCRIPT}`],
      treeshake: {
        // A screen that needs a contract's constants shouldn't load its schemas and zod.
        moduleSideEffects: [
          { test: /\/worker\/.+\/contract\.ts$|\/web\/[^/]+\/index\.ts$/, sideEffects: false },
        ],
      },
      output: { codeSplitting: { groups: chunks } },
    },
    target: 'es2023',
  },
  test: {
    root: here,
    globalSetup: ['tests/dev/global-setup.ts'],
    // The Worker logs every request.
    silent: 'passed-only' as const,
    tags: [{ name: 'deep', description: 'Takes long: run by `npm run test:deep`.' }],
    maxWorkers: await maxWorkers(mode),
    sequence: await sequence(mode),
    projects: [
      {
        root: here,
        test: {
          name: 'node',
          include: ['tests/{tin,docs,web,fakes,dev,client}/**/*.test.ts'],
          environment: 'node',
          pool: 'threads',
          // Starting Node.js and loading the modules again for each file takes as long as the tests.
          isolate: false,
          ...groups.node,
          ...patience,
        },
      },
      {
        root: here,
        plugins: [await workersRuntime(mode), packagesWithoutMaps],
        test: {
          name: 'worker',
          include: ['tests/worker/**/*.test.ts'],
          setupFiles: ['tests/worker/setup.ts'],
          // Loading the Worker again for each file takes as long as the tests.
          isolate: false,
          deps: { optimizer: { ssr: { enabled: true, include: bundledPackages } } },
          ...groups.others,
          ...patience,
        },
      },
      ...(await browserTests(mode)),
    ],
  },
}))
