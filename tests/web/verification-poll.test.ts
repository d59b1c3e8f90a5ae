import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { POLL_EVERY_MS, pollVerification } from '#web/accounts/verification-poll.ts'

class Page extends EventTarget {
  hidden = false
  show(isShown: boolean) {
    this.hidden = !isShown
    this.dispatchEvent(new Event('visibilitychange'))
  }
}

let page: Page

beforeEach(() => {
  vi.useFakeTimers()
  page = new Page()
  vi.stubGlobal('document', page)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const turns = (count: number) => vi.advanceTimersByTimeAsync(count * POLL_EVERY_MS)

it('asks every 5 seconds until the address is verified, and says so once', async () => {
  const ask = vi.fn(async () => ask.mock.calls.length === 3)
  const onVerified = vi.fn()
  pollVerification({ ask, onVerified })
  expect(POLL_EVERY_MS).toBe(5000)
  await turns(2)
  expect(ask).toHaveBeenCalledTimes(2)
  expect(onVerified).not.toHaveBeenCalled()
  await turns(5)
  expect(ask).toHaveBeenCalledTimes(3)
  expect(onVerified).toHaveBeenCalledOnce()
})

it('never asks twice at once: the button waits for the question under way', async () => {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const ask = vi.fn(() => promise)
  const poll = pollVerification({ ask, onVerified: vi.fn() })
  await turns(4)
  expect(ask).toHaveBeenCalledOnce()
  const checked = poll.check()
  expect(ask).toHaveBeenCalledOnce()
  resolve(true)
  expect(await checked).toBe(true)
  await turns(3)
  expect(ask).toHaveBeenCalledOnce()
})

it('goes on after a question that failed, which the button tells', async () => {
  const ask = vi.fn(() => Promise.reject(new Error('no answer')))
  const poll = pollVerification({ ask, onVerified: vi.fn() })
  await expect(poll.check()).rejects.toThrow('no answer')
  await turns(2)
  expect(ask).toHaveBeenCalledTimes(3)
})

it('rests while nobody looks, and asks at once when somebody comes back', async () => {
  const ask = vi.fn(async () => false)
  pollVerification({ ask, onVerified: vi.fn() })
  page.show(false)
  await turns(10)
  expect(ask).not.toHaveBeenCalled()
  page.show(true)
  expect(ask).toHaveBeenCalledOnce()
  await turns(1)
  expect(ask).toHaveBeenCalledTimes(2)
})

it('is over when it is stopped, whatever is still under way', async () => {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const ask = vi.fn(() => promise)
  const onVerified = vi.fn()
  const poll = pollVerification({ ask, onVerified })
  await turns(1)
  poll.stop()
  resolve(true)
  page.show(true)
  await turns(3)
  expect(ask).toHaveBeenCalledOnce()
  expect(onVerified).not.toHaveBeenCalled()
})
