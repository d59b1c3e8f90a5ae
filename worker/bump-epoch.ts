import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Sets CACHE_EPOCH in a wrangler.toml to the time in UTC, which no release has used, whichever is checked out. */
export function bumpEpoch(config: string, now: Date): string {
  const epoch = now.toISOString().replaceAll(/\D/g, '').slice(0, 14)
  const bumped = config.replaceAll(/^CACHE_EPOCH = ".*"$/gm, `CACHE_EPOCH = "${epoch}"`)
  if (bumped === config) throw new Error('wrangler.toml has no CACHE_EPOCH')
  return bumped
}

if (import.meta.main) {
  const file = join(import.meta.dirname, '../wrangler.toml')
  writeFileSync(file, bumpEpoch(readFileSync(file, 'utf8'), new Date()))
  console.log(
    'Changed CACHE_EPOCH in wrangler.toml. Commit it. `npm run deploy` makes it live: what Redis has cached is then forgotten.',
  )
}
