import { migrate } from '#db/migrate.ts'
import { cloud } from '#tests/fakes/client.ts'
import { type Settings, startCloud } from '#tests/fakes/start.ts'
import { serveApart } from './child-process.ts'

/** What the worker tests are given; see global-setup.ts. */
export interface WorkerWorld {
  readonly cloudUrl: string
  readonly databaseTemplate: string
  readonly workerSettings: Settings
}

await serveApart<WorkerWorld>(async () => {
  const world = await startCloud({})
  try {
    const control = cloud(world.url)
    await control.createDatabase('template')
    await migrate(world.databaseUrl('template'))
    await control.createDatabase('test', 'template')
    const ready = { cloudUrl: world.url, databaseTemplate: 'template', workerSettings: world.env('test') }
    return { ready, stop: () => world.stop() }
  } catch (error) {
    await world.stop()
    throw error
  }
})
