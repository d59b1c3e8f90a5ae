// @module-tag deep
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hashToken } from '#worker/lib/hash.ts'
import { storeQuota } from '#worker/quota/cached-quotas.ts'
import { monthOf, quotaKey } from '#worker/quota/month.ts'
import { readQuotas } from '#worker/quota/quota-statements.ts'
import { openWorker, type TestWorker } from '../harness.ts'

let worker: TestWorker
beforeAll(async () => {
  worker = await openWorker('cached_records')
})

let customers = 0
async function customer() {
  const member = await worker.signUp(`cached-${customers++}`)
  const { token } = await member.createToken()
  await worker.updateOrganization(member.organization.id, { tier: 'PRO' })
  await worker.settle()
  return { token, organizationId: member.organization.id }
}
type Customer = Awaited<ReturnType<typeof customer>>

async function calls(count: number, { token }: Customer) {
  for (let call = 0; call < count; call++) expect((await worker.validate(token)).status).toBe(200)
  await worker.settle()
}

async function counts({ organizationId }: Customer) {
  const [row] = await worker.sql<{ used: number }>(
    'select used_count as used from organization_quotas where organization_id = $1',
    [organizationId],
  )
  return { postgres: row?.used, redis: Number((await worker.quotaOf(organizationId)).used) }
}

const without = (field: string) => (text: string) => {
  const { [field]: _, ...rest } = JSON.parse(text)
  return JSON.stringify(rest)
}
const garbage = () => 'no record'

describe('a cached record that this release cannot read', () => {
  let known: Customer
  beforeEach(async () => {
    known = await customer()
    await calls(1, known)
  })

  /** What the record would be without a version, as an older release wrote it. */
  const changes: [string, 'organization' | 'token' | 'used' | 'countedAt', (text: string) => string][] = [
    ['an organization without its VAT number', 'organization', without('vatNumber')],
    ['an organization without its limit', 'organization', without('monthlyLimit')],
    ['an organization of an older release', 'organization', without('v')],
    [
      'an organization of a newer release',
      'organization',
      (text) => JSON.stringify({ ...JSON.parse(text), v: 99 }),
    ],
    ['an organization that is no JSON', 'organization', garbage],
    ['a token without its ID', 'token', without('id')],
    ['a token without its end', 'token', without('endsAt')],
    ['a token of an older release', 'token', without('v')],
    ['a token that is no JSON', 'token', garbage],
    ['a count that is no number', 'used', garbage],
    ['a time that is no number', 'countedAt', garbage],
  ]

  it.each(changes)(
    'is loaded again after the next call, and no call is charged twice: %s',
    async (_, name, change) => {
      const key = worker.quotaKeyOf(known.organizationId)
      const field = name === 'token' ? hashToken(known.token) : name
      const readable = (await worker.quotaOf(known.organizationId))[field] ?? ''
      await worker.redis('HSET', key, field, change(readable))
      const other = await customer()
      await calls(1, other)

      await calls(1, known)
      if (name === 'token' || name === 'organization') {
        const { organization, [field]: current } = await worker.quotaOf(known.organizationId)
        expect(current === readable || organization?.startsWith('changed ')).toBe(true)
      }
      await calls(3, known)
      expect(await counts(known)).toEqual({ postgres: 5, redis: 5 })

      const { answered } = await worker.trips(() => worker.validate(other.token))
      expect(answered.neon.trips).toBe(0)
    },
  )
})

describe('after a change of an organization', () => {
  it('a slower call cannot store what it read before, and the next one stores what is true', async () => {
    const { token, organizationId } = await customer()
    await worker.validate(token)
    await worker.settle()
    const ctx = worker.context()
    const stored = async () => (await worker.quotaOf(organizationId)).organization ?? ''
    const earlier = await stored()
    const [read] = await readQuotas(ctx.db, [organizationId], ctx.now)
    await worker.updateOrganization(organizationId, { tier: 'ENTERPRISE' })
    if (read) await storeQuota(ctx, read, earlier)
    expect(await stored()).toMatch(/^changed /)
    expect((await worker.validate(token)).status).toBe(200)
    await worker.settle()
    expect(JSON.parse(await stored())).toMatchObject({ tier: 'ENTERPRISE' })
  })
})

describe('after a change of CACHE_EPOCH', () => {
  const settings = { CACHE_EPOCH: '2' }
  const call = (token: string) => worker.validate(token, undefined, { settings })

  it('a token that a restore took back no longer works', async () => {
    const known = await customer()
    await calls(1, known)
    await worker.sql`delete from api_tokens where organization_id = ${known.organizationId}`
    expect((await worker.validate(known.token)).status).toBe(200)
    expect((await call(known.token)).status).toBe(401)
  })

  it('the counter of a paid organization begins with the restored count', async () => {
    const known = await customer()
    await calls(5, known)
    await worker.sql`update organization_quotas set used_count = 3 where organization_id = ${known.organizationId}`
    expect((await call(known.token)).status).toBe(200)
    await worker.settle()
    const key = quotaKey(settings, known.organizationId, monthOf(new Date()))
    expect(await worker.redis('HGET', key, 'used')).toBe('4')
    expect((await counts(known)).postgres).toBe(4)
  })

  it('a FREE organization gets what is left of its restored count', async () => {
    const member = await worker.signUp('restored')
    const { token } = await member.createToken()
    const restore = (used: number) =>
      worker.sql`update organization_quotas set used_count = ${used} where organization_id = ${member.organization.id}`
    await restore(99)
    for (const status of [200, 429]) expect((await worker.validate(token)).status).toBe(status)
    await worker.settle()
    await restore(97)
    for (const status of [200, 200, 200, 429]) expect((await call(token)).status).toBe(status)
  })
})
