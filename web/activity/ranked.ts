import type { OutcomeCounts } from '#worker/activity/contract.ts'
import { callsOf } from './chart-scale.ts'

/** `share` is of all calls, from 0 to 1; `percent` is its text. */
export type Ranked = { key: string; name: string; to?: string; calls: number; share: number; percent: string }

export function rankedOf<Each extends { counts: OutcomeCounts }>(
  all: readonly Each[],
  describe: (each: Each) => Pick<Ranked, 'key' | 'name' | 'to'>,
): Ranked[] {
  const counts = all.map((each) => callsOf(each.counts))
  const total = counts.reduce((sum, calls) => sum + calls, 0)
  return all.map((each, index) => {
    const calls = counts[index] ?? 0
    const share = calls / total
    return { ...describe(each), calls, share, percent: percentOf(share) }
  })
}

function percentOf(share: number): string {
  const percent = Math.round(share * 100)
  return percent === 0 && share > 0 ? '<1%' : `${percent}%`
}
