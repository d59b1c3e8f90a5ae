import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildClient, configuredOrigin } from './build-client.ts'

const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean' } } })
const origin = configuredOrigin()
if (new URL(origin).hostname.endsWith('.example')) {
  console.error(`Set APP_ORIGIN in wrangler.toml or the environment: customers can't reach ${origin}.`)
  process.exit(1)
}
const folder = mkdtempSync(join(tmpdir(), 'tinproof-client-'))
await buildClient(folder, origin)
const command = values['dry-run'] ? ['pack'] : ['publish', '--provenance', '--access', 'public']
const { status } = spawnSync('npm', [...command, folder], { stdio: 'inherit' })
rmSync(folder, { recursive: true })
process.exit(status ?? 1)
