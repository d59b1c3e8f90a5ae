import type { JobRun } from '#worker/jobs/contract.ts'

export type Problem = { code: string; message: string; advice: string }

type State = 'ok' | 'down'
/**
 * `queue` is `down` if it doesn't say how old its calls are. `oldestCall`, the time when the oldest call in it was sent, is
 * then unknown: null, as if none waits.
 */
export type Health = {
  status: State | 'degraded'
  database: State
  redis: State
  queue: State
  jobs: readonly JobRun[]
  problems: readonly Problem[]
  oldestCall: string | null
}
