import { paths } from '#web/paths.ts'
import { type QueueQuery, queueQuerySchema } from '#worker/support/contract.ts'

/** Invalid parameters are ignored. */
export function parseQueueParams(query: URLSearchParams): QueueQuery {
  const { state, search, after } = queueQuerySchema.shape
  return {
    state: state.safeParse(query.get('state') ?? undefined).data,
    search: search.safeParse(query.get('search') || undefined).data,
    after: after.safeParse(query.get('after') ?? undefined).data,
  }
}

/** With `request`, one request of this list. */
export function queuePath(list: QueueQuery, request?: string): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...list, request })) {
    if (value !== undefined && value !== '') query.set(name, String(value))
  }
  return query.size === 0 ? paths.adminSupport : `${paths.adminSupport}?${query}`
}
