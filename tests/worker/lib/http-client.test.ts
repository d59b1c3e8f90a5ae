import { afterEach, describe, expect, it, vi } from 'vitest'
import { FetchError, fetchText } from '#worker/lib/http-client.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

/** Answers every request with that body. */
function respond(body: BodyInit | null, init?: ResponseInit) {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => new Response(body, init))
  vi.stubGlobal('fetch', fetch)
  return fetch
}
const codeOf = (error: unknown) => (error instanceof FetchError ? error.code : error)

describe('fetchText', () => {
  it('returns status, media type and text', async () => {
    respond('grün', { status: 404, headers: { 'Content-Type': 'Application/JSON; charset=utf-8' } })
    expect(await fetchText('https://register.test', { timeout: 1_000 })).toMatchObject({
      status: 404,
      type: 'application/json',
      text: 'grün',
    })
  })

  it('returns an empty text for a response without a body', async () => {
    respond(null, { status: 204 })
    expect(await fetchText('https://register.test', { timeout: 1_000 })).toMatchObject({ type: '', text: '' })
  })

  it('follows no redirect', async () => {
    const fetch = respond('')
    await fetchText('https://register.test', { timeout: 1_000 })
    expect(fetch.mock.calls[0]?.[1]?.redirect).toBe('manual')
  })

  it('reads 256 kB and no more', async () => {
    respond('x'.repeat(256 * 1024))
    expect((await fetchText('https://register.test', { timeout: 1_000 })).text).toHaveLength(256 * 1024)
    respond('x'.repeat(256 * 1024 + 1))
    const error = await fetchText('https://register.test', { timeout: 1_000 }).catch(codeOf)
    expect(error).toBe('TOO_LARGE')
  })

  it('can cut off a longer text, and one whose end never comes', async () => {
    respond(
      new ReadableStream({
        start(controller) {
          for (const size of [100, 4_096]) controller.enqueue(new Uint8Array(size).fill(120))
        },
      }),
    )
    const limits = { timeout: 1_000, maxBytes: 4_096, cutsOff: true }
    expect((await fetchText('https://register.test', limits)).text).toHaveLength(4_096)
    let parts = 0
    respond(
      new ReadableStream({
        pull(controller) {
          if (parts++ === 0) controller.enqueue(new TextEncoder().encode('O'))
          else controller.error(new Error('aborted'))
        },
      }),
    )
    expect(await fetchText('https://register.test', limits)).toMatchObject({ status: 200, text: 'O' })
  })

  it('says TIMEOUT when the time is up, and UNREACHABLE for any other failure', async () => {
    const hang: typeof globalThis.fetch = (_, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new Error('aborted')))
      })
    vi.stubGlobal('fetch', hang)
    expect(await fetchText('https://register.test', { timeout: 10 }).catch(codeOf)).toBe('TIMEOUT')
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('refused')))
    expect(await fetchText('https://register.test', { timeout: 1_000 }).catch(codeOf)).toBe('UNREACHABLE')
  })
})
