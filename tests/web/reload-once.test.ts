import { describe, expect, it, vi } from 'vitest'
import { readFile } from '#web/batches/read-source.ts'
import { lazyComponent } from '#web/lib/lazy-component.tsx'
import { reloadOnce } from '#web/ui/reload-once.ts'

const gone = new Error('Failed to fetch dynamically imported module')

function browser({ isReachable = true, keeps = true } = {}) {
  const stored = new Map<string, string>()
  const page = {
    time: 1_800_000_000_000,
    now: () => page.time,
    storage: () => {
      if (!keeps) throw new Error('The operation is insecure.')
      return { getItem: (key: string) => stored.get(key) ?? null, setItem: stored.set.bind(stored) }
    },
    isReachable: async () => {
      if (!isReachable) throw new TypeError('Failed to fetch')
      return true
    },
    reload: vi.fn(),
  }
  return page
}

const settled = (promise: Promise<unknown>) =>
  Promise.race([
    promise.then(
      () => 'done',
      (error: unknown) => error,
    ),
    new Promise((resolve) => setTimeout(resolve, 20, 'waiting')),
  ])

describe('a chunk of an earlier release', () => {
  it('reloads the page and renders nothing until then', async () => {
    const page = browser()
    expect(await settled(reloadOnce(gone, page))).toBe('waiting')
    expect(page.reload).toHaveBeenCalledOnce()
  })

  it('throws right after a reload, and reloads again later', async () => {
    const page = browser()
    await settled(reloadOnce(gone, page))
    page.time += 59_000
    expect(await settled(reloadOnce(gone, page))).toBe(gone)
    page.time += 1_000
    expect(await settled(reloadOnce(gone, page))).toBe('waiting')
    expect(page.reload).toHaveBeenCalledTimes(2)
  })

  it.each([
    ['the site cannot be reached', { isReachable: false }],
    ['the browser keeps nothing', { keeps: false }],
  ])('is an error when %s', async (_, options) => {
    const page = browser(options)
    expect(await settled(reloadOnce(gone, page))).toBe(gone)
    expect(page.reload).not.toHaveBeenCalled()
  })

  it('reloads the page when it was to read a workbook', async () => {
    const { storage, reload } = browser()
    vi.doMock('fflate', () => Promise.reject(gone))
    vi.stubGlobal('sessionStorage', storage())
    vi.stubGlobal('location', { reload })
    const workbook = new File(['PK'], 'customers.xlsx')
    vi.stubGlobal('fetch', async () => Promise.reject(gone))
    await expect(readFile(workbook)).rejects.toThrow(
      "Part of this page didn't load. Check your connection and choose the file again.",
    )
    vi.stubGlobal('fetch', async () => new Response())
    expect(await settled(readFile(workbook))).toBe('waiting')
    await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce())
    vi.unstubAllGlobals()
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
