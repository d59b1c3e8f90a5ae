import { type ActivityDay, outcomes } from '#worker/activity/contract.ts'

const MOST_STEPS = 4

/** The steps that a reader counts in without thinking: 1, 2, 5, 10, 20, 50, … */
function stepFor(highest: number): number {
  const size = 10 ** Math.floor(Math.log10(highest / MOST_STEPS))
  const step = [1, 2, 5, 10].map((times) => times * size).find((each) => highest / each <= MOST_STEPS)
  return Math.max(1, step ?? highest)
}

/** The marks of an axis of counts, from 0 up to the first that is not below `highest`; whole numbers, at most five. */
export function axisTicks(highest: number): readonly number[] {
  const step = stepFor(Math.max(1, highest))
  const steps = Math.max(1, Math.ceil(highest / step))
  return Array.from({ length: steps + 1 }, (_, index) => index * step)
}

/** All calls of a day, refused ones too. */
export const callsOf = (day: ActivityDay): number => outcomes.reduce((sum, outcome) => sum + day[outcome], 0)
