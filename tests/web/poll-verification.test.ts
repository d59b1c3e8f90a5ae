import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { POLL_INTERVAL_MS, pollVerification } from '#web/accounts/poll-verification.ts'

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

const turns = (count: number) => vi.advanceTimersByTimeAsync(count * POLL_INTERVAL_MS)

it('checks at once and every 5 seconds until the email is verified, and reports it once', async () => {
  const ask = vi.fn(async () => ask.mock.calls.length === 4)
  const onVerified = vi.fn()
  pollVerification({ ask, onVerified })
  expect(POLL_INTERVAL_MS).toBe(5000)
  expect(ask).toHaveBeenCalledOnce()
  await turns(2)
  expect(ask).toHaveBeenCalledTimes(3)
  expect(onVerified).not.toHaveBeenCalled()
  await turns(5)
  expect(ask).toHaveBeenCalledTimes(4)
  expect(onVerified).toHaveBeenCalledOnce()
})

it('never runs two checks at once: the button waits for the current one', async () => {
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

it('continues after a failed check, which the button reports', async () => {
  const ask = vi.fn(() => Promise.reject(new Error('no answer')))
  const poll = pollVerification({ ask, onVerified: vi.fn() })
  await expect(poll.check()).rejects.toThrow('no answer')
  await turns(2)
  expect(ask).toHaveBeenCalledTimes(3)
})

it('pauses while the page is hidden and checks at once when it is shown', async () => {
  const ask = vi.fn(async () => false)
  page.hidden = true
  pollVerification({ ask, onVerified: vi.fn() })
  await turns(10)
  expect(ask).not.toHaveBeenCalled()
  page.show(true)
  expect(ask).toHaveBeenCalledOnce()
  await turns(1)
  expect(ask).toHaveBeenCalledTimes(2)
})

it('does nothing after it is stopped, even with a check in progress', async () => {
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
