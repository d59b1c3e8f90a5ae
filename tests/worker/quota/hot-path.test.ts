import { describe, expect, it } from 'vitest'
import { hashToken } from '#worker/lib/hash.ts'
import { pick } from '#worker/lib/pick.ts'
import { connectApp, disconnectApp } from '#worker/oauth/apps.ts'
import { updateSettings } from '#worker/organizations/update-settings.ts'
import { quotaRecord } from '#worker/quota/quota-state.ts'
import { readQuotas } from '#worker/quota/quota-statements.ts'
import { revokeToken } from '#worker/tokens/revoke-tokens.ts'
import { eventually } from '../eventually.ts'
import { MINUTE, passTime, SECOND, wait } from './clock.ts'
import { agree, type Customer, openQuotaWorker } from './quota-worker.ts'

const ISOLATES = 3

const worker = await openQuotaWorker('hot_path', ISOLATES)
const on = worker.first
const call = ({ calls }: Customer) => calls(1, { on })

describe('before the answer', () => {
  const neon = async () => (await worker.fakes.counts(worker.namespace)).neon
  const failRedis = () => worker.fault({ service: 'upstash' })
  it.each([
    [1, 'a warm call of a free organization', {}, call, 200],
    [0, 'a call beyond the limit', { used: 100 }, call, 429],
    [2, 'an organization that Redis does not know', {}, async () => {}, 200],
    [2, 'an organization while Redis is down', {}, failRedis, 200],
  ])('PostgreSQL is called %i times for %s', async (trips, _, plan, prepare, status) => {
    const customer = await worker.customer(plan)
    await prepare(customer)
    await worker.settle()
    const before = await neon()
    expect(await customer.statuses(1, { on })).toEqual({ [status]: 1 })
    expect(await neon()).toEqual({ trips: before.trips + trips, statements: before.statements + trips })
  })

  it('a warm call of a paid organization waits for nothing', async () => {
    const customer = await worker.customer({ tier: 'PRO' })
    await call(customer)
    await worker.settle()
    await worker.during({ service: 'upstash', mode: 'hang' }, async () =>
      expect(await customer.answered(1, { on })).toBe(1),
    )
    await worker.settle()
    expect(await customer.counter()).toBe(2)
  })

  it('paid calls that follow each other read the organization once', async () => {
    const customer = await worker.customer({ tier: 'PRO' })
    await call(customer)
    await worker.settle()
    const { answered } = await worker.trips(async () => {
      for (let count = 2; count < 7; count++) {
        await call(customer)
        await eventually(async () => expect(await customer.counter()).toBe(count))
        await wait(3 * SECOND)
      }
    })
    expect(answered.upstash.trips).toBe(5)
  })
})

it.each([
  ['FREE', 0],
  ['PRO', 18],
] as const)(
  'spends exactly the limit of %s under parallel calls, with %i calls before',
  async (tier, used) => {
    const customer = await worker.customer({ tier, used, limit: 20 })
    expect(await customer.statuses(40, { interval: 0 })).toEqual({ 200: 20 - used, 429: 20 + used })
    expect(await customer.counts()).toEqual({ used: 20, rows: 20 - used })
  },
)

it('refuses a paid call beyond the limit, although its isolate gets an old count late', {
  tags: 'deep',
}, async () => {
  const { calls, answered, counter } = await worker.customer({ tier: 'PRO', limit: 20, used: 15 })
  await calls(1, { on: worker.others })
  await worker.settle()
  await worker.fault({ service: 'upstash', mode: 'hang', after: true, content: 'hmget', times: 1 })
  const late = answered(1, { on })
  await worker.redisIsCalled()
  await answered(8, { on: [...on, ...worker.others] })
  await eventually(async () => expect(await counter()).toBeGreaterThanOrEqual(20))
  await worker.clearFaults('upstash')
  expect(await late).toBe(0)
})

describe('a change takes effect', () => {
  const paid = { tier: 'PRO', used: 150 } as const
  const suspend = ({ change }: Customer) => change({ status: 'SUSPENDED' })
  async function reactivate(customer: Customer) {
    await suspend(customer)
    await customer.change({ status: 'ACTIVE', tier: 'PRO' })
  }
  async function expire({ member, tokenId }: Customer) {
    await worker.sql`update api_tokens set expires_at = ${new Date().toISOString()} where id = ${tokenId}`
    await member.patch(`/api/tokens/${tokenId}`, { allowedIps: [] })
  }
  it.each([
    ['an expired token', paid, 200, expire, 401],
    ['a revoked token', paid, 200, ({ revokeToken }: Customer) => revokeToken(), 401],
    ['an IP allow-list', paid, 200, ({ allowOnly }: Customer) => allowOnly('203.0.113.7'), 403],
    ['a suspended organization', paid, 200, suspend, 403],
    ['a lower limit', paid, 200, ({ change }: Customer) => change({ tier: 'FREE' }), 429],
    ['a reactivated organization with a higher limit', { used: 150 }, 429, reactivate, 200],
  ])(
    'within 5 seconds, although replicas are a second behind: %s',
    { tags: 'deep' },
    async (_, plan, before, change, after) => {
      const customer = await worker.customer(plan)
      expect(await customer.statuses(2 * ISOLATES)).toEqual({ [before]: 2 * ISOLATES })
      await worker.settle()
      await wait(5 * SECOND)
      await worker.fakes.placeRedis(worker.namespace, { lag: 60 * MINUTE })
      const changedAt = Date.now()
      await change(customer)
      await wait(900)
      // They neither spend at the primary nor are written to PostgreSQL, so the isolates don't learn of the change.
      const stale = await worker.during({ service: 'neon' }, () =>
        customer.statuses(ISOLATES, { body: { countryCode: 'DE' } }),
      )
      expect(stale).toEqual({ 422: ISOLATES })
      await worker.fakes.placeRedis(worker.namespace, {})
      // One isolate is busy.
      while (Date.now() < changedAt + 5 * SECOND) {
        await call(customer)
        await wait(SECOND / 2)
      }
      expect(await customer.statuses(ISOLATES)).toEqual({ [after]: ISOLATES })
    },
  )

  it('while Redis is down, and in Redis within 20 seconds after it is back', { tags: 'deep' }, async () => {
    const { revokeToken, calls, statuses } = await worker.customer()
    await calls(ISOLATES)
    await worker.settle()
    await worker.fault({ service: 'upstash' })
    await revokeToken()
    await wait(5 * SECOND)
    expect(await statuses(ISOLATES)).toEqual({ 401: ISOLATES })
    await worker.recover()
    await wait(18 * SECOND)
    expect(await statuses(ISOLATES)).toEqual({ 401: ISOLATES })
  })

  it('within three minutes after a longer outage of Redis, also for reads, which are not recorded', {
    tags: 'deep',
  }, async () => {
    const { token, calls, revokeToken } = await worker.customer()
    const headers = { Authorization: `Bearer ${token}` }
    const read = () => passTime(worker.call('/api/tinproof/batches', { headers }))
    await calls(1)
    await worker.minutes(2)
    expect(await read()).toMatchObject({ status: 200 })
    await worker.fault({ service: 'upstash' })
    await revokeToken()
    await wait(MINUTE)
    await worker.recover()
    await worker.minutes(2)
    expect(await read()).toMatchObject({ status: 401 })
  })

  /** Never reaches what follows a commit. */
  function killed() {
    const never = () => new Promise<never>(() => {})
    return { ...worker.context(), redis: { run: never, script: never } }
  }

  type Change = () => Promise<unknown>
  it.each(
    Object.entries<(customer: Customer) => Change | Promise<Change>>({
      'a token is revoked':
        ({ organizationId, tokenId, member }) =>
        () =>
          revokeToken(killed(), { organizationId, tokenId, callerId: member.user.id }),
      'settings are changed':
        ({ organizationId, member }) =>
        () =>
          updateSettings(killed(), { organizationId, vatNumber: 'DK13748136' }, member.user.id),
      'an app is disconnected': async ({ organizationId, member }) => {
        const app = { organizationId, clientId: 'app', name: 'An app', redirectHost: 'app.test' }
        const appHash = hashToken(await connectApp(worker.context(), app, member.user))
        return () => disconnectApp(killed(), appHash)
      },
    }),
  )('within three minutes, if the Worker is killed after %s', { tags: 'deep' }, async (_, prepare) => {
    // An hourly job deletes apps that have expired by the test's clock.
    await worker.runCron()
    const customer = await worker.customer()
    const { organizationId, calls } = customer
    const change = await prepare(customer)
    const cached = async () => quotaRecord.decode((await worker.quotaOf(organizationId)).organization ?? '')
    const current = async () => {
      const [quota] = await readQuotas(worker.context().db, [organizationId])
      return quota && pick(quota, 'organization', 'tokens')
    }
    await calls(1)
    await worker.minutes(2)
    const before = await current()
    expect(await cached()).toEqual(before)
    void change()
    await eventually(async () => expect(await current()).not.toEqual(before))
    await worker.minutes(3)
    expect(await cached()).toEqual(await current())
  })

  it('with the first recorded call after Redis went back', { tags: 'deep' }, async () => {
    const customer = await worker.customer({ tier: 'PRO' })
    const { organizationId, calls, counter } = customer
    const changed = { vatNumber: 'DK13748136', monthlyLimit: 2_000 }
    await calls(2)
    await worker.undoInRedis(async () => {
      await calls(15)
      await worker.settle()
      await customer.revokeToken()
      await worker.sql`update organizations set vat_number = ${changed.vatNumber} where id = ${organizationId}`
      await customer.setLimit(changed.monthlyLimit)
      await wait(5 * SECOND)
    })
    expect(await counter()).toBe(2)
    expect(await customer.answered(1)).toBe(1)
    await worker.settle()
    expect(await counter()).toBe(18)
    const { organization = '' } = await worker.quotaOf(organizationId)
    expect(JSON.parse(organization).organization).toMatchObject(changed)
    await wait(5 * SECOND)
    expect(await customer.statuses(ISOLATES)).toEqual({ 401: ISOLATES })
  })
})

describe('the queue', () => {
  it('gets a call as soon as it is answered', async () => {
    const { calls } = await worker.customer({ tier: 'PRO' })
    await calls(1)
    expect(worker.callQueue.waiting()).toBe(1)
  })

  it.each([
    ['PostgreSQL refuses it', { country: 'a\0b' }],
    ['a newer release wrote it', { outcome: 'of a newer release' }],
  ])(
    'keeps a message, and all others but those of deleted organizations are written, if %s',
    async (_, unwritable) => {
      const [one, other] = [await worker.customer(), await worker.customer()]
      const ofDeleted = other.recordedCall({ organizationId: 'gone' })
      const calls = [one.recordedCall(), { ...one.recordedCall(), ...unwritable }, one.recordedCall()]
      await worker.callQueue.sendBatch([...calls, ofDeleted, other.recordedCall()].map((body) => ({ body })))
      expect([await one.counts(), await other.counts()]).toEqual([agree(2), agree(1)])
      expect(await worker.sql`select from activity_days where organization_id = 'gone'`).toEqual([])
      expect(worker.callQueue.waiting()).toBe(1)
      worker.callQueue.drop()
    },
  )
})
