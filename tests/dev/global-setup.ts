import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import type { Settings } from '#tests/fakes/start.ts'
import { startChildProcess } from './child-process.ts'
import type { FakesForWorker } from './fakes-process.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Base URL for `fakesClient()` of client.ts. */
    fakesUrl: string
    /** Name of a migrated, empty database to copy: `createDatabase(name, databaseTemplate)`. */
    databaseTemplate: string
    /** The Worker's settings in the namespace `test`; `settingsFor` of client.ts moves them to another. */
    workerSettings: Settings
    /** Whether times are measured: `npm run bench:accounts` and `bench:registers`, for a machine that does nothing else. */
    bench: boolean
  }
}

/** One set of fakes for all Worker tests. Each test file uses its own namespace. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const fakes = await startChildProcess<FakesForWorker>(join(import.meta.dirname, 'fakes-process.ts'))
  project.provide('fakesUrl', fakes.ready.fakesUrl)
  project.provide('databaseTemplate', fakes.ready.databaseTemplate)
  project.provide('workerSettings', fakes.ready.workerSettings)
  project.provide('bench', process.env.BENCH === '1')
  return () => fakes.stop()
}
