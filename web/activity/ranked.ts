import type { OutcomeCounts } from '#worker/activity/contract.ts'
import { callsOf } from './chart-scale.ts'

/** `share` is the length of the bar: the first one is 1. `percent` is of all calls. */
export type Ranked = { key: string; name: string; to?: string; calls: number; share: number; percent: string }

export function rankedOf<Each extends { counts: OutcomeCounts }>(
  all: readonly Each[],
  describe: (each: Each) => Pick<Ranked, 'key' | 'name' | 'to'>,
): Ranked[] {
  const counts = all.map((each) => callsOf(each.counts))
  const total = counts.reduce((sum, calls) => sum + calls, 0)
  const most = Math.max(1, ...counts)
  return all.map((each, index) => {
    const calls = counts[index] ?? 0
    return { ...describe(each), calls, share: calls / most, percent: percentOf(calls, total) }
  })
}

/** Never "0%" for a count above 0. */
function percentOf(calls: number, total: number): string {
  const percent = Math.round((calls / Math.max(1, total)) * 100)
  return percent === 0 && calls > 0 ? '<1%' : `${percent}%`
}
