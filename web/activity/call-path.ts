import { pathWith } from '#web/lib/page-params.ts'
import { paths } from '#web/paths.ts'

const ofList = ['status', 'endpoint', 'token', 'day', 'before', 'range'] as const

/** A call, open on top of the list that `query` describes. Without the schemas, which the dashboard doesn't load. */
export const callPath = (query: URLSearchParams, requestId: string): string =>
  pathWith(paths.activity, {
    ...Object.fromEntries(ofList.map((name) => [name, query.get(name)])),
    call: requestId,
  })
