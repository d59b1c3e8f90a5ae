import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { forgetPath, keepPath, keptPath } from '#web/lib/kept-text.ts'
import { fakeStorage } from './fake-storage.ts'

const newTab = () => vi.stubGlobal('sessionStorage', fakeStorage())

beforeEach(() => {
  vi.stubGlobal('localStorage', fakeStorage())
  newTab()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('is of the tab, and of one that an email opens', () => {
  keepPath('/tokens')
  const first = sessionStorage
  newTab()
  expect(keptPath()).toBe('/tokens')
  keepPath('/batches')
  vi.stubGlobal('sessionStorage', first)
  expect(keptPath()).toBe('/tokens')
})

it('expires after an hour', () => {
  vi.useFakeTimers()
  keepPath('/tokens')
  vi.advanceTimersByTime(59 * 60_000)
  expect(keptPath()).toBe('/tokens')
  vi.advanceTimersByTime(60_000)
  expect(keptPath()).toBeUndefined()
})

it.each(['//evil.example', '/\\evil.example', 'https://evil.example/', 'javascript:alert(1)', ''])(
  'never leads out of the app: %s',
  (path) => {
    keepPath(path)
    expect(keptPath()).toBeUndefined()
  },
)

it('lasts as long as the page in a browser that refuses storage', () => {
  vi.stubGlobal('sessionStorage', undefined)
  vi.stubGlobal('localStorage', undefined)
  keepPath('/tokens')
  expect(keptPath()).toBe('/tokens')
  forgetPath()
  expect(keptPath()).toBeUndefined()
})
