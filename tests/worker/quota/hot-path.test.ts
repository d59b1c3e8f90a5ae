import { beforeAll, describe, expect, it } from 'vitest'
import { GERMAN, openWorker, type TestWorker } from '../harness.ts'

let worker: TestWorker
beforeAll(async () => {
  worker = await openWorker('hot_path')
})

let customers = 0
async function customer() {
  const member = await worker.signUp(`hot-path-${customers++}`)
  const { token, id } = await member.createToken()
  await worker.settle()
  return { member, token, tokenId: id, organizationId: member.organization.id }
}

describe('trips', () => {
  it('are one to PostgreSQL before a warm call of a free organization answers', async () => {
    const { token } = await customer()
    await worker.validate(token)
    const { answered } = await worker.trips(() => worker.validate(token))
    expect(answered.neon).toEqual({ trips: 1, statements: 1 })
  })

  it('are none before a call of a free organization that has used up its limit is refused', async () => {
    const { token, organizationId } = await customer()
    await worker.sql('update organization_quotas set used_count = monthly_limit where organization_id = $1', [
      organizationId,
    ])
    expect((await worker.validate(token)).status).toBe(429)
    const { answered } = await worker.trips(() => worker.validate(token))
    expect(answered.neon.trips).toBe(0)
  })

  it('are none before a warm call of a paid organization answers', async () => {
    const { token, organizationId } = await customer()
    await worker.updateOrganization(organizationId, { tier: 'PRO' })
    await worker.validate(token)
    await worker.settle()
    const hanging = { service: 'upstash', mode: 'hang', namespace: worker.namespace } as const
    await worker.fakes.fault(hanging)
    const { status } = await worker.validate(token)
    await worker.fakes.clearFaults('upstash', worker.namespace)
    expect(status).toBe(200)
    await worker.settle()
    expect((await worker.quotaOf(organizationId)).used).toBe('2')
  })

  it('include one more to PostgreSQL when Redis does not know the organization', async () => {
    const { token, organizationId } = await customer()
    await worker.forgetQuota(organizationId)
    const { answered } = await worker.trips(() => worker.validate(token))
    expect(answered.neon).toEqual({ trips: 2, statements: 2 })
  })

  it('are as few while Redis is down', async () => {
    const { token } = await customer()
    await worker.fakes.fault({ service: 'upstash', mode: 'fail', namespace: worker.namespace })
    const { answered } = await worker.trips(async () => {
      await worker.fakes.fault({ service: 'upstash', mode: 'fail', namespace: worker.namespace })
      expect((await worker.validate(token)).status).toBe(200)
    })
    await worker.fakes.clearFaults('upstash', worker.namespace)
    await worker.redisAnswers()
    expect(answered.neon).toEqual({ trips: 2, statements: 2 })
  })

  it('record a call of the dashboard before it is answered', async () => {
    const { member, organizationId } = await customer()
    const body = { ...GERMAN, organizationId }
    const answer = await member.call<{ result: string }>('/api/tinproof/validate', { body })
    expect(answer.status).toBe(200)
    const list = await member.call<{ outcome: string }[]>('/api/activity')
    expect(list.body.map(({ outcome }) => outcome)).toEqual([answer.body.result])
  })

  it('refuses a token with a wrong checksum before any trip', async () => {
    const { token } = await customer()
    const typo = token.slice(0, -1) + (token.endsWith('0') ? '1' : '0')
    const { answered } = await worker.trips(async () => {
      const { status, headers } = await worker.validate(typo)
      expect(status).toBe(401)
      expect(headers.get('WWW-Authenticate')).toContain('Bearer')
    })
    expect(answered.upstash.trips + answered.neon.trips).toBe(0)
  })
})

describe('changes take effect at the next call', () => {
  it('allows at most one call with a token that was revoked while Redis was down', async () => {
    const { member, token, tokenId } = await customer()
    await worker.validate(token)
    await worker.settle()
    await worker.fakes.fault({ service: 'upstash', mode: 'fail', namespace: worker.namespace })
    await member.call(`/api/tokens/${tokenId}`, { method: 'DELETE' })
    expect((await worker.validate(token)).status).toBe(401)
    await worker.fakes.clearFaults('upstash', worker.namespace)
    await worker.redisAnswers()
    await worker.validate(token)
    await worker.settle()
    expect((await worker.validate(token)).status).toBe(401)
  })

  it('accepts tokens of a reactivated organization with its new tier', async () => {
    const { token, organizationId } = await customer()
    await worker.updateOrganization(organizationId, { status: 'SUSPENDED' })
    await worker.updateOrganization(organizationId, { status: 'ACTIVE', tier: 'PRO' })
    const { status, headers } = await worker.validate(token)
    expect(status).toBe(200)
    expect(headers.get('RateLimit-Policy')).toContain('"month";q=1000')
  })

  it.each([
    ['VAT number', 'organizations set vat_number', 'id', 'vatNumber', 'DK13748136'],
    ['limit', 'organization_quotas set monthly_limit', 'organization_id', 'monthlyLimit', 2],
  ])('replaces a stale %s in the cache with one call', async (_, column, id, field, value) => {
    const { token, organizationId } = await customer()
    await worker.validate(token)
    await worker.settle()
    await worker.sql(`update ${column} = $2 where ${id} = $1`, [organizationId, value])
    await worker.validate(token)
    await worker.settle()
    const { organization = '' } = await worker.quotaOf(organizationId)
    expect(JSON.parse(organization).organization).toMatchObject({ [field]: value })
  })
})
