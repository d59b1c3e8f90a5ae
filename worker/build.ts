import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'

const root = join(import.meta.dirname, '..')

/** The entry file of each Worker. `main` in wrangler.toml names their folders in `dist/worker/`. */
export const entries = { api: 'api.ts', dashboard: 'index.ts', status: 'status.ts' } as const

export const MAIN_MODULE = 'index.mjs'

/**
 * In several modules: V8 would parse code behind `import()` twice. It compiles all of them at the start, used or not, so
 * their whole size counts. Throws esbuild's BuildFailure.
 */
export async function buildWorkers(folder: string): Promise<void> {
  await Promise.all(Object.entries(entries).map(([name, entry]) => buildWorker(join(folder, name), entry)))
}

async function buildWorker(folder: string, entry: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [join('worker', entry)],
    outdir: folder,
    entryNames: 'index',
    chunkNames: 'chunk-[hash]',
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    target: 'es2024',
    charset: 'utf8',
    conditions: ['workerd', 'worker', 'browser'],
    external: ['node:*', 'cloudflare:*'],
    define: { 'process.env.NODE_ENV': '"production"', 'navigator.userAgent': '"Cloudflare-Workers"' },
    metafile: true,
    logLevel: 'silent',
  })
  await writeFile(join(folder, 'meta.json'), JSON.stringify(metafile))
}

if (import.meta.main) await buildWorkers(join(root, 'dist/worker'))
