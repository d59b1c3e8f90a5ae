import { pathWith, readParam } from '#web/lib/page-params.ts'
import { paths } from '#web/paths.ts'
import {
  type ActivityFilter,
  activityQuerySchema,
  type UsageRange,
  usageQuerySchema,
} from '#worker/activity/contract.ts'

export type ActivityParams = {
  filter: ActivityFilter
  before: number | undefined
  range: UsageRange
}

const { shape } = activityQuerySchema

export const parseActivityParams = (query: URLSearchParams): ActivityParams => ({
  filter: {
    status: readParam(query, 'status', shape.status),
    endpoint: readParam(query, 'endpoint', shape.endpoint),
    tokenId: readParam(query, 'token', shape.tokenId),
    day: readParam(query, 'day', shape.day),
  },
  before: readParam(query, 'before', shape.before),
  range: readParam(query, 'range', usageQuerySchema.shape.range) ?? '30d',
})

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
