import { pathWith, readDay, readNumber } from '#web/lib/page-params.ts'
import { paths } from '#web/paths.ts'
import { type ActivityFilter, type UsageRange, usageRanges } from '#worker/activity/contract.ts'

export type ActivityParams = {
  filter: ActivityFilter
  before: number | undefined
  range: UsageRange
}

const MAX_ENDPOINT = 200
const MAX_ID = 2_147_483_647

export function parseActivityParams(query: URLSearchParams): ActivityParams {
  const endpoint = query.get('endpoint') ?? ''
  const isEndpoint = endpoint !== '' && endpoint.length <= MAX_ENDPOINT && !/\p{Cc}/u.test(endpoint)
  return {
    filter: {
      status: readNumber(query, 'status', { min: 100, max: 599 }),
      endpoint: isEndpoint ? endpoint : undefined,
      tokenId: readNumber(query, 'token', { max: MAX_ID }),
      day: readDay(query, 'day'),
    },
    before: readNumber(query, 'before'),
    range: usageRanges.find((each) => each === query.get('range')) ?? '30d',
  }
}

type Place = { before?: number | undefined; range?: UsageRange }

export const activityPath = (
  { status, endpoint, tokenId, day }: ActivityFilter,
  { before, range = '30d' }: Place = {},
): string =>
  pathWith(paths.activity, {
    status,
    endpoint,
    token: tokenId,
    day,
    before,
    range: range === '30d' ? undefined : range,
  })
