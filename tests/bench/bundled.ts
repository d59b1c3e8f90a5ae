import { join } from 'node:path'
import { build } from 'esbuild'

const root = join(import.meta.dirname, '../..')

/** A module, by its path or its text, with its imports. Bundled and minified by esbuild, which also bundles the Worker. */
export async function bundled(entry: string | { contents: string }): Promise<string> {
  const { outputFiles } = await build({
    ...(typeof entry === 'string'
      ? { entryPoints: [join(root, entry)] }
      : { stdin: { ...entry, resolveDir: root } }),
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2024',
    write: false,
    logLevel: 'error',
  })
  return outputFiles[0]?.text ?? ''
}
