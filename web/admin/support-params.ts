import { pathWith, readParam } from '#web/lib/page-params.ts'
import { paths } from '#web/paths.ts'
import { type QueueQuery, queueQuerySchema } from '#worker/support/contract.ts'

const { shape } = queueQuerySchema

export const parseQueueParams = (query: URLSearchParams): QueueQuery => ({
  state: readParam(query, 'state', shape.state),
  search: readParam(query, 'search', shape.search),
  after: readParam(query, 'after', shape.after),
})

export const queuePath = (list: QueueQuery, request?: string): string =>
  pathWith(paths.adminSupport, { ...list, request })
