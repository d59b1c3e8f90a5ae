import { execFileSync } from 'node:child_process'
import { cpSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'

const root = join(import.meta.dirname, '..')
const source = join(root, 'worker/npm-client')
const exampleOrigin = 'https://app.tinproof.example'

export async function buildClient(folder: string, origin: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  await bundleClient(folder)
  const emit = ['--composite', 'false', '--declaration', '--emitDeclarationOnly']
  execFileSync(join(root, 'node_modules/.bin/tsc'), ['-p', source, '--outDir', join(folder, 'esm'), ...emit])
  cpSync(join(folder, 'esm'), join(folder, 'cjs'), {
    recursive: true,
    filter: (file) => !file.endsWith('.js'),
  })
  writeFileSync(join(folder, 'cjs/package.json'), '{ "type": "commonjs" }\n')
  for (const file of ['package.json', 'LICENSE']) cpSync(join(source, file), join(folder, file))
  writeFileSync(join(folder, 'README.md'), readme())
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = join(folder, name)
    if (!statSync(file).isFile()) continue
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(exampleOrigin, origin))
  }
}

function readme(): string {
  const { description } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'))
  const guide = readFileSync(join(root, 'worker/docs/guides/client.md'), 'utf8')
  const text = guide.replace(/^---\n.*?\n---\n/s, `# tinproof\n\n${description}\n\n`)
  return text.replaceAll('](/', `](${exampleOrigin}/`)
}

export async function bundleClient(folder: string): Promise<void> {
  const bundle = (entry: string, outfile: string, format: 'esm' | 'cjs') =>
    build({
      absWorkingDir: source,
      entryPoints: [entry],
      outfile: join(folder, outfile),
      format,
      bundle: true,
      target: 'es2022',
      charset: 'utf8',
      external: ['node:*'],
      logLevel: 'silent',
    })
  await Promise.all([
    bundle('index.ts', 'esm/index.js', 'esm'),
    bundle('index.ts', 'cjs/index.js', 'cjs'),
    bundle('cli.ts', 'cli.js', 'esm'),
  ])
}

export function configuredOrigin(): string {
  const [, deployed = ''] =
    /^APP_ORIGIN = "(.+)"$/m.exec(readFileSync(join(root, 'wrangler.toml'), 'utf8')) ?? []
  return new URL(process.env.APP_ORIGIN || deployed).origin
}

if (import.meta.main) await buildClient(join(root, 'dist/client'), configuredOrigin())
