import { afterEach, describe, expect, it, vi } from 'vitest'
import { readFile } from '#web/batches/read-source.ts'
import { lazyComponent } from '#web/lib/lazy-component.tsx'
import { reloadOnce } from '#web/ui/reload-once.ts'

const gone = new Error('Failed to fetch dynamically imported module')

/** A tab of a browser. Returns its function to reload. */
function browser({ isReachable = true, keeps = true } = {}) {
  const stored = new Map<string, string>()
  const getItem = (key: string) => {
    if (!keeps) throw new Error('The operation is insecure.')
    return stored.get(key) ?? null
  }
  const reload = vi.fn()
  vi.stubGlobal('sessionStorage', { getItem, setItem: stored.set.bind(stored) })
  vi.stubGlobal('location', { reload })
  vi.stubGlobal('fetch', async () => (isReachable ? new Response() : Promise.reject(gone)))
  return reload
}
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const settled = (promise: Promise<unknown>) =>
  Promise.race([
    promise.then(
      () => 'done',
      (error: unknown) => error,
    ),
    new Promise((resolve) => setTimeout(resolve, 20, 'waiting')),
  ])

describe('a chunk of an earlier release', () => {
  it('reloads the page and renders nothing until then, and again a minute later', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const reload = browser()
    expect(await settled(reloadOnce(gone))).toBe('waiting')
    expect(reload).toHaveBeenCalledOnce()
    vi.setSystemTime(Date.now() + 59_000)
    expect(await settled(reloadOnce(gone))).toBe(gone)
    vi.setSystemTime(Date.now() + 1_000)
    expect(await settled(reloadOnce(gone))).toBe('waiting')
    expect(reload).toHaveBeenCalledTimes(2)
  })

  it.each([
    ['the site cannot be reached', { isReachable: false }],
    ['the browser keeps nothing', { keeps: false }],
  ])('is an error when %s', async (_, options) => {
    const reload = browser(options)
    expect(await settled(reloadOnce(gone))).toBe(gone)
    expect(reload).not.toHaveBeenCalled()
  })

  it('reloads the page when it was to read a workbook', async () => {
    vi.doMock('fflate', () => Promise.reject(gone))
    const workbook = new File(['PK'], 'customers.xlsx')
    browser({ isReachable: false })
    await expect(readFile(workbook)).rejects.toThrow(
      "Part of this page didn't load. Check your connection and choose the file again.",
    )
    const reload = browser()
    expect(await settled(readFile(workbook))).toBe('waiting')
    await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce())
    vi.doUnmock('fflate')
  })
})

describe('a lazy component', () => {
  it('loads again after a failure', async () => {
    const Lazy = lazyComponent(vi.fn(async () => () => null).mockRejectedValueOnce(gone))
    await expect(Lazy.load()).rejects.toBe(gone)
    await expect(Lazy.load()).resolves.toBeUndefined()
  })

  it('ignores failures while preloading', async () => {
    const Lazy = lazyComponent(vi.fn().mockRejectedValue(gone))
    await expect(Lazy.preload()).resolves.toBeUndefined()
  })
})
