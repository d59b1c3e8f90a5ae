import { errorOf, noResponse, TinproofError } from './error.ts'

export type ClientOptions = {
  /** Required. `undefined` is allowed as a type, because environment variables have it. */
  token: string | undefined
  /** `https://app.tinproof.example` by default. */
  baseUrl?: string
  /** For one attempt, in milliseconds. 10,000 by default. */
  timeout?: number
  /** 2 by default. */
  maxRetries?: number
  fetch?: typeof fetch
}

export type CallOptions = {
  signal?: AbortSignal
  /** In milliseconds. */
  timeout?: number
  /** At most 255 characters. By default the client makes one for each call that creates something or costs quota. */
  idempotencyKey?: string
}

type Call = CallOptions & {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  query?: Readonly<Record<string, string | number | boolean | undefined>>
  json?: unknown
  /** In place of `json`. A stream can be sent only once, so there is no retry. */
  body?: { type: string; content: string | Blob | ReadableStream<Uint8Array> }
  headers?: Readonly<Record<string, string>>
  isIdempotent?: boolean
}

export const DEFAULT_URL = 'https://app.tinproof.example'
const DEFAULT_TIMEOUT = 10_000
const DEFAULT_RETRIES = 2
/** Of the first retry, doubled for the next. A random half is left out. */
const FIRST_DELAY_MS = 500
/** Nobody waits longer for one call. */
const LONGEST_DELAY_MS = 30_000

const retryable = new Set([408, 500, 502, 503, 504])
const retryableCodes = new Set(['RATE_LIMITED', 'IDEMPOTENCY_KEY_IN_USE', 'TIMEOUT', 'UNREACHABLE'])

export type Http = (path: string, call?: Call) => Promise<Response>

export function createHttp(options: ClientOptions): Http {
  const { token, baseUrl = DEFAULT_URL, maxRetries = DEFAULT_RETRIES } = options
  if (!token) throw new TypeError('A token is required: new Tinproof({ token })')
  const fetchIt = options.fetch ?? globalThis.fetch
  return async (path, call = {}) => {
    const url = new URL(`${baseUrl.replace(/\/$/, '')}/api/tinproof${path}`)
    for (const [name, value] of Object.entries(call.query ?? {})) {
      if (value !== undefined) url.searchParams.set(name, String(value))
    }
    const headers = headersOf(call, token)
    const isStream = call.body?.content instanceof ReadableStream
    for (let attempt = 0; ; attempt++) {
      try {
        return await attemptCall(
          fetchIt,
          url,
          call,
          headers,
          call.timeout ?? options.timeout ?? DEFAULT_TIMEOUT,
        )
      } catch (error) {
        const isLast = attempt >= maxRetries || isStream
        if (isLast || !(error instanceof TinproofError) || !isRetryable(error)) throw error
        const delay = delayOf(error, attempt)
        if (delay > LONGEST_DELAY_MS) throw error
        await sleep(delay, call.signal)
      }
    }
  }
}

function headersOf(call: Call, token: string): Headers {
  const headers = new Headers({
    Accept: 'application/json',
    ...call.headers,
    Authorization: `Bearer ${token}`,
  })
  const type = call.body?.type ?? (call.json === undefined ? undefined : 'application/json')
  if (type) headers.set('Content-Type', type)
  const key = call.idempotencyKey ?? (call.isIdempotent ? crypto.randomUUID() : undefined)
  if (key !== undefined) headers.set('Idempotency-Key', key)
  return headers
}

async function attemptCall(
  fetchIt: typeof fetch,
  url: URL,
  { method = 'GET', json, body, signal }: Call,
  headers: Headers,
  timeout: number,
): Promise<Response> {
  const deadline = AbortSignal.timeout(timeout)
  const content = body?.content ?? (json === undefined ? undefined : JSON.stringify(json))
  const init = {
    method,
    headers,
    signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
    ...(content !== undefined && { body: content }),
    // Node requires this for streams.
    ...(content instanceof ReadableStream && { duplex: 'half' }),
  }
  let response: Response
  try {
    response = await fetchIt(url, init)
  } catch (error) {
    if (signal?.aborted) throw error
    throw noResponse(deadline.aborted ? 'TIMEOUT' : 'UNREACHABLE', error)
  }
  if (response.ok || response.status === 304) return response
  throw await errorOf(response)
}

const isRetryable = ({ status, code }: TinproofError) =>
  retryableCodes.has(code) || (status !== null && retryable.has(status))

function delayOf({ retryAfter }: TinproofError, attempt: number): number {
  if (retryAfter !== null) return retryAfter * 1_000 + Math.random() * FIRST_DELAY_MS
  return FIRST_DELAY_MS * 2 ** attempt * (0.5 + Math.random() / 2)
}

/** Rejects with the signal's reason. */
export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason)
      return
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, milliseconds)
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', stop, { once: true })
  })
}

/** The caller names the type of the JSON: the API's types are checked where it is built. */
export const readJson = async <Json>(response: Promise<Response>): Promise<Json> => (await response).json()
