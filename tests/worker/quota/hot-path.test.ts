import { beforeAll, describe, expect, it } from 'vitest'
import { type ErrorBody, GERMAN, openWorker, type TestWorker } from '../harness.ts'

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

async function counts(organizationId: string) {
  await worker.settle()
  const [row] = await worker.sql<{ used: string; rows: string }>(
    `select q.used_count as used,
            (select count(*) from api_activities a where a.organization_id = $1 and a.status_code = 200) as rows
       from organization_quotas q where q.organization_id = $1`,
    [organizationId],
  )
  const { reserved, left } = await worker.quotaOf(organizationId)
  return {
    redis: Number(reserved) - Number(left),
    usedCount: Number(row?.used),
    activityRows: Number(row?.rows),
  }
}

describe('quota', () => {
  it('spends nothing on refused and failed calls', async () => {
    const { token, organizationId } = await customer()
    expect((await worker.validate(token, { countryCode: 'QQ', tin: '1' })).status).toBe(422)
    expect((await worker.validate(token, { countryCode: 'DE' })).status).toBe(422)
    expect((await worker.validate(token, undefined, { raw: '{' })).status).toBe(400)
    expect((await counts(organizationId)).usedCount).toBe(0)
  })

  it('spends a call on an invalid number', async () => {
    const { token, organizationId } = await customer()
    expect((await worker.validate(token, { countryCode: 'DE', tin: '136695977' })).status).toBe(200)
    expect((await counts(organizationId)).usedCount).toBe(1)
  })
})

describe('trips', () => {
  it('are one to Redis before a warm call of a free organization answers', async () => {
    const { token } = await customer()
    await worker.validate(token)
    const { answered, after } = await worker.trips(() => worker.validate(token))
    expect([answered.upstash.trips, answered.neon.trips]).toEqual([1, 0])
    expect([after.upstash.trips, after.neon.trips]).toEqual([1, 1])
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
    expect(await counts(organizationId)).toEqual({ redis: 2, usedCount: 2, activityRows: 2 })
  })

  it('include one SQL statement when Redis does not know the organization', async () => {
    const { token, organizationId } = await customer()
    await worker.forgetQuota(organizationId)
    const { answered } = await worker.trips(() => worker.validate(token))
    expect(answered.neon).toEqual({ trips: 1, statements: 1 })
    expect(answered.upstash.trips).toBe(4)
  })

  it('answers in one SQL statement while Redis is down', async () => {
    const { token } = await customer()
    await worker.fakes.fault({ service: 'upstash', mode: 'fail', namespace: worker.namespace })
    const { answered } = await worker.trips(async () => {
      await worker.fakes.fault({ service: 'upstash', mode: 'fail', namespace: worker.namespace })
      expect((await worker.validate(token)).status).toBe(200)
    })
    await worker.fakes.clearFaults('upstash', worker.namespace)
    await worker.redisAnswers()
    expect(answered.neon).toEqual({ trips: 1, statements: 1 })
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

describe('outages', () => {
  it('answers 503 and spends nothing while both are down', async () => {
    const { token, organizationId } = await customer()
    await worker.fakes.fault({ service: 'upstash', mode: 'fail', namespace: worker.namespace })
    await worker.fakes.fault({ service: 'neon', mode: 'fail', namespace: worker.namespace })
    const { status, headers, body } = await worker.validate<ErrorBody>(token)
    await worker.fakes.reset(worker.namespace)
    await worker.redisAnswers()
    expect(status).toBe(503)
    expect(body.code).toBe('SERVICE_UNAVAILABLE')
    expect(headers.get('Retry-After')).toBeTruthy()
    expect((await counts(organizationId)).usedCount).toBe(0)
    expect((await worker.validate(token, GERMAN)).status).toBe(200)
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
    ['status', 'SUSPENDED', 'status'],
    ['tier', 'PRO', 'tier'],
    ['vat_number', 'DK13748136', 'vatNumber'],
  ])('repairs a stale cached %s after one call', async (column, value, key) => {
    const { token, organizationId } = await customer()
    await worker.validate(token)
    await worker.settle()
    await worker.sql(`update organizations set ${column} = $2 where id = $1`, [organizationId, value])
    await worker.validate(token)
    await worker.settle()
    await worker.validate(token)
    const cached = JSON.parse((await worker.quotaOf(organizationId)).organization ?? '')
    expect(cached[key]).toBe(value)
  })

  it('refuses a deleted token that is still cached after one call', async () => {
    const { token, tokenId } = await customer()
    await worker.validate(token)
    await worker.settle()
    await worker.sql('delete from api_tokens where id = $1', [tokenId])
    expect((await worker.validate(token)).status).toBe(200)
    await worker.settle()
    expect((await worker.validate(token)).status).toBe(401)
  })

  it('repairs a stale cached monthly limit after one call', async () => {
    const { token, organizationId } = await customer()
    await worker.validate(token)
    await worker.settle()
    await worker.sql('update organization_quotas set monthly_limit = 2 where organization_id = $1', [
      organizationId,
    ])
    await worker.validate(token)
    await worker.settle()
    expect((await worker.validate<ErrorBody>(token)).body.code).toBe('QUOTA_EXCEEDED')
  })

  it('refuses a token after its scheduled deletion, even before cron deletes it', async () => {
    const { member, token, tokenId, organizationId } = await customer()
    await member.call(`/api/tokens/${tokenId}?schedule=1day`, { method: 'DELETE' })
    expect((await worker.validate(token)).status).toBe(200)
    await worker.settle()
    await worker.sql("update api_tokens set delete_at = now() - interval '1 second' where id = $1", [tokenId])
    await worker.forgetQuota(organizationId)
    const { status, body } = await worker.validate<ErrorBody>(token)
    expect([status, body.code]).toEqual([401, 'TOKEN_EXPIRED'])
  })
})
