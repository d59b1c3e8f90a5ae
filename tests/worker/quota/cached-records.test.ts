// @module-tag deep
import { beforeAll, describe, expect, it } from 'vitest'
import { refreshOrganization, storeQuota } from '#worker/quota/cached-quotas.ts'
import { readQuotas } from '#worker/quota/quota-statements.ts'
import { openWorker, type TestWorker } from '../harness.ts'

let worker: TestWorker
beforeAll(async () => {
  worker = await openWorker('cached_records')
})

let customers = 0
async function customer(tier: 'FREE' | 'PRO' = 'PRO') {
  const member = await worker.signUp(`cached-${customers++}`)
  const { token } = await member.createToken()
  const organizationId = member.organization.id
  await worker.updateOrganization(organizationId, { tier })
  await worker.settle()
  const setUsed = (used: number) =>
    worker.sql`update organization_quotas set used_count = ${used} where organization_id = ${organizationId}`
  return { token, organizationId, setUsed }
}

async function expectStatuses(token: string, statuses: readonly number[], settings = {}) {
  for (const status of statuses)
    expect((await worker.validate(token, undefined, { settings })).status).toBe(status)
  await worker.settle()
}

async function counts({ organizationId }: { organizationId: string }) {
  const [row] = await worker.sql<{ used: number }>`
    select used_count as used from organization_quotas where organization_id = ${organizationId}`
  return { postgres: row?.used, redis: Number((await worker.quotaOf(organizationId)).used) }
}

const garbage = () => 'no record'
it.each([
  ['an organization without its limit', 'organization', (text) => text.replace('monthlyLimit', 'limit')],
  ['a token without its end', 'organization', (text) => text.replaceAll('endsAt', 'end')],
  ['an older release', 'organization', (text) => text.replace('"v":', '"version":')],
  ['a newer release', 'organization', (text) => text.replace(/"v":\d+/, '"v":99')],
  ['no JSON', 'organization', garbage],
  ['a count that is no number', 'used', garbage],
  ['a time that is no number', 'countedAt', garbage],
] satisfies [string, string, (text: string) => string][])(
  'loads a cached quota again that this release cannot read, and charges no call twice: %s',
  async (_, field, change) => {
    const known = await customer()
    await expectStatuses(known.token, [200])
    const { [field]: readable = '' } = await worker.quotaOf(known.organizationId)
    await worker.redis('HSET', worker.quotaKeyOf(known.organizationId), field, change(readable))
    for (let call = 0; call < 4; call++) await expectStatuses(known.token, [200])
    expect(await counts(known)).toEqual({ postgres: 5, redis: 5 })
    expect((await worker.quotaOf(known.organizationId)).organization).not.toBe(change(readable))
  },
)

it('stores a change at once, and nothing that a slower call read before it', async () => {
  const { token, organizationId } = await customer()
  await expectStatuses(token, [200])
  const ctx = worker.context()
  const tier = async () =>
    JSON.parse((await worker.quotaOf(organizationId)).organization ?? '').organization.tier
  const [read] = await readQuotas(ctx.db, [organizationId], ctx.now)
  await worker.updateOrganization(organizationId, { tier: 'ENTERPRISE' })
  expect(await tier()).toBe('ENTERPRISE')
  if (read) await storeQuota(ctx, read)
  expect(await tier()).toBe('ENTERPRISE')
})

it.each(['is deleted', 'cannot be read'])('removes an organization that %s for good', async (what) => {
  const { token, organizationId } = await customer()
  await expectStatuses(token, [200])
  const ctx = worker.context()
  const [read] = await readQuotas(ctx.db, [organizationId], ctx.now)
  if (what === 'is deleted') await worker.sql`delete from organizations where id = ${organizationId}`
  else await worker.fakes.fault({ service: 'neon', mode: 'fail', namespace: worker.namespace })
  await refreshOrganization(ctx, organizationId)
  await worker.fakes.reset(worker.namespace)
  if (read) await storeQuota(ctx, read)
  expect((await worker.quotaOf(organizationId)).organization).toBe('')
  await expectStatuses(token, [what === 'is deleted' ? 401 : 200])
})

describe('after a change of CACHE_EPOCH', () => {
  const settings = { CACHE_EPOCH: '2' }

  it('a token that a restore took back no longer works', async () => {
    const { token, organizationId } = await customer()
    await expectStatuses(token, [200])
    await worker.sql`delete from api_tokens where organization_id = ${organizationId}`
    await expectStatuses(token, [200])
    await expectStatuses(token, [401], settings)
  })

  it.each([
    ['FREE', 99, 97, 3],
    ['PRO', 999, 990, 10],
  ] as const)('%s gets what is left of its restored count', async (tier, used, restored, left) => {
    const { token, organizationId, setUsed } = await customer(tier)
    await setUsed(used)
    await worker.forgetQuota(organizationId)
    await expectStatuses(token, [200, 429])
    await setUsed(restored)
    await expectStatuses(token, [...Array<number>(left).fill(200), 429], settings)
  })
})
