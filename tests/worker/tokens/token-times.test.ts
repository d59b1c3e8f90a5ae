import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openWorker, refusal, type TestWorker } from '#tests/worker/harness.ts'
import type { CreatedToken, Token } from '#worker/tokens/contract.ts'

const DAY = 86_400_000

const worker = await openWorker('token_times')
afterEach(() => {
  vi.useRealTimers()
})

/** Sets only the Worker’s clock; timers and fakes keep real time. */
function itIs(time: number): void {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(time)
}

const loseData = (of: TestWorker) => of.fakes.flushRedis(of.namespace)

let workers = 0
type Redis = {
  name: string
  open: () => Promise<TestWorker>
  prepare: (worker: TestWorker, token: string) => Promise<unknown>
}
const states: Redis[] = [
  { name: 'Redis knows it', open: async () => worker, prepare: ({ validate }, token) => validate(token) },
  { name: 'Redis does not know it', open: async () => worker, prepare: loseData },
  {
    name: 'Redis is down',
    // The Redis circuit breaker stays open until the fake time, so each case has its own Worker.
    open: () => openWorker(`token_times_${workers++}`),
    prepare: ({ fakes, namespace }) => fakes.fault({ service: 'upstash', mode: 'fail', namespace }),
  },
]

let people = 0
const signUp = (worker: TestWorker) => worker.signUp(`times-${people++}`)

async function codeOf({ validate }: TestWorker, token: string) {
  const { status, body } = await validate(token)
  return [status, body.code]
}

describe.each(states)('a token, when $name,', ({ name, open, prepare }) => {
  const tags = name === 'Redis does not know it' ? ['deep'] : []
  let here: TestWorker
  beforeEach(async () => {
    here = await open()
  })
  afterEach(async () => {
    await here.settle()
    await here.fakes.clearFaults('upstash', here.namespace)
  })

  it('scheduled for deletion works until then and not after, before cron runs', { tags }, async () => {
    const member = await signUp(here)
    const { token, id } = await member.createToken()
    const path = `/api/tokens/${id}`
    const scheduled = await member.delete<{ deleteAt: string }>(`${path}?schedule=1day`)
    const hour = Date.parse(scheduled.body.deleteAt)

    itIs(hour - 1)
    await prepare(here, token)
    expect(await codeOf(here, token)).toEqual([200, undefined])
    expect((await member.call<Token[]>('/api/tokens')).body).toMatchObject([{ id }])

    itIs(hour)
    await prepare(here, token)
    expect(await codeOf(here, token)).toEqual([401, 'TOKEN_EXPIRED'])
    expect((await member.call<Token[]>('/api/tokens')).body).toEqual([])
    for (const gone of [path, `${path}?schedule=30days`, `${path}/schedule`]) {
      expect(refusal(await member.delete(gone))).toEqual([404, 'TOKEN_NOT_FOUND'])
    }
    expect(await codeOf(here, token)).toEqual([401, 'TOKEN_EXPIRED'])
    expect(await here.sql('select id from api_tokens where id = $1', [id])).toHaveLength(1)
  })

  it('that was rotated works with both secrets until the old one ends', { tags }, async () => {
    const member = await signUp(here)
    const { token: old, id } = await member.createToken()
    expect(await codeOf(here, old)).toEqual([200, undefined])
    const rotated = await member.post<CreatedToken>(`/api/tokens/${id}/rotate`, { oldSecretEnds: '1day' })
    const { token, oldSecret } = rotated.body
    const end = Date.parse(oldSecret?.endsAt ?? '')
    for (const [time, code] of [
      [end - 1, [200, undefined]],
      [end, [401, 'TOKEN_EXPIRED']],
    ] as const) {
      itIs(time)
      await prepare(here, old)
      expect(await codeOf(here, old)).toEqual(code)
      expect(await codeOf(here, token)).toEqual([200, undefined])
    }
    expect((await member.call<Token[]>('/api/tokens')).body).toMatchObject([{ id, oldSecret: null }])
  })

  it('that expires works until then and not after', { tags }, async () => {
    const member = await signUp(here)
    const { token, expiresAt } = await member.createToken({ expiry: '30days' })
    const hour = Date.parse(expiresAt ?? '')
    itIs(hour - 1)
    await prepare(here, token)
    expect(await codeOf(here, token)).toEqual([200, undefined])
    itIs(hour)
    await prepare(here, token)
    expect(await codeOf(here, token)).toEqual([401, 'TOKEN_EXPIRED'])
    itIs(hour + 300 * DAY)
    expect(await codeOf(here, token)).toEqual([401, 'TOKEN_EXPIRED'])
  })
})

describe('a token that has expired', () => {
  it('is listed and counts until it is revoked', async () => {
    const member = await signUp(worker)
    const { id } = await member.createToken({ expiry: '30days' })
    await worker.sql`update api_tokens set expires_at = now() - interval '1 second' where id = ${id}`
    const listed = async () => (await member.call<Token[]>('/api/tokens')).body.length
    expect(await listed()).toBe(1)
    expect((await member.delete(`/api/tokens/${id}`)).status).toBe(200)
    expect(await listed()).toBe(0)
  })

  it('is not restored by canceling its deletion', async () => {
    const member = await signUp(worker)
    const { id, token, expiresAt } = await member.createToken({ expiry: '30days' })
    itIs(Date.parse(expiresAt ?? '') - DAY / 2)
    await member.delete(`/api/tokens/${id}?schedule=1day`)
    itIs(Date.parse(expiresAt ?? ''))
    expect(await codeOf(worker, token)).toEqual([401, 'TOKEN_EXPIRED'])
    itIs(Date.parse(expiresAt ?? '') - DAY / 4)
    expect((await member.delete(`/api/tokens/${id}/schedule`)).status).toBe(200)
    itIs(Date.parse(expiresAt ?? ''))
    expect(await codeOf(worker, token)).toEqual([401, 'TOKEN_EXPIRED'])
    await worker.settle()
  })
})

describe('the record of a token in Redis', () => {
  it('ends an old secret on time while PostgreSQL is down', async () => {
    const member = await signUp(worker)
    const { token, id } = await member.createToken()
    await member.post(`/api/tokens/${id}/rotate`, { oldSecretEnds: '1day' })
    // Redis has a record for each month, and tomorrow may be in the next.
    const [old] =
      await worker.sql`update api_tokens set delete_at = date_trunc('second', now() + interval '1 minute')
      where rotated_to_id = ${id} returning delete_at`
    const end = Date.parse(String(old?.delete_at))
    expect(await codeOf(worker, token)).toEqual([200, undefined])
    await worker.settle()
    await worker.fault({ service: 'neon' })
    itIs(end - 1)
    expect((await codeOf(worker, token))[1]).not.toBe('TOKEN_EXPIRED')
    itIs(end)
    expect(await codeOf(worker, token)).toEqual([401, 'TOKEN_EXPIRED'])
    await worker.clearFaults('neon')
  })

  it('is loaded again after one call if a deletion was canceled while Redis was down', {
    tags: 'deep',
  }, async () => {
    const member = await signUp(worker)
    const { token, id } = await member.createToken()
    await worker.sql`update api_tokens set delete_at = now() + interval '1 minute' where id = ${id}`
    await loseData(worker)
    expect(await codeOf(worker, token)).toEqual([200, undefined])
    await worker.sql`update api_tokens set delete_at = null where id = ${id}`
    itIs(Date.now() + 2 * 60_000)
    expect(await codeOf(worker, token)).toEqual([401, 'TOKEN_EXPIRED'])
    await worker.settle()
    itIs(Date.now() + 5_000)
    expect(await codeOf(worker, token)).toEqual([200, undefined])
  })
})
