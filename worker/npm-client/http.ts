import { completeFile } from './complete-file.ts'
import {
  ConnectionError,
  errorOf,
  foreign,
  readJson,
  requestIdOf,
  ServerError,
  TimeoutError,
  TinproofError,
} from './error.ts'
import { type ApiPromise, apiPromise, type WithResponse } from './promises.ts'

export type ClientOptions = {
  /** Required. `undefined` is allowed as a type, because environment variables have it. */
  token: string | undefined
  /** URL of the API, for a proxy or a test server. */
  baseUrl?: string | undefined
  /** For one attempt with its response, in milliseconds. 10,000 by default. Uploads and downloads have 300,000. */
  timeout?: number | undefined
  /** How often a call is retried after a timeout, a lost connection, a rate limit or a 5xx response. 2 by default. `wait` and `listen` have 10. */
  maxRetries?: number | undefined
  /** Receives a line for each attempt, without tokens and numbers. Standard error with `TINPROOF_LOG=debug`. */
  logger?: { debug: (message: string) => void } | undefined
  /** `globalThis.fetch` by default. */
  fetch?: typeof fetch | undefined
}

/** The last argument of each method. */
export type CallOptions = {
  /** Stops the call, which then throws the signal's reason. */
  signal?: AbortSignal | undefined
  /** Overrides the client's. */
  timeout?: number | undefined
  /** Overrides the client's. */
  maxRetries?: number | undefined
  /** 1 to 255 ASCII characters. By default the client makes one for each validation, new batch and new monitor. */
  idempotencyKey?: string | undefined
}

type Call = CallOptions & {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  query?: Readonly<Record<string, string | number | boolean | undefined>>
  json?: unknown
  /** In place of `json`. A stream can be sent only once, so there is no retry. */
  body?: { type: string; content: string | Blob | ReadableStream<Uint8Array> }
  headers?: Readonly<Record<string, string>>
  isIdempotent?: boolean
  isStream?: boolean
  /** An error that shows, on a retry, that an earlier attempt did the work. The data is then undefined. */
  doneCode?: string
  /** A longer `Retry-After` ends the call. */
  longestDelay?: number
}

export const DEFAULT_URL = 'https://app.tinproof.example'
export const VERSION = '1.0.0'
const DEFAULT_TIMEOUT = 10_000
const FILE_TIMEOUT = 300_000
const DEFAULT_RETRIES = 2
const WAIT_RETRIES = 10
/** Of the first retry, doubled for the next. A random half is left out. */
const FIRST_DELAY_MS = 500
const LONGEST_BACKOFF_MS = 8_000
const LONGEST_DELAY_MS = 30_000
export const LONGEST_WAIT_DELAY_MS = 3_600_000
/** A longer timer ends at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

const retryable = new Set([408, 500, 502, 503, 504])
const retryableCodes = new Set([
  'RATE_LIMITED',
  'IDEMPOTENCY_KEY_IN_USE',
  'BODY_INCOMPLETE',
  'TIMEOUT',
  'UNREACHABLE',
  'INVALID_RESPONSE',
])

/** A wait can take hours, so neither an outage of less than a minute nor a pause of up to an hour ends it. */
export const waitCall = (options: CallOptions): Call => ({
  ...options,
  maxRetries: options.maxRetries ?? WAIT_RETRIES,
  longestDelay: LONGEST_WAIT_DELAY_MS,
})

export const fileCall = (options: CallOptions): CallOptions => ({
  ...options,
  timeout: options.timeout ?? FILE_TIMEOUT,
})

export type Http = <Data>(path: readonly string[], call?: Call) => ApiPromise<Data>

/** Without a token, only public calls succeed. */
export function createHttp(options: Omit<ClientOptions, 'token'> & { token: string | null }): Http {
  const { token, logger = loggerOfEnvironment() } = options
  const baseUrl = options.baseUrl || DEFAULT_URL
  const fetchIt = options.fetch ?? globalThis.fetch

  async function send<Data>(path: readonly string[], call: Call): Promise<WithResponse<Data>> {
    const { method = 'GET' } = call
    const url = urlOf(baseUrl, path, call)
    const request = { fetchIt, url, headers: headersOf(call, token) }
    const timeout = call.timeout ?? options.timeout ?? DEFAULT_TIMEOUT
    const isOnce = call.body?.content instanceof ReadableStream
    const { longestDelay = LONGEST_DELAY_MS } = call
    const maxRetries = isOnce ? 0 : (call.maxRetries ?? options.maxRetries ?? DEFAULT_RETRIES)
    let lost: TinproofError | undefined
    for (let attempt = 0; ; attempt++) {
      const start = Date.now()
      const log = (outcome: string | number, requestId: string | null, next = '') => {
        logger?.debug(
          `${method} ${url.pathname}: ${outcome} in ${Date.now() - start} ms, request ID ${requestId}.${next}`,
        )
      }
      try {
        const answer = await attemptCall<Data>(request, call, { timeout, isRetry: attempt > 0 })
        log(answer.response.status, answer.requestId)
        return answer
      } catch (error) {
        if (!(error instanceof TinproofError)) throw error
        const { status, code, requestId, retryAfter } = error
        const delay = delayOf(error, attempt)
        const isLast =
          attempt >= maxRetries || !isRetryable(error) || (retryAfter ?? 0) * 1_000 > longestDelay
        const next = isLast ? '' : ` Retrying in ${Math.round(delay)} ms.`
        log(`${status ?? 'no response,'} ${code}`, requestId, next)
        if (isLast) {
          error.cause ??= lost
          throw error
        }
        if (isLost(error)) lost = error
        await sleep(delay, call.signal)
      }
    }
  }
  return (path, call = {}) => apiPromise(send(path, call))
}

function urlOf(baseUrl: string, path: readonly string[], { query = {} }: Call): URL {
  // These would lead to another call.
  if (path.some((part) => /^\.{0,2}$/.test(part))) throw new TypeError('An ID is required.')
  const parts = path.map((part) => encodeURIComponent(part))
  const url = new URL(`${baseUrl.replace(/\/$/, '')}/api/tinproof/${parts.join('/')}`)
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, String(value))
  }
  return url
}

function headersOf(call: Call, token: string | null): Headers {
  const headers = new Headers({ Accept: 'application/json', ...call.headers })
  if (token !== null) headers.set('Authorization', `Bearer ${token}`)
  const agent = userAgent()
  if (agent) headers.set('User-Agent', agent)
  const type = call.body?.type ?? (call.json === undefined ? undefined : 'application/json')
  if (type) headers.set('Content-Type', type)
  const key = call.idempotencyKey ?? (call.isIdempotent ? crypto.randomUUID() : undefined)
  if (key === undefined) return headers
  if (!/^[\x20-\x7e]{1,255}$/.test(key))
    throw new TypeError('idempotencyKey must have 1 to 255 ASCII characters.')
  headers.set('Idempotency-Key', key)
  return headers
}

/** Browsers and Workers send their own. */
function userAgent(): string | undefined {
  const versions = globalThis.process?.versions
  if (!versions?.node) return undefined
  const runtime = ['bun', 'deno'].find((name) => versions[name]) ?? 'node'
  return `tinproof/${VERSION} ${runtime}/${versions[runtime]}`
}

function loggerOfEnvironment(): ClientOptions['logger'] {
  // Deno would ask the user for permission.
  const isOn = !('Deno' in globalThis) && globalThis.process?.env?.TINPROOF_LOG === 'debug'
  return isOn ? { debug: console.error } : undefined
}

type Request = { fetchIt: typeof fetch; url: URL; headers: Headers }

/** With the body: a cut or stalled one is a failed attempt, too. */
async function attemptCall<Data>(
  { fetchIt, url, headers }: Request,
  { method = 'GET', json, body, signal, isStream, doneCode }: Call,
  { timeout, isRetry }: { timeout: number; isRetry: boolean },
): Promise<WithResponse<Data>> {
  const deadline = AbortSignal.timeout(timeout)
  const content = body?.content ?? (json === undefined ? undefined : JSON.stringify(json))
  const init = {
    method,
    headers,
    // The API sends none, and a POST that follows one can become a GET.
    redirect: 'manual' as const,
    signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
    ...(content !== undefined && { body: content }),
    // Node requires this for streams.
    ...(content instanceof ReadableStream && { duplex: 'half' }),
  }
  try {
    const response = await fetchIt(url, init)
    const requestId = requestIdOf(response.headers)
    const answer = (data: unknown, read = response) => ({ data: data as Data, response: read, requestId })
    if (response.status === (method === 'DELETE' ? 204 : 304)) return answer(undefined)
    const file = response.ok && isStream ? await fileOf(response, signal) : undefined
    if (file) return answer(file, file)
    if (response.ok) return answer(await jsonOf(response))
    const error = await errorOf(response)
    if (isRetry && error.code === doneCode) return answer(undefined)
    throw error
  } catch (error) {
    if (error instanceof TinproofError || signal?.aborted) throw error
    if (deadline.aborted)
      throw new TimeoutError("The API didn't respond in time.", { status: null, code: 'TIMEOUT' }, error)
    throw new ConnectionError("The API couldn't be reached.", { status: null, code: 'UNREACHABLE' }, error)
  }
}

/** Each of the API's answers has values. */
async function jsonOf(response: Response): Promise<unknown> {
  const data = await readJson(response)
  if (data && Object.keys(data).length > 0) return data
  throw foreign(response)
}

/** A proxy's page must not become a file. */
async function fileOf(response: Response, signal: AbortSignal | undefined): Promise<Response> {
  if (!response.headers.get('Content-Type')?.startsWith('text/html')) return completeFile(response, signal)
  await response.body?.cancel()
  throw foreign(response)
}

/** The API may have done it. */
export const isLost = (error: TinproofError): boolean =>
  error instanceof ConnectionError || error instanceof ServerError

const isRetryable = ({ status, code }: TinproofError) =>
  retryableCodes.has(code) || (status !== null && retryable.has(status))

function delayOf({ retryAfter }: TinproofError, attempt: number): number {
  if (retryAfter !== null) return retryAfter * 1_000 + Math.random() * FIRST_DELAY_MS
  return Math.min(FIRST_DELAY_MS * 2 ** attempt, LONGEST_BACKOFF_MS) * (0.5 + Math.random() / 2)
}

export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason)
      return
    }
    const timer = setTimeout(
      () => {
        signal?.removeEventListener('abort', stop)
        resolve()
      },
      Math.min(milliseconds, LONGEST_TIMER_MS),
    )
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', stop, { once: true })
  })
}
