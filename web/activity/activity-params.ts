import { acceptsDay, acceptsNumber, pathWith, useList } from '#web/lib/page-params.ts'
import { paths } from '#web/paths.ts'
import { type UsageRange, usageRanges } from '#worker/activity/contract.ts'

const MAX_ENDPOINT = 200
const MAX_ID = 2_147_483_647

export const activityList = {
  path: paths.activity,
  params: {
    status: acceptsNumber(100, 599),
    endpoint: (text: string) => text.length <= MAX_ENDPOINT && !/\p{Cc}/u.test(text),
    token: acceptsNumber(1, MAX_ID),
    day: acceptsDay,
    before: acceptsNumber(),
    range: (text: string) => usageRanges.some((range) => range === text),
  },
  cursor: 'before',
  view: ['range'],
} as const

export const useActivityList = () => useList(activityList)
export type ActivityList = ReturnType<typeof useActivityList>

const USUAL_RANGE = '30d'

export const rangeOf = ({ range }: { range?: string | undefined }): UsageRange =>
  usageRanges.find((each) => each === range) ?? USUAL_RANGE

export const rangeParam = (range: UsageRange) => (range === USUAL_RANGE ? undefined : range)

export const callsOfTokenPath = (token: number, range: UsageRange): string =>
  pathWith(paths.activity, { token, range: rangeParam(range) })
