import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import type { Settings } from '#tests/fakes/start.ts'
import { startChildProcess } from './child-process.ts'
import type { FakesForWorker } from './fakes-process.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** For `fakesClient()`. */
    fakesUrl: string
    /** A migrated, empty database for `createDatabase(name, databaseTemplate)`. */
    databaseTemplate: string
    /** In the namespace `test`. `settingsFor` changes the namespace. */
    workerSettings: Settings
    /** Of the password of `signUp`'s accounts. */
    passwordHash: string
    /** Whether to measure times: `npm run bench:accounts` and `bench:registers`. */
    bench: boolean
    /** Random histories that the quota is tested with. */
    quotaHistories: number
    /** Of the random calls that a free account makes. */
    growthSeed: number
    /** Random histories that payments are tested with. */
    paymentHistories: number
  }
}

/** One set of fakes for all Worker tests. Each test file uses its own namespace. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const fakes = await startChildProcess<FakesForWorker>(join(import.meta.dirname, 'fakes-process.ts'))
  project.provide('fakesUrl', fakes.ready.fakesUrl)
  project.provide('databaseTemplate', fakes.ready.databaseTemplate)
  project.provide('workerSettings', fakes.ready.workerSettings)
  project.provide('passwordHash', fakes.ready.passwordHash)
  project.provide('bench', process.env.BENCH === '1')
  project.provide('paymentHistories', Number(process.env.PAYMENT_HISTORIES ?? 300))
  project.provide('quotaHistories', Number(process.env.QUOTA_HISTORIES ?? 50))
  project.provide('growthSeed', Number(process.env.GROWTH_SEED ?? Date.now()))
  return () => fakes.stop()
}
