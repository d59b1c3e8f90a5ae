import * as z from 'zod'
import { FetchError, fetchText } from '#worker/lib/http-client.ts'
import { logLine } from '#worker/lib/log.ts'
import { readJson } from '#worker/lib/read-json.ts'

const READ_TIMEOUT_MS = 4_000
/** A change that charges a card takes Paddle seconds. */
const WRITE_TIMEOUT_MS = 15_000
/** A page has 50 subscriptions with custom data, which browsers set. */
const MAX_BYTES = 8 * 1024 * 1024

export type PaddleConnection = { url: string; apiKey: string }

type Failure = 'UNREACHABLE' | 'UNREADABLE' | 'REFUSED' | 'NOT_FOUND' | 'RATE_LIMITED'

/** `reason` is Paddle's own error code, such as `subscription_locked_renewal`. */
export class PaddleFailed extends Error {
  readonly code: Failure
  readonly reason: string | undefined

  constructor(code: Failure, options: { reason?: string | undefined; cause?: unknown } = {}) {
    super(`Paddle failed: ${code} ${options.reason ?? ''}`.trim(), { cause: options.cause })
    this.name = 'PaddleFailed'
    this.code = code
    this.reason = options.reason
  }
}

type Request = { method?: 'GET' | 'POST' | 'PATCH'; path: string; body?: object }

/** The answer's `data`, with names in camelCase. Throws PaddleFailed. */
export async function paddleRequest<Schema extends z.ZodType>(
  connection: PaddleConnection,
  schema: Schema,
  request: Request,
): Promise<z.output<Schema>> {
  const answer = z.object({ data: z.unknown() }).safeParse(await send(connection, request))
  const parsed = schema.safeParse(answer.data?.data)
  if (!parsed.success) throw new PaddleFailed('UNREADABLE', { cause: parsed.error })
  return parsed.data
}

const errorSchema = z.object({ error: z.object({ code: z.string().regex(/^\w{1,80}$/) }) })

async function send({ url, apiKey }: PaddleConnection, { method = 'GET', path, body }: Request) {
  const response = await fetchText(`${url.replace(/\/$/, '')}${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${apiKey}`,
      Accept: 'application/json',
      'Paddle-Version': '1',
      ...(body && { 'Content-Type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
    maxBytes: MAX_BYTES,
    timeout: method === 'GET' ? READ_TIMEOUT_MS : WRITE_TIMEOUT_MS,
  }).catch((cause: unknown) => {
    const reason = cause instanceof FetchError ? cause.code : undefined
    throw new PaddleFailed('UNREACHABLE', { reason, cause })
  })
  const answer = inCamelCase(readJson(response.text))
  if (response.status >= 200 && response.status < 300 && answer !== undefined) return answer
  const reason = errorSchema.safeParse(answer).data?.error.code
  throw new PaddleFailed(failureOf(response.status, reason), { reason })
}

function failureOf(status: number, reason: string | undefined): Failure {
  if (status === 429) return 'RATE_LIMITED'
  // A proxy's error page is no answer of Paddle.
  if (status >= 500 || reason === undefined) return 'UNREACHABLE'
  return status === 404 ? 'NOT_FOUND' : 'REFUSED'
}

function inCamelCase(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(inCamelCase)
  const entries = Object.entries(value).map(([name, one]) => [
    name.replace(/_([a-z\d])/g, (_, letter: string) => letter.toUpperCase()),
    inCamelCase(one),
  ])
  return Object.fromEntries(entries)
}

const pageSchema = z.object({
  data: z.array(z.unknown()),
  meta: z.object({ pagination: z.object({ hasMore: z.boolean() }) }),
})

type Page<T> = { entries: T[]; isLast: boolean }

/** Leaves out entries that we can't read, and logs how many. `isLast` is false on the page before which `maxPages` ends the list. Throws PaddleFailed. */
export async function* paddlePages<Schema extends z.ZodType>(
  connection: PaddleConnection,
  schema: Schema,
  { path, query, maxPages }: { path: string; query: Readonly<Record<string, string>>; maxPages: number },
): AsyncGenerator<Page<z.output<Schema>>> {
  const search = new URLSearchParams(query)
  for (let page = 0; page < maxPages; page++) {
    const answer = pageSchema.safeParse(await send(connection, { path: `${path}?${search}` }))
    if (!answer.success) throw new PaddleFailed('UNREADABLE', { cause: answer.error })
    const { data, meta } = answer.data
    const entries = data.flatMap((entry) => schema.safeParse(entry).data ?? [])
    const unreadable = data.length - entries.length
    if (unreadable > 0) logLine('error', 'records of Paddle that we cannot read', { path, unreadable })
    const isLast = !meta.pagination.hasMore
    yield { entries, isLast }
    if (isLast) return
    const last = z.object({ id: z.string() }).safeParse(data.at(-1))
    if (!last.success) throw new PaddleFailed('UNREADABLE', { cause: last.error })
    search.set('after', last.data.id)
  }
}
