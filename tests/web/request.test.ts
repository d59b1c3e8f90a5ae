import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError, errorText, NetworkError } from '#web/lib/api-error.ts'
import { onSessionEnded, request, sessionBegan } from '#web/lib/request.ts'
import { fetcher } from '#web/lib/swr.ts'

const answer = (status: number, body?: unknown) =>
  vi.fn(async (_path: string, _init: RequestInit) =>
    status === 204 ? new Response(null, { status }) : Response.json(body, { status }),
  )

const serve = (status: number, body?: unknown) => {
  const fetch = answer(status, body)
  vi.stubGlobal('fetch', fetch)
  return fetch
}

afterEach(() => vi.unstubAllGlobals())

describe('a non-OK answer', () => {
  const body = { message: 'Token name must be at least 3 characters', code: 'INVALID_INPUT', requestId: 'r1' }

  it('becomes an error whose text is the status code, a colon and the body', async () => {
    serve(422, body)
    await expect(request('/api/tokens')).rejects.toThrow(`422: ${JSON.stringify(body)}`)
  })

  it('carries status, code, details and the sentence for the reader', () => {
    const error = new ApiError(
      422,
      JSON.stringify({ ...body, details: [{ path: 'name', message: 'short' }] }),
    )
    expect(error).toMatchObject({ status: 422, code: 'INVALID_INPUT', requestId: 'r1' })
    expect(error.details).toEqual([{ path: 'name', message: 'short' }])
    expect(errorText(error)).toBe(body.message)
  })

  it('has the status text when there is no body, and the fallback when there is no sentence', () => {
    const error = new ApiError(502, '', 'Bad Gateway')
    expect(error.message).toBe('502: Bad Gateway')
    expect(errorText(error, 'Login failed')).toBe('Login failed')
    expect(errorText(new ApiError(502, '<html>'), 'Login failed')).toBe('Login failed')
  })
})

describe('a call', () => {
  it('sends its organization in x-organization-id and its body as JSON', async () => {
    const fetch = serve(200, { ok: true })
    await request('/api/tokens', { method: 'POST', body: { name: 'CI' }, organizationId: 'org_a' })
    const init = fetch.mock.calls[0]?.[1]
    const headers = new Headers(init?.headers)
    expect(headers.get('x-organization-id')).toBe('org_a')
    expect(headers.get('content-type')).toBe('application/json')
    expect(init?.body).toBe('{"name":"CI"}')
  })

  it('takes what the browser kept of an answer, unless it is asked anew', async () => {
    const fetch = serve(200, {})
    await request('/api/tinproof/registers')
    await request('/api/tinproof/registers', { cache: 'reload' })
    expect(fetch.mock.calls.map(([, init]) => init.cache)).toEqual([undefined, 'reload'])
  })

  it('answers undefined for 204', async () => {
    serve(204)
    expect(await request('/api/logout', { method: 'POST' })).toBeUndefined()
  })

  it('tells no answer at all from an error of the server', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')))
    await expect(request('/api/user')).rejects.toBeInstanceOf(NetworkError)
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

  it('of the user means no user, not an error', async () => {
    serve(401, { message: 'Sign in to continue.', code: 'NOT_SIGNED_IN' })
    expect(await fetcher('/api/user')).toBeNull()
    expect(ended).not.toHaveBeenCalled()
  })

  it('of the organization means no session, not an error', async () => {
    serve(401, { message: 'Sign in to continue.', code: 'NOT_SIGNED_IN' })
    expect(await fetcher('/api/organization?organizationId=org_a')).toBeNull()
  })

  it('of anything else ends the session once, however many calls answer so', async () => {
    serve(401, { message: 'Sign in to continue.', code: 'NOT_SIGNED_IN' })
    const calls = [
      '/api/tokens?organizationId=a',
      '/api/activity?organizationId=a',
      '/api/user/organizations',
    ]
    for (const call of calls) await expect(fetcher(call)).rejects.toBeInstanceOf(ApiError)
    expect(ended).toHaveBeenCalledTimes(1)
  })

  it('of a wrong password ends nothing', async () => {
    serve(401, { message: 'The e-mail address or the password is wrong.', code: 'INVALID_CREDENTIALS' })
    await expect(request('/api/login', { method: 'POST', body: {} })).rejects.toBeInstanceOf(ApiError)
    expect(ended).not.toHaveBeenCalled()
  })

  it.each(['TOKEN_EXPIRED', 'INVALID_TOKEN'])(
    'of the API token that a validation was made with ends nothing: %s',
    async (code) => {
      serve(401, { message: 'This API token has expired.', code })
      const call = request('/api/tinproof/validate', { method: 'POST', body: {} })
      await expect(call).rejects.toBeInstanceOf(ApiError)
      expect(ended).not.toHaveBeenCalled()
    },
  )
})
