import { hc } from 'hono/client'
import type { AppType } from '#worker/app.ts'
import { ApiError, type ErrorCode, endsSession, NetworkError } from './api-error.ts'
import { localStore } from './storage.ts'

const TIMEOUT_MS = 60_000

/** Written after every change, for the other tabs of the browser. */
export const LAST_CHANGE = 'lastChange'

let onEnded: (() => void) | undefined
let hasEnded = false

export function onSessionEnded(handler: () => void): () => void {
  onEnded = handler
  return () => {
    onEnded = undefined
  }
}

export function sessionBegan(): void {
  hasEnded = false
}

export function endSession(): void {
  if (hasEnded) return
  hasEnded = true
  onEnded?.()
}

let onRefused: (() => void) | undefined

/** Somebody has changed what the user may do in the organization, or removed them from it. */
export function onAccessRefused(handler: () => void): () => void {
  onRefused = handler
  return () => {
    onRefused = undefined
  }
}

const showsChangedAccess: readonly (ErrorCode | undefined)[] = [
  'ORGANIZATION_NOT_FOUND',
  'ORGANIZATION_SUSPENDED',
  'ROLE_TOO_LOW',
]

async function fetchWithTimeout(
  input: RequestInfo | URL,
  init: RequestInit,
  timeoutMs: number,
): Promise<Response> {
  const timeout = AbortSignal.timeout(timeoutMs)
  const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout
  try {
    return await fetch(input, { credentials: 'same-origin', ...init, signal })
  } catch (error) {
    if (init.signal?.aborted) throw error
    throw new NetworkError(error)
  }
}

/** For a body that isn't JSON. Throws ApiError, NetworkError. */
export async function send(
  input: RequestInfo | URL,
  init: RequestInit = {},
  timeoutMs = TIMEOUT_MS,
): Promise<Response> {
  const response = await fetchWithTimeout(input, init, timeoutMs)
  const isChange = init.method !== undefined && init.method !== 'GET'
  if (response.ok) {
    if (isChange) localStore.write(LAST_CHANGE, String(Date.now()))
    return response
  }
  const error = new ApiError(response.status, await response.text(), response.statusText)
  if (endsSession(error) && (isChange || input !== '/api/user')) endSession()
  if (showsChangedAccess.includes(error.code)) onRefused?.()
  throw error
}

export const { api } = hc<AppType>('/', { fetch: send, headers: { Accept: 'application/json' } })

/** The server requires header, query and body to name the same organization. */
export const organizationHeader = (organizationId: string) => ({ 'x-organization-id': organizationId })

export const inBody = <Body extends object>(organizationId: string, body: Body) => ({
  header: organizationHeader(organizationId),
  json: { ...body, organizationId },
})

/** hc doesn't encode path parameters. */
export const pathParam = (value: string | number) => encodeURIComponent(value)
