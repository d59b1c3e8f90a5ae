import type { TestProject } from 'vitest/node'
import { migrate } from '#db/migrate.ts'
import { cloud } from './client.ts'
import { type Settings, startCloud } from './cloud.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Base URL for `cloud()` of client.ts. */
    cloudUrl: string
    /** Name of a migrated, empty database to copy: `createDatabase(name, databaseTemplate)`. */
    databaseTemplate: string
    /** The Worker's settings in the namespace `test`; see `settingsFor` of client.ts. */
    workerSettings: Settings
  }
}

/** One outside world for all worker tests; each test file takes its own namespace of it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const world = await startCloud({})
  try {
    const control = cloud(world.url)
    await control.createDatabase('template')
    await migrate(world.databaseUrl('template'))
    await control.createDatabase('test', 'template')
    project.provide('cloudUrl', world.url)
    project.provide('databaseTemplate', 'template')
    project.provide('workerSettings', world.env('test'))
  } catch (error) {
    await world.stop()
    throw error
  }
  return () => world.stop()
}
