import { expect, it } from 'vitest'
import { openWorker } from '#tests/worker/harness.ts'
import { catchFailure } from '#worker/registers/answers.ts'
import { createRegisterHttp } from '#worker/registers/register-http.ts'
import { registerById } from './case.ts'

const hmrc = registerById('hmrc')

const HELD = '553557881'
/** Is answered only to a token that has not been used before. */
const PICKY = '900000009'
/** Is answered to no token. */
const CLOSED = '900000004'

const worker = await openWorker('hmrc_token')

async function ask(compact: string) {
  const http = createRegisterHttp(worker.context(), hmrc, Date.now() + 4_000)
  return catchFailure(() => hmrc.lookUp(http, { identifier: 'GB.VAT', compact, requester: null }))
}

/** How many calls a request makes, the token's among them. */
async function callsFor(compact: string): Promise<number> {
  const before = await calls()
  await ask(compact)
  return (await calls()) - before
}

const calls = async () => (await worker.fakes.registerTally(worker.namespace, 'hmrc')).calls

it.each(['html', 'empty', 'cut', 'down', 'throttled', 'redirect', 'deep', 'notfound'] as const)(
  'takes %s for no token',
  async (mode) => {
    await worker.setRegister('hmrc', mode, { times: 1 })
    const answer = await ask(HELD)
    await worker.setRegister('hmrc', 'normal')
    expect(answer.kind).toBe('no-answer')
    expect(await worker.redis('EXISTS', 'register:shared:hmrc:token')).toBe(0)
  },
)

it('asks for no token while it has one', async () => {
  expect(await callsFor(HELD)).toBe(2)
  expect(await callsFor(HELD)).toBe(1)
})

it('asks once for another token when its own is not taken', async () => {
  expect(await callsFor(PICKY)).toBe(3)
  expect(await callsFor(HELD)).toBe(1)
})

it('gives up when the other token is not taken either', async () => {
  expect(await callsFor(CLOSED)).toBe(3)
})

it('keeps a token until five minutes before its end', async () => {
  const seconds = Number(await worker.redis('TTL', 'register:shared:hmrc:token'))
  expect(seconds).toBeGreaterThan(14_000)
  expect(seconds).toBeLessThanOrEqual(14_400 - 300)
})
