import type { JobRun } from '#worker/jobs/contract.ts'

export type Problem = { code: string; message: string; advice: string }

type State = 'ok' | 'down'
export type Health = {
  status: State | 'degraded'
  database: State
  redis: State
  /** `down` if it doesn't say how old its calls are. Then `oldestCall` is null. */
  queue: State
  jobs: readonly JobRun[]
  problems: readonly Problem[]
  /** When the oldest call in the queue was sent; null if none waits. */
  oldestCall: string | null
}
