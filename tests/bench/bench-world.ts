import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { startChildProcess } from '#tests/dev/child-process.ts'
import type { FakesForWorker } from '#tests/dev/fakes-process.ts'
import { temporaryFolder } from '#tests/dev/processes.ts'
import { fakesClient, settingsFor } from '#tests/fakes/client.ts'
import type { Settings } from '#tests/fakes/start.ts'
import type { Call } from './workerd-process.ts'

export const PATH = '/api/tinproof/validate'

/** The fakes in a process of their own, and a folder that is deleted at the end. */
export async function openFakes() {
  const fakes = await startChildProcess<FakesForWorker>(join(import.meta.dirname, '../dev/fakes-process.ts'))
  const { databaseTemplate, workerSettings } = fakes.ready
  const control = fakesClient(fakes.ready.fakesUrl)
  const folder = temporaryFolder()
  return {
    control,
    folder,
    /** Creates a database and an empty Redis. Returns the settings that name them. */
    addNamespace: async (namespace: string): Promise<Settings & { DATABASE_URL: string }> => {
      const settings = settingsFor(workerSettings, namespace)
      await control.createDatabase(namespace, databaseTemplate)
      await control.flushRedis(namespace)
      return { ...settings, DATABASE_URL: settings.DATABASE_URL ?? '' }
    },
    stop: async () => {
      rmSync(folder, { recursive: true, force: true })
      await fakes.stop()
    },
  }
}

/** Prints a figure. The benchmark fails if it is more than `max`. */
export function bound(name: string, figure: number, max: number, unit = ''): void {
  const isWithin = figure <= max
  if (!isWithin) process.exitCode = 1
  console.log(`${isWithin ? 'ok    ' : 'FAILED'}  ${name}: ${figure}${unit && ` ${unit}`}, at most ${max}`)
}

/** A validation, as a server sends it. */
export const validation = (token: string, body: string): Call => ({
  path: PATH,
  headers: {
    Authorization: `Bearer ${token}`,
    'Content-Type': 'application/json',
    'Content-Length': String(body.length),
    'CF-Connecting-IP': '192.0.2.1',
  },
  body,
})
