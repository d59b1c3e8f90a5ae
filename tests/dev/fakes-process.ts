import { migrate } from '#db/migrate.ts'
import { fakesClient } from '#tests/fakes/client.ts'
import { type Settings, startFakes } from '#tests/fakes/start.ts'
import { hashPassword } from '#worker/accounts/passwords/password.ts'
import { runAsChildProcess } from './child-process.ts'
import { PASSWORD } from './create-account.ts'

export interface FakesForWorker {
  readonly fakesUrl: string
  readonly databaseTemplate: string
  readonly workerSettings: Settings
  /** Of `PASSWORD`. */
  readonly passwordHash: string
}

await runAsChildProcess<FakesForWorker>(async () => {
  const fakes = await startFakes({})
  try {
    const control = fakesClient(fakes.url)
    await control.createDatabase('template')
    await migrate(fakes.databaseUrl('template'))
    await control.createDatabase('test', 'template')
    // `npm run bench:accounts` measures the cost of production.
    const workerSettings = fakes.env('test', process.env.BENCH === '1' ? {} : { WEAK_PASSWORD_HASHES: 'on' })
    const ready = {
      fakesUrl: fakes.url,
      databaseTemplate: 'template',
      workerSettings,
      passwordHash: await hashPassword(workerSettings, PASSWORD),
    }
    return { ready, stop: () => fakes.stop() }
  } catch (error) {
    await fakes.stop()
    throw error
  }
})
