import { join } from 'node:path'
import { build } from 'esbuild'

const root = join(import.meta.dirname, '../..')

/** A module with its imports, bundled and minified by esbuild, which also bundles the Worker. */
export async function bundled(entry: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(root, entry)],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2024',
    write: false,
    logLevel: 'error',
  })
  return outputFiles[0]?.text ?? ''
}
