// @module-tag deep
import { expect, it } from 'vitest'
import { readQuotas } from '#worker/quota/quota-statements.ts'
import { refreshOrganization } from '#worker/quota/refresh-organization.ts'
import { storeQuota } from '#worker/quota/store-quota.ts'
import { statusesOf } from '../harness.ts'
import { SECOND, wait } from './clock.ts'
import { agree, type Customer, openQuotaWorker } from './quota-worker.ts'

const worker = await openQuotaWorker('cached_records', 1)

const garbage = () => 'no record'
it.each([
  ['an organization without its limit', 'organization', (text) => text.replace('monthlyLimit', 'limit')],
  ['a token without its end', 'organization', (text) => text.replaceAll('endsAt', 'end')],
  ['an older release', 'organization', (text) => text.replace('"v":', '"version":')],
  ['a newer release', 'organization', (text) => text.replace(/"v":\d+/, '"v":99')],
  ['no JSON', 'organization', garbage],
  ['a count that is no number', 'used', garbage],
  ['a month that is no number', 'resetDate', garbage],
  ['a time that is no number', 'countedAt', garbage],
] satisfies [string, string, (text: string) => string][])(
  'loads a cached quota again that this release cannot read, and charges no call twice: %s',
  async (_, field, change) => {
    const { organizationId, answered, counts, counter } = await worker.customer({ tier: 'PRO' })
    const cached = async () => (await worker.quotaOf(organizationId))[field] ?? ''
    expect(await answered(1)).toBe(1)
    await worker.settle()
    // The isolate knows the organization for 4 seconds.
    for (const pause of [0, 5, 0, 5]) {
      await wait(pause * SECOND)
      const unreadable = change(await cached())
      await worker.redis('HSET', worker.quotaKeyOf(organizationId), field, unreadable)
      expect(await answered(1)).toBe(1)
      await worker.settle()
      expect(await cached()).not.toBe(unreadable)
    }
    expect([await counts(), await counter()]).toEqual([agree(5), 5])
  },
)

const refresh = ({ organizationId }: Customer) => refreshOrganization(worker.context(), organizationId)

async function remove(customer: Customer) {
  await worker.sql`delete from organizations where id = ${customer.organizationId}`
  await refresh(customer)
}
const failToRead = (customer: Customer) => worker.during({ service: 'neon' }, () => refresh(customer))
it.each([
  ['is upgraded', ({ change }: Customer) => change({ tier: 'ENTERPRISE' }), 'ENTERPRISE', 200],
  ['is deleted', remove, '', 401],
  ['cannot be read', failToRead, '', 200],
])('stores nothing that was read before an organization %s', async (_, change, tier, status) => {
  const customer = await worker.customer({ tier: 'PRO' })
  const cachedTier = async () => {
    const { organization } = await worker.quotaOf(customer.organizationId)
    return organization && JSON.parse(organization).organization.tier
  }
  expect(await customer.answered(1)).toBe(1)
  await worker.settle()
  const [read] = await readQuotas(worker.context().db, [customer.organizationId])
  expect(await cachedTier()).toBe('PRO')
  await change(customer)
  expect(await cachedTier()).toBe(tier)
  if (read) await storeQuota(worker.context(), read)
  expect(await cachedTier()).toBe(tier)
  await wait(5 * SECOND)
  expect(await customer.statuses(1)).toEqual({ [status]: 1 })
})

it.each([
  ['FREE', 99, 97, 3],
  ['PRO', 999, 990, 10],
] as const)(
  'a change of CACHE_EPOCH follows a restore: the count of %s, and no later token',
  async (tier, used, restored, left) => {
    const customer = await worker.customer({ tier, used })
    const { id, token } = await customer.member.createToken()
    const later = worker.account(customer.organizationId, token)
    expect(statusesOf([...(await later.calls(1)), ...(await customer.calls(1))])).toEqual([200, 429])
    await worker.settle()
    await worker.sql`delete from api_tokens where id = ${id}`
    await customer.setUsed(restored)
    const settings = { CACHE_EPOCH: '2' }
    expect(await later.statuses(1, { settings })).toEqual({ 401: 1 })
    const answers = await customer.calls(left + 1, { settings, parallel: 1 })
    expect(statusesOf(answers)).toEqual([...Array<number>(left).fill(200), 429])
  },
)
