import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { bundled } from './bench/bundled.ts'

/** Holds the sizes that people wait for: kB of 1,000 bytes, gzipped. Run after `npm run build`. */
const MAX_WORKER = 250
const MAX_FIRST_LOAD = 130
const MAX_ENGINE = 60

type Chunk = { file: string; imports?: string[]; dynamicImports?: string[]; isEntry?: boolean; src?: string }

const root = join(import.meta.dirname, '..')
const gzipped = (text: string | Buffer) => gzipSync(text, { level: 9 }).length / 1000
const kilobytes = (file: string) => gzipped(readFileSync(join(root, 'dist', file)))

/** The scripts that the browser loads to show a screen: the entry's and the screen's, with all they import. */
function firstLoad(screen: string): string[] {
  const manifest = JSON.parse(readFileSync(join(root, 'dist/web/.vite/manifest.json'), 'utf8')) as Record<
    string,
    Chunk
  >
  const start = Object.keys(manifest).filter((key) => manifest[key]?.isEntry || key === screen)
  if (start.length < 2)
    throw new Error(`${screen} is not a chunk of its own: ${Object.keys(manifest).join(' ')}`)
  const keys = new Set<string>()
  const visit = (key: string) => {
    if (keys.has(key)) return
    keys.add(key)
    for (const next of manifest[key]?.imports ?? []) visit(next)
  }
  for (const key of start) visit(key)
  return [...keys].flatMap((key) => manifest[key]?.file ?? []).filter((file) => file.endsWith('.js'))
}

const checks = [
  { what: 'engine', size: gzipped(await bundled('worker/tin/index.ts')), max: MAX_ENGINE },
  { what: 'Worker', size: kilobytes('worker/index.js'), max: MAX_WORKER },
  {
    what: 'first load of /auth',
    size: firstLoad('accounts/auth-page.tsx').reduce((sum, file) => sum + kilobytes(`web/${file}`), 0),
    max: MAX_FIRST_LOAD,
  },
]

for (const { what, size, max } of checks) {
  console.log(`${what}: ${size.toFixed(1)} kB gzipped, ${max} at most`)
  if (size >= max) process.exitCode = 1
}
