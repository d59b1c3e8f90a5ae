import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { api, onSessionEnded, organizationHeader, sessionBegan } from '#web/lib/api-client.ts'
import { ApiError, errorText, NetworkError } from '#web/lib/api-error.ts'
import { attempt } from '#web/lib/attempt.ts'
import { queries } from '#web/lib/queries.ts'
import { recheckUser } from '#web/lib/session.ts'
import { fetchQuery } from '#web/lib/swr.ts'
import { toast } from '#web/ui/toast.tsx'

const answer = (status: number, body?: unknown) =>
  vi.fn(async (_path: string, _init: RequestInit) =>
    status === 204 ? new Response(null, { status }) : Response.json(body, { status }),
  )

const serve = (status: number, body?: unknown) => {
  const fetch = answer(status, body)
  vi.stubGlobal('fetch', fetch)
  return fetch
}

/** Whether the page preloaded what is read. */
const preload = (link: { remove: () => void } | null) =>
  vi.stubGlobal('document', { querySelector: () => link })

beforeEach(() => preload(null))
afterEach(() => vi.unstubAllGlobals())

describe('a non-OK response', () => {
  const body = { message: 'Token name must be at least 3 characters', code: 'INVALID_INPUT', requestId: 'r1' }

  it('becomes an error whose text is the status code, a colon and the body', async () => {
    serve(422, body)
    await expect(queries.tokens('org_a').read()).rejects.toThrow(`422: ${JSON.stringify(body)}`)
  })

  it('has the status, code, details and user-facing message', () => {
    const error = new ApiError(
      422,
      JSON.stringify({ ...body, details: [{ path: 'name', message: 'short' }] }),
    )
    expect(error).toMatchObject({ status: 422, code: 'INVALID_INPUT', requestId: 'r1' })
    expect(error.details).toEqual([{ path: 'name', message: 'short' }])
    expect(errorText(error)).toBe(body.message)
  })

  it('uses the status text without a body, and the fallback without a message', () => {
    const error = new ApiError(502, '', 'Bad Gateway')
    expect(error.message).toBe('502: Bad Gateway')
    expect(errorText(error, 'Login failed')).toBe('Login failed')
    expect(errorText(new ApiError(502, '<html>'), 'Login failed')).toBe('Login failed')
  })
})

describe('a request', () => {
  it('sends its organization in x-organization-id and its body as JSON', async () => {
    const fetch = serve(204)
    await api.organization['remove-member'].$delete({
      header: organizationHeader('org_a'),
      json: { userId: 7 },
    })
    const [path, init] = fetch.mock.calls[0] ?? []
    const headers = new Headers(init?.headers)
    expect([init?.method, path]).toEqual(['DELETE', '/api/organization/remove-member'])
    expect(headers.get('x-organization-id')).toBe('org_a')
    expect(headers.get('content-type')).toBe('application/json')
    expect(headers.get('accept')).toBe('application/json')
    expect(init?.body).toBe('{"userId":7}')
    expect(init?.credentials).toBe('same-origin')
  })

  it('encodes path parameters and names its organization in the query', async () => {
    const fetch = serve(200, {})
    await queries.resetCooldown('a/b@example.test').read()
    await queries.organization('org_a').read()
    expect(fetch.mock.calls.map(([path, init]) => [init.method, path])).toEqual([
      ['GET', '/api/auth/reset-cooldown/a%2Fb%40example.test'],
      ['GET', '/api/organization?organizationId=org_a'],
    ])
    expect(queries.organization('org_a').key).toBe('/api/organization?organizationId=org_a')
  })

  it('passes init to fetch, such as a cache mode', async () => {
    const fetch = serve(200, {})
    await queries.registers.read()
    await queries.registers.read({ cache: 'reload' })
    expect(fetch.mock.calls.map(([, init]) => init.cache)).toEqual([undefined, 'reload'])
  })

  it.each([
    [403, 'ORGANIZATION_NEEDS_TWO_FACTOR'],
    [503, 'UNAVAILABLE'],
  ])('reads a preloaded failure once more (%i %s)', async (status, code) => {
    const remove = vi.fn()
    preload({ remove })
    const fetch = serve(status, { message: 'Refused.', code })
    await expect(fetchQuery(queries.tokens('org_a'))).rejects.toBeInstanceOf(ApiError)
    expect(fetch.mock.calls.map(([, init]) => init.cache)).toEqual([undefined, 'reload'])
    expect(remove).toHaveBeenCalledOnce()
  })

  it('reads a failure once if the page did not preload it', async () => {
    const fetch = serve(503, { message: 'Refused.', code: 'UNAVAILABLE' })
    await expect(fetchQuery(queries.tokens('org_a'))).rejects.toBeInstanceOf(ApiError)
    expect(fetch).toHaveBeenCalledOnce()
  })

  it('throws NetworkError without a response', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')))
    await expect(queries.user.read()).rejects.toBeInstanceOf(NetworkError)
  })

  it('throws NetworkError after a minute without a response', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort())
    vi.stubGlobal('fetch', async (_path: string, { signal }: RequestInit) => signal?.throwIfAborted())
    await expect(queries.user.read()).rejects.toBeInstanceOf(NetworkError)
    expect(timeout).toHaveBeenCalledWith(60_000)
    timeout.mockRestore()
  })
})

describe('401', () => {
  const ended = vi.fn()
  let stop = () => {}

  beforeEach(() => {
    ended.mockClear()
    sessionBegan()
    stop = onSessionEnded(ended)
  })
  afterEach(() => stop())

  it('for the user means no user, not an error', async () => {
    const fetch = serve(401, { message: 'Sign in to continue.', code: 'NOT_SIGNED_IN' })
    vi.stubGlobal('document', { cookie: 'disabled=; __Host-has-session=1' })
    expect(await fetchQuery(queries.user)).toBeNull()
    expect(document.cookie).toMatch(/^__Host-has-session=; Max-Age=0/)
    expect(fetch).toHaveBeenCalledOnce()
    expect(ended).not.toHaveBeenCalled()
  })

  it('ends the session for a change, which shows no failure besides', async () => {
    serve(401, { message: 'Sign in to continue.', code: 'NOT_SIGNED_IN' })
    const failed = vi.spyOn(toast, 'error')
    await attempt('Failed to change name', () => api.user.$patch({ json: { firstName: 'Ada' } }))
    expect(ended).toHaveBeenCalledOnce()
    expect(failed).not.toHaveBeenCalled()
  })

  it('is not caused for somebody without a session', async () => {
    const fetch = serve(401, { message: 'Sign in to continue.', code: 'NOT_SIGNED_IN' })
    vi.stubGlobal('document', { cookie: 'disabled=; x-has-session=1' })
    expect(await fetchQuery(queries.user)).toBeNull()
    expect(fetch).not.toHaveBeenCalled()
  })

  it('for the organization means no session, not an error', async () => {
    serve(401, { message: 'Sign in to continue.', code: 'NOT_SIGNED_IN' })
    vi.stubGlobal('document', { cookie: '' })
    expect(await fetchQuery(queries.organization('org_a'))).toBeNull()
  })

  it('for anything else ends the session once, even for several calls', async () => {
    serve(401, { message: 'Sign in to continue.', code: 'NOT_SIGNED_IN' })
    await expect(fetchQuery(queries.tokens('org_a'))).rejects.toBeInstanceOf(ApiError)
    await expect(fetchQuery(queries.activity('org_a'))).rejects.toBeInstanceOf(ApiError)
    await expect(fetchQuery(queries.organizations)).rejects.toBeInstanceOf(ApiError)
    expect(ended).toHaveBeenCalledTimes(1)
  })

  it('ends the next session too, which another tab began', async () => {
    serve(401, { message: 'Sign in to continue.', code: 'NOT_SIGNED_IN' })
    await expect(fetchQuery(queries.tokens('org_a'))).rejects.toBeInstanceOf(ApiError)
    await recheckUser()
    await expect(fetchQuery(queries.tokens('org_a'))).rejects.toBeInstanceOf(ApiError)
    expect(ended).toHaveBeenCalledTimes(2)
  })

  it('for a wrong password does not end the session', async () => {
    serve(401, { message: 'The email address or password is wrong.', code: 'INVALID_CREDENTIALS' })
    await expect(api.login.$post({ json: { email: '', password: '' } })).rejects.toBeInstanceOf(ApiError)
    expect(ended).not.toHaveBeenCalled()
  })

  it.each(['TOKEN_EXPIRED', 'INVALID_TOKEN'])(
    'for the API token of a validation does not end the session: %s',
    async (code) => {
      serve(401, { message: 'This API token has expired.', code })
      const call = api.tinproof.validate.$post({ json: { countryCode: 'DE', tin: '136695976' } })
      await expect(call).rejects.toBeInstanceOf(ApiError)
      expect(ended).not.toHaveBeenCalled()
    },
  )
})
