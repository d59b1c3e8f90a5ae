import { type OutcomeCounts, outcomes } from '#worker/activity/contract.ts'

const MAX_STEPS = 4

function stepFor(highest: number): number {
  const size = 10 ** Math.floor(Math.log10(highest / MAX_STEPS))
  const step = [1, 2, 5, 10].map((times) => times * size).find((each) => highest / each <= MAX_STEPS)
  return Math.max(1, step ?? highest)
}

/** At most five ticks, in steps of 1, 2 or 5 times a power of ten. */
export function axisTicks(highest: number): readonly number[] {
  const step = stepFor(Math.max(1, highest))
  const steps = Math.max(1, Math.ceil(highest / step))
  return Array.from({ length: steps + 1 }, (_, index) => index * step)
}

export const callsOf = (counts: OutcomeCounts): number =>
  outcomes.reduce((sum, outcome) => sum + counts[outcome], 0)
