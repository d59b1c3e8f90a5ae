import { afterEach, expect, it, vi } from 'vitest'
import { ApiError } from '#web/lib/api-error.ts'
import { confirmed, onConfirmationNeeded } from '#web/lib/confirmation.ts'

const refusal = () => new ApiError(403, JSON.stringify({ code: 'CONFIRMATION_REQUIRED' }))
const done = { status: 204 }

let stop: (() => void) | undefined
afterEach(() => stop?.())

function answering(isConfirmed: boolean) {
  const asked = vi.fn((answer: (isConfirmed: boolean) => void) => answer(isConfirmed))
  stop = onConfirmationNeeded(asked)
  return asked
}

it('does not ask if the server does not', async () => {
  const asked = answering(true)
  expect(await confirmed(async () => done)).toBe(done)
  expect(asked).not.toHaveBeenCalled()
})

it('asks and tries again', async () => {
  const asked = answering(true)
  const action = vi.fn(async () => done).mockRejectedValueOnce(refusal())
  expect(await confirmed(action)).toBe(done)
  expect([asked.mock.calls.length, action.mock.calls.length]).toEqual([1, 2])
})

it('does not try again if the user cancels', async () => {
  answering(false)
  const action = vi.fn(async () => done).mockRejectedValueOnce(refusal())
  expect(await confirmed(action)).toBeUndefined()
  expect(action).toHaveBeenCalledTimes(1)
})

it.each([
  ['another refusal', new ApiError(403, JSON.stringify({ code: 'ROLE_TOO_LOW' }))],
  ['a failure', new TypeError('network')],
])('passes on %s without asking', async (_what, error) => {
  const asked = answering(true)
  await expect(confirmed(() => Promise.reject(error))).rejects.toBe(error)
  expect(asked).not.toHaveBeenCalled()
})

it('passes on the refusal of the second try', async () => {
  answering(true)
  await expect(confirmed(() => Promise.reject(refusal()))).rejects.toBeInstanceOf(ApiError)
})
