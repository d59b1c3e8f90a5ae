import type { ErrorCode } from '#worker/errors.ts'
import { ApiError, NetworkError } from './api-error.ts'

export type RequestOptions = {
  method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  body?: unknown
  /** Sent as `x-organization-id`. */
  organizationId?: string
  signal?: AbortSignal
  /** `reload`: not what the browser kept of it. */
  cache?: 'reload'
}

let endSession: (() => void) | undefined
let isSessionOver = false

/** `handler` runs once for the first 401 of a session that ended while somebody worked in it. */
export function onSessionEnded(handler: () => void): () => void {
  endSession = handler
  return () => {
    endSession = undefined
  }
}

/** A new session began: the next 401 counts again. */
export function sessionBegan(): void {
  isSessionOver = false
}

function sessionEnded(): void {
  if (isSessionOver) return
  isSessionOver = true
  endSession?.()
}

async function send(path: string, { method, body, organizationId, signal, cache }: RequestOptions) {
  const headers = new Headers({ accept: 'application/json' })
  if (body !== undefined) headers.set('content-type', 'application/json')
  if (organizationId) headers.set('x-organization-id', organizationId)
  try {
    return await fetch(path, {
      method: method ?? 'GET',
      headers,
      credentials: 'same-origin',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
      ...(cache ? { cache } : {}),
    })
  } catch (error) {
    if (signal?.aborted) throw error
    throw new NetworkError(error)
  }
}

/** Refusals of this one call: of a wrong password, and of an API token that a validation was to be made with. */
const endsNothing: readonly (ErrorCode | undefined)[] = [
  'INVALID_CREDENTIALS',
  'TOKEN_EXPIRED',
  'INVALID_TOKEN',
]

/** One call. The answer is trusted to have the contract's shape; 204 is undefined. Throws ApiError or NetworkError. */
export async function request<Answer>(path: string, options: RequestOptions = {}): Promise<Answer> {
  const response = await send(path, options)
  const text = await response.text()
  if (!response.ok) {
    const error = new ApiError(response.status, text, response.statusText)
    if (error.status === 401 && !endsNothing.includes(error.code) && path !== '/api/user') sessionEnded()
    throw error
  }
  return parseAnswer<Answer>(text)
}

// The contract's shape is the Worker's promise: both are built from one tree and its tests hold it.
function parseAnswer<Answer>(text: string): Answer {
  return (text === '' ? undefined : JSON.parse(text)) as Answer
}
