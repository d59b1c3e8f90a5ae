import { type ActivityDay, outcomes } from '#worker/activity/contract.ts'

/** All calls of a day, refused ones too. */
export const callsOf = (day: ActivityDay): number => outcomes.reduce((sum, outcome) => sum + day[outcome], 0)
