import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const release = join(import.meta.dirname, '../../worker/release-client.ts')

/** Packs the npm package for an origin and installs it in an empty folder, without a network. */
export async function installClient(folder: string, origin: string): Promise<void> {
  const env = { ...process.env, APP_ORIGIN: origin }
  await run(process.execPath, [release, '--dry-run'], { cwd: folder, env })
  await run('npm', ['init', '--yes'], { cwd: folder })
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', './tinproof-1.0.0.tgz'], {
    cwd: folder,
  })
}
