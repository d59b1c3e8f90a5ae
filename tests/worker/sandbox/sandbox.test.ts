import { describe, expect, it, vi } from 'vitest'
import { type Answer, type Call, countStatuses, GERMAN, refusal, times } from '#tests/worker/harness.ts'
import { authorize } from '#worker/quota/authorize.ts'
import { registers } from '#worker/registers/registers.ts'
import { parseToken } from '#worker/token-format.ts'
import { MAX_TEST_TOKENS, MAX_TOKENS, type Token } from '#worker/tokens/contract.ts'
import { generateToken } from '#worker/tokens/generate-token.ts'
import { sandboxOutcomes } from '#worker/validation/sandbox/contract.ts'
import { type Body, openSandboxCustomer } from './sandbox-customer.ts'

const all = { read: true, validation: true }

const { customer, worker, member, token, validate } = await openSandboxCustomer('sandbox')

const requestsToRegisters = async () =>
  (await Promise.all(registers.map(({ id }) => customer.callsTo(id)))).reduce((sum, calls) => sum + calls, 0)

describe('a test token', () => {
  it('is created like a live one and listed with its kind', async () => {
    const { call, createToken } = await worker.signUp('sandbox-creator')
    const created = await createToken({ name: 'CI tests', live: false, expiry: '30days' })
    expect(created.token).toMatch(/^tp_test_[0-9A-Za-z]{52}$/)
    await createToken({ name: 'Checkout' })
    const { body } = await call<Token[]>('/api/tokens')
    expect(body.map(({ name, live }) => [name, live])).toEqual([
      ['Checkout', true],
      ['CI tests', false],
    ])
    expect(body[1]?.obfuscatedToken).toBe(`tp_test_••••••••${created.token.slice(-4)}`)
    expect(body[1]?.expiresAt).toBe(created.expiresAt)
  })

  it('has a limit of its own beside the live ones', { tags: 'deep' }, async () => {
    const { call } = await worker.signUp('sandbox-limit')
    const create = (live: boolean, index: number) =>
      call<Body>('/api/tokens', { body: { name: `Token ${index}`, live } })
    const tests = await times(MAX_TEST_TOKENS + 5, (index) => create(false, index))
    expect(countStatuses(tests)).toEqual({ 201: MAX_TEST_TOKENS, 409: 5 })
    const refused = tests.find(({ status }) => status === 409)
    expect(refused?.body).toMatchObject({
      code: 'TOKEN_LIMIT_REACHED',
      message: "You've reached the limit of test tokens. Delete one first.",
    })
    const lives = await times(MAX_TOKENS + 5, (index) => create(true, index))
    expect(countStatuses(lives)).toEqual({ 201: MAX_TOKENS, 409: 5 })
  })

  it('answers like a live one with a made-up company', async () => {
    const { status, body } = await validate({
      countryCode: 'BE',
      tin: '0403019261',
      name: 'Sandbox Company Limited',
      address: 'Example St 1, 00000 Sandbox City',
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      live: false,
      result: 'confirmed',
      proof: 'vat_registration',
      validation: { source: { attempted: true, isValid: true }, overall: { isValid: true } },
      tinInfo: { formattedTin: 'BE 0403.019.261' },
      entity: { name: 'Sandbox Company Ltd', address: '1 Example Street, 00000 Sandbox City' },
      nameComparison: { match: 'exact', score: 100, ignored: [{ kind: 'legal_form' }] },
      addressComparison: { match: 'exact', score: 100, registered: expect.stringContaining('sandbox city') },
      warnings: [],
      errors: [],
      additionalInfo: {
        register: 'VIES',
        registerAge: '0',
        confidence: 'register',
        registeredOn: '2000-01-01',
        nameMatch: 'exact',
      },
    })
  })

  it('checks the number like a live one', async () => {
    const tests: [countryCode: string, tin: string][] = [
      ['DE', '136695967'],
      ['US', '12-3456789'],
      ['BM', '1'],
      ['PT', '999999990'],
    ]
    for (const [countryCode, tin] of tests) {
      const [real, simulated] = [
        await validate({ countryCode, tin }, customer.token),
        await validate({ countryCode, tin, sandbox: 'not_registered' }),
      ]
      const lasting = ({ body }: Answer<Body>) => ({
        ...body,
        referenceId: '',
        requestDate: '',
        live: null,
        validation: JSON.stringify(body.validation).replace(/"\d{4}-[^"]+"/g, '""'),
        errors: body.errors.map(({ code, message }) => ({ code, message })),
      })
      expect(lasting(simulated)).toEqual(lasting(real))
      expect([real.body.live, simulated.body.live]).toEqual([true, false])
    }
    for (const body of [
      { countryCode: 'QQ', tin: '1' },
      { countryCode: 'DE' },
      { ...GERMAN, type: 'DE.NONE' },
    ]) {
      const [real, simulated] = [await validate(body, customer.token), await validate(body)]
      expect([simulated.status, simulated.body.code, simulated.body.message]).toEqual([
        real.status,
        real.body.code,
        real.body.message,
      ])
      expect([real.body.live, simulated.body.live]).toEqual([undefined, false])
    }
  })

  it('reaches no register, spends no quota and is not recorded', async () => {
    const own = await worker.signUp('sandbox-unrecorded')
    const { token: test } = await own.createToken({ name: 'Tests', live: false, permissions: all })
    const before = await requestsToRegisters()
    for (const sandbox of sandboxOutcomes) await validate({ ...GERMAN, sandbox }, test)
    await validate(GERMAN, test)
    await validate({ ...GERMAN, fresh: true, maxAge: 0 }, test)
    await worker.settle()
    expect(await requestsToRegisters()).toBe(before)
    const organizationId = own.organization.id
    const count = async (table: string) =>
      (await worker.sql(`select 1 from ${table} where organization_id = $1`, [organizationId])).length
    expect([await count('api_activities'), await count('activity_days')]).toEqual([0, 0])
    expect((await own.call('/api/activity')).body).toEqual([])
    expect((await worker.quotaOf(organizationId)).used).toBe('0')
    const [quota] = await worker.sql`select used_count from organization_quotas
      where organization_id = ${organizationId}`
    expect(quota).toEqual({ used_count: 0 })
  })

  it('works when the quota is used up', async () => {
    const own = await worker.signUp('sandbox-used-up')
    const live = (await own.createToken({ permissions: all })).token
    const test = (await own.createToken({ name: 'Tests', live: false, permissions: all })).token
    await worker.sql`update organization_quotas set used_count = monthly_limit
      where organization_id = ${own.organization.id}`
    await worker.forgetQuota(own.organization.id)
    expect((await validate(GERMAN, live)).body.code).toBe('QUOTA_EXCEEDED')
    expect((await validate(GERMAN, test)).status).toBe(200)
    await worker.settle()
    await worker.forgetQuota(own.organization.id)
    await worker.withoutRedis(async () => {
      expect((await validate(GERMAN, test)).status).toBe(200)
    })
  })

  it('shows when it was last used, and where', async () => {
    const own = await worker.signUp('sandbox-last-used')
    const created = await own.createToken({ name: 'Tests', live: false })
    await worker.validate(created.token, GERMAN, { cf: { country: 'AT' } })
    await worker.settle()
    const { body } = await own.call<Token[]>('/api/tokens')
    expect(body[0]?.lastUsedCountry).toBe('AT')
    expect(Date.parse(body[0]?.lastUsedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(created.createdAt))
  })

  it('asks no register without the permission, and says so when told what to simulate', async () => {
    const reader = (await member.createToken({ name: 'Reader', live: false })).token
    expect((await validate(GERMAN, reader)).body.validation.source.attempted).toBe(false)
    const { status, body } = await validate({ ...GERMAN, sandbox: 'ended' }, reader)
    expect([status, body.code, body.live]).toEqual([403, 'PERMISSION_MISSING', false])
  })

  it('gets "live": false with every error', async () => {
    const by = async (secret: string, path: string, call: Call = {}) => {
      const headers = { Authorization: `Bearer ${secret}`, ...call.headers }
      const { body } = await worker.call<Body>(`/api/tinproof${path}`, { ...call, headers })
      return [body.code, body.live]
    }
    const monitor = { body: { countryCode: 'FR', tin: '40303265045', every: 'month' } }
    await by(token, '/monitors', monitor)
    const failing: [code: string, path: string, call?: Call][] = [
      ['BATCH_NOT_FOUND', '/batches/batch_xxx'],
      ['INVALID_INPUT', '/events?limit=0'],
      ['MONITOR_EXISTS', '/monitors', monitor],
      ['UNSUPPORTED_MEDIA_TYPE', '/validate', { raw: '{}', headers: { 'Content-Type': 'text/plain' } }],
      ['BODY_TOO_LARGE', '/validate', { body: { tin: '1'.repeat(70_000) } }],
      ['METHOD_NOT_ALLOWED', '/validate'],
      ['ROUTE_NOT_FOUND', '/nothing'],
    ]
    for (const [code, path, call] of failing) {
      expect(await by(token, path, call)).toEqual([code, false])
      if (code !== 'MONITOR_EXISTS') expect(await by(customer.token, path, call)).toEqual([code, undefined])
    }
  })

  it('is refused when it is revoked, has expired or its organization is suspended', async () => {
    const own = await worker.signUp('sandbox-refused')
    const { id, token: revoked } = await own.createToken({ name: 'Revoked', live: false })
    const { token: expired } = await own.createToken({ name: 'Expired', live: false, expiry: '30days' })
    const { token: kept } = await own.createToken({ name: 'Kept', live: false })
    for (const each of [revoked, expired, kept]) expect((await validate(GERMAN, each)).status).toBe(200)
    await worker.settle()
    await own.delete(`/api/tokens/${id}`)
    await worker.sql`update api_tokens set expires_at = now() - interval '1 s' where name = 'Expired'
      and organization_id = ${own.organization.id}`
    await worker.forgetQuota(own.organization.id)
    await worker.updateOrganization(own.organization.id, { tier: 'PRO' })
    const codeOf = async (by: string) => {
      const { status, body } = await validate(GERMAN, by)
      return [status, body.code, body.live]
    }
    expect(await codeOf(revoked)).toEqual([401, 'INVALID_TOKEN', false])
    expect(await codeOf(expired)).toEqual([401, 'TOKEN_EXPIRED', false])
    expect(await codeOf(kept)).toEqual([200, undefined, false])
    await worker.updateOrganization(own.organization.id, { status: 'SUSPENDED' })
    expect(await codeOf(kept)).toEqual([403, 'ORGANIZATION_SUSPENDED', false])
  })

  it('stops after a call, although Redis was down when it was revoked', async () => {
    const own = await worker.signUp('sandbox-outage')
    const { id, token: test } = await own.createToken({ name: 'Tests', live: false })
    const parsed = await parseToken(test)
    if (parsed?.kind !== 'test') throw new Error('not a test token')
    const call = { ...parsed, permission: 'read', isTest: true, clientNetwork: '198.18.78.1' } as const
    expect(await authorize(worker.context({}), call)).toMatchObject({ authorized: true })
    // Redis still knows it.
    await worker.sql`delete from api_tokens where id = ${id}`
    expect((await validate(GERMAN, test)).status).toBe(200)
    await worker.settle()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5_000 })
    expect((await validate(GERMAN, test)).status).toBe(401)
    vi.useRealTimers()
  })

  it('is refused before any I/O when it is mistyped', async () => {
    const live = (await member.createToken({ name: 'Live' })).token
    const random = generateToken(member.organization.id, { live: false }).token
    const mistyped = [
      live.replace('tp_live_', 'tp_test_'),
      token.replace('tp_test_', 'tp_live_'),
      `${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`,
      token.toUpperCase(),
      `${token}0`,
      random.replace('tp_test_', 'tp_prod_'),
    ]
    for (const each of mistyped) {
      const { answered } = await worker.trips(async () => {
        expect([(await validate(GERMAN, each)).status, each]).toEqual([401, each])
      })
      expect(answered.neon.trips + answered.upstash.trips).toBe(0)
    }
    // A well-formed one of nobody.
    expect((await validate(GERMAN, random)).body.code).toBe('INVALID_TOKEN')
  })

  it('gets the same answer for a repeated call with an idempotency key', async () => {
    const headers = { 'Idempotency-Key': crypto.randomUUID() }
    const first = await validate(GERMAN, token, { headers })
    expect(first.headers.get('Idempotent-Replayed')).toBeNull()
    expect(first.headers.get('X-Request-Id')).toBe(first.body.referenceId)
    // The answer is stored after the response.
    await worker.settle()
    const repeated = await validate(GERMAN, token, { headers })
    expect([repeated.status, repeated.body]).toEqual([200, first.body])
    expect(repeated.headers.get('Idempotent-Replayed')).toBe('true')
    expect(repeated.headers.get('X-Request-Id')).not.toBe(first.body.referenceId)
    expect(repeated.headers.get('RateLimit-Policy')).toBe('"test";q=100;w=10')
    const other = await validate({ ...GERMAN, name: 'Other' }, token, { headers })
    expect(refusal(other)).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])

    const failing = { headers: { 'Idempotency-Key': crypto.randomUUID() } }
    for (let attempt = 0; attempt < 2; attempt++) {
      const failed = await validate({ ...GERMAN, sandbox: 'error_503' }, token, failing)
      expect([failed.status, failed.headers.get('Idempotent-Replayed')]).toEqual([503, null])
    }
  })

  it('has one burst limit for all calls', async () => {
    const own = await worker.signUp('sandbox-all-calls')
    const { token: test } = await own.createToken({ name: 'Tests', live: false })
    const headers = { Authorization: `Bearer ${test}` }
    const list = () => worker.call<Body>('/api/tinproof/events?limit=1', { headers })
    const bucket = `rate-limit:test-token:${own.organization.id}`
    await worker.redis('HSET', bucket, 'tokens', '2', 'refilledAt', String(Date.now() + 60_000))
    const answers = [await list(), await validate(GERMAN, test), await list(), await validate(GERMAN, test)]
    expect(answers.map(({ status, headers }) => [status, headers.get('RateLimit')])).toEqual([
      [200, '"test";r=1;t=10'],
      [200, '"test";r=0;t=10'],
      [429, '"test";r=0;t=10'],
      [429, '"test";r=0;t=10'],
    ])
    for (const { headers } of answers) expect(headers.get('RateLimit-Policy')).toBe('"test";q=100;w=10')
    const { code, live } = answers[2]?.body ?? {}
    expect([code, live]).toEqual(['RATE_LIMITED', false])
  })
})

describe('the dashboard', () => {
  it('validates live, and not with a test token', async () => {
    const { id } = await member.createToken({ name: 'For tests', live: false })
    const validateAs = (body: object) => member.post<Body>('/api/tinproof/validate', { ...GERMAN, ...body })
    expect((await validateAs({})).body.live).toBe(true)
    expect((await validateAs({ tokenId: id })).body.code).toBe('TOKEN_NOT_FOUND')
  })
})
