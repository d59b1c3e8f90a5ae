import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import type { Settings } from '#tests/fakes/start.ts'
import { startApart } from './child-process.ts'
import type { WorkerWorld } from './fakes-process.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Base URL for `cloud()` of client.ts. */
    cloudUrl: string
    /** Name of a migrated, empty database to copy: `createDatabase(name, databaseTemplate)`. */
    databaseTemplate: string
    /** The Worker's settings in the namespace `test`; `settingsFor` of client.ts moves them to another. */
    workerSettings: Settings
    /** Whether times are measured: `npm run bench:accounts` and `bench:registers`, for a machine that does nothing else. */
    bench: boolean
  }
}

/** One outside world for all worker tests; each test file takes its own namespace of it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const world = await startApart<WorkerWorld>(join(import.meta.dirname, 'fakes-process.ts'))
  project.provide('cloudUrl', world.ready.cloudUrl)
  project.provide('databaseTemplate', world.ready.databaseTemplate)
  project.provide('workerSettings', world.ready.workerSettings)
  project.provide('bench', process.env.BENCH === '1')
  return () => world.stop()
}
