import { beforeAll, describe, expect, it } from 'vitest'
import {
  type Call,
  countStatuses,
  type ErrorBody,
  GERMAN,
  ORIGIN,
  openWorker,
  refusal,
} from '#tests/worker/harness.ts'
import type { Activity } from '#worker/activity/contract.ts'
import type { OrganizationDetail } from '#worker/organizations/contract.ts'
import { generateOrganizationId, generateToken } from '#worker/tokens/generate-token.ts'
import type { ValidationResponse } from '#worker/validation/contract.ts'

const worker = await openWorker('validation')
const member = await worker.signUp('validator')
await worker.updateOrganization(member.organization.id, { tier: 'ENTERPRISE' })
const token = (await member.createToken()).token

describe('POST /api/tinproof/validate', () => {
  it('returns the full response for a German VAT number', async () => {
    const { status, headers, body } = await worker.validate<ValidationResponse>(token, {
      countryCode: 'DE',
      tin: '136695976',
    })
    const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    expect(status).toBe(200)
    expect(body).toEqual({
      referenceId: headers.get('X-Request-Id'),
      live: true,
      countryCode: 'DE',
      tin: '136695976',
      requestDate: instant,
      result: 'format_only',
      reason: 'The check digit is correct. No register confirmed the number.',
      proof: null,
      validation: {
        format: { attempted: true, isValid: true, timestamp: instant },
        source: { attempted: false, isValid: null, timestamp: null },
        overall: { attempted: true, isValid: true, timestamp: instant },
      },
      tinInfo: { label: 'USt-IdNr.', name: 'VAT identification number', formattedTin: 'DE136695976' },
      entity: { name: null, address: null },
      nameComparison: null,
      addressComparison: null,
      warnings: [],
      errors: [],
      additionalInfo: expect.objectContaining({ type: 'DE.VAT', confidence: 'checksum' }),
    })
  })

  it('returns 200 and the reason for an invalid number', async () => {
    const { status, body } = await worker.validate<ValidationResponse>(token, {
      countryCode: 'de',
      tin: 'I36695976',
    })
    expect(status).toBe(200)
    expect(body.validation.overall.isValid).toBe(false)
    expect(body.errors).toMatchObject([{ code: 'INVALID_CHARACTERS', retryable: false }])
    expect(body.additionalInfo.suggestion).toBe('DE136695976')
  })

  it('checks only types of the given kind', async () => {
    const answer = (kind: string) =>
      worker.validate<ValidationResponse & ErrorBody>(token, { countryCode: 'DE', tin: '36574261809', kind })
    expect((await answer('tin')).body.additionalInfo.type).toBe('DE.IDNR')
    expect((await answer('vat')).body.validation.overall.isValid).toBe(false)
    for (const kind of ['placeholder', 'VAT', '']) {
      expect((await answer(kind)).body).toMatchObject({ code: 'INVALID_INPUT', details: [{ path: 'kind' }] })
    }
  })

  it('checks only the given type', async () => {
    const answer = (type: string) =>
      worker.validate<ValidationResponse & ErrorBody>(token, { countryCode: 'DE', tin: '136695976', type })
    expect((await answer('DE.VAT')).body.validation.overall.isValid).toBe(true)
    expect((await answer('DE.IDNR')).body.validation.overall.isValid).toBe(false)
    expect((await answer('DE.NONE')).body).toMatchObject({
      code: 'INVALID_INPUT',
      details: [{ path: 'type' }],
    })
  })

  it('sends rate limits, request id and timing with every answer', async () => {
    for (const answer of [
      await worker.validate(token),
      await worker.validate(token, { countryCode: 'DE' }),
      await worker.validate('tp_live_nonsense'),
    ]) {
      for (const name of ['RateLimit', 'RateLimit-Policy', 'X-Request-Id', 'Server-Timing']) {
        expect(answer.headers.get(name), `${name} at ${answer.status}`).toBeTruthy()
      }
    }
    const { headers } = await worker.validate(token)
    expect(headers.get('RateLimit')).toMatch(/^"burst";r=\d+;t=10, "month";r=99\d\d;t=\d+$/)
    expect(headers.get('Strict-Transport-Security')).toBe('max-age=31536000; includeSubDomains')
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
  })

  it('allows any origin with a bearer token, without credentials', async () => {
    const preflight = await worker.call('/api/tinproof/validate', {
      method: 'OPTIONS',
      headers: {
        Origin: 'https://shop.example',
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'authorization,content-type',
      },
    })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('Access-Control-Allow-Origin')).toBe('*')
    const { status, headers } = await worker.validate(token, undefined, {
      headers: { Origin: 'https://shop.example' },
    })
    expect([status, headers.get('Access-Control-Allow-Origin')]).toEqual([200, '*'])
    expect(headers.get('Access-Control-Allow-Credentials')).toBeNull()
    const refused = await worker.validate(token, {}, { headers: { Origin: 'https://shop.example' } })
    expect([refused.status, refused.headers.get('Access-Control-Allow-Origin')]).toEqual([422, '*'])
    const mistyped = await worker.call('/api/tinproof/mistyped', {
      method: 'POST',
      headers: { Origin: 'https://shop.example' },
    })
    expect([mistyped.status, mistyped.headers.get('Access-Control-Allow-Origin')]).toEqual([404, '*'])
  })

  it('refuses fields in the query, where they would have no effect', async () => {
    const { status, body } = await worker.call<ErrorBody>('/api/tinproof/validate?source=false', {
      method: 'POST',
      body: GERMAN,
      headers: { Authorization: `Bearer ${token}` },
    })
    expect(status).toBe(422)
    expect(body).toMatchObject({ code: 'INVALID_INPUT', details: [{ path: 'source' }] })
  })

  it('ignores the session of a call with a bearer token', async () => {
    const stranger = await worker.signUp('both')
    const { status } = await worker.validate(token, undefined, {
      headers: { Cookie: stranger.cookie, Origin: 'https://shop.example' },
    })
    expect(status).toBe(200)
    const broken = await worker.validate('no-token', undefined, { headers: { Cookie: stranger.cookie } })
    expect(broken.status).toBe(401)
  })

  it('validates for the dashboard with the default token or the given one, which gets no credit', async () => {
    const customer = await worker.signUp('dashboard')
    const own = await customer.createToken()
    const body = { countryCode: 'DE', tin: '136695976' }
    expect((await customer.post('/api/tinproof/validate', body)).status).toBe(200)
    expect((await customer.post('/api/tinproof/validate', { ...body, tokenId: own.id })).status).toBe(200)
    const organization = await customer.call<OrganizationDetail>('/api/organization')
    expect(organization.body.quota.usedCount).toBe(2)
    const activity = await customer.call<Activity[]>('/api/activity')
    expect(activity.body).toMatchObject([
      { endpoint: '/api/tinproof/validate', status: 200, tokenName: 'default', outcome: 'format_only' },
      { endpoint: '/api/tinproof/validate', status: 200, tokenName: 'default' },
    ])
    expect((await customer.call('/api/tokens/usage')).body).not.toMatchObject([{ tokenId: own.id }])
  })
})

describe('bad input', () => {
  const nested = `${'['.repeat(30_000)}${']'.repeat(30_000)}`
  const cases: [string, Call, number, string][] = [
    ['no body', { method: 'POST' }, 400, 'INVALID_JSON'],
    ['broken JSON', { raw: '{"countryCode":' }, 400, 'INVALID_JSON'],
    [
      'a gzip body',
      { raw: Uint8Array.of(0x1f, 0x8b, 8, 0), headers: { 'Content-Encoding': 'gzip' } },
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ],
    [
      'JSON that is not UTF-8',
      {
        raw: Uint8Array.from('{"countryCode":"DE","tin":"13669597\xff6"}', (letter) => letter.charCodeAt(0)),
      },
      400,
      'INVALID_JSON',
    ],
    ['a body of 1 MB', { raw: JSON.stringify({ tin: 'x'.repeat(1_000_000) }) }, 413, 'BODY_TOO_LARGE'],
    [
      'another content type',
      { raw: 'a=b', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } },
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ],
    ['an array', { body: [] }, 422, 'INVALID_INPUT'],
    ['null', { raw: 'null' }, 422, 'INVALID_INPUT'],
    ['30,000 nested arrays', { raw: nested }, 422, 'INVALID_INPUT'],
    ['no TIN', { body: { countryCode: 'DE' } }, 422, 'INVALID_INPUT'],
    ['an unknown country', { body: { countryCode: 'QQ', tin: '1' } }, 422, 'UNSUPPORTED_COUNTRY'],
    ['the prototype', { raw: '{"__proto__":{"countryCode":"DE","tin":"1"}}' }, 422, 'INVALID_INPUT'],
  ]

  it.each(cases)(
    'returns an error code for %s, with a token and with a session',
    async (_what, call, status, code) => {
      const byToken = await worker.call('/api/tinproof/validate', {
        method: 'POST',
        ...call,
        headers: { ...call.headers, Authorization: `Bearer ${token}` },
      })
      expect(refusal(byToken)).toEqual([status, code])
      expect(byToken.body.requestId).toBe(byToken.headers.get('X-Request-Id'))
      expect(byToken.body.docs).toBe(`${ORIGIN}/docs/errors/${code}`)
      const bySession = await member.call('/api/tinproof/validate', { method: 'POST', ...call })
      expect(refusal(bySession)).toEqual([status, code])
    },
  )

  it.each([
    ['an hour', 'maxAge must be a number'],
    [1e30, 'maxAge must be at most 2592000'],
  ])('names the field that is wrong, in plain words: %s', async (maxAge, message) => {
    const call = { body: { ...GERMAN, maxAge, sandbox: 'maybe' } }
    const { body } = await member.call('/api/tinproof/validate', { method: 'POST', ...call })
    expect(body.message).toBe(message)
    expect(JSON.stringify(body.details)).not.toMatch(/Invalid (input|option)|expected|9007199254740991/)
  })

  it.each([`Bearer ${'x'.repeat(10_000)}`, 'bearer tp_live_'])(
    'returns 401 for the authorization %j',
    async (Authorization) => {
      const { status, headers, body } = await worker.post('/api/tinproof/validate', GERMAN, {
        headers: { Authorization },
      })
      expect([status, body.code]).toEqual([401, 'INVALID_TOKEN'])
      expect(headers.get('WWW-Authenticate')).toBe('Bearer error="invalid_token"')
      expect(headers.get('RateLimit-Policy')).toBe('"unknown-token";q=100;w=60')
      expect(headers.get('RateLimit')).toBe('"unknown-token";r=100;t=60')
    },
  )

  it.each<Record<string, string>>([
    {},
    { Authorization: '' },
    { Authorization: 'Bearer' },
    { Authorization: 'Bearer ' },
    { Authorization: 'Basic dXNlcjpwYXNz' },
    { Authorization: 'Bearer a b' },
    { Authorization: 'tp_live_without_bearer' },
    { Origin: 'https://shop.example', 'Sec-Fetch-Site': 'cross-site' },
  ])('names the missing header to a caller with %j', async (sent) => {
    const { status, headers, body } = await worker.post('/api/tinproof/validate', GERMAN, { headers: sent })
    expect([status, body.code]).toEqual([401, 'TOKEN_REQUIRED'])
    expect(body.message).toBe('Send an API token in the header "Authorization: Bearer tp_live_…".')
    expect(headers.get('WWW-Authenticate')).toBe('Bearer')
  })

  it('returns NOT_SIGNED_IN to a dashboard without a session', async () => {
    expect(
      refusal(await worker.post('/api/tinproof/validate', GERMAN, { headers: { Origin: ORIGIN } })),
    ).toEqual([401, 'NOT_SIGNED_IN'])
  })

  it.each(['/api', '/api/', '/api/nothing', '/api/tinproof', '/api/tokens/1/2', '/api/%00', '/api/../x'])(
    'returns ROUTE_NOT_FOUND for %s',
    async (path) => {
      expect(refusal(await worker.call(path))).toEqual([404, 'ROUTE_NOT_FOUND'])
    },
  )

  const limitsUnknownTokens = async (redis: string) => {
    const from = (address: string) => ({ headers: { 'CF-Connecting-IP': address } })
    const network = `2001:db8:${redis === 'is down' ? 'dead' : 'bad'}:`
    const attempt = (place: number) =>
      worker.validate(
        generateToken(generateOrganizationId()).token,
        GERMAN,
        from(`${network}:${place.toString(16)}`),
      )
    if (redis === 'is down') await worker.fault({ service: 'upstash' })
    const tries = await Promise.all(Array.from({ length: 130 }, (_, place) => attempt(place)))
    const refused = await attempt(0)
    const elsewhere = await worker.validate(token, GERMAN, from(`${network}1::1`))
    await worker.clearFaults('upstash')
    await worker.redisAnswers()
    const left = tries.flatMap(({ headers }) => /;r=(\d+);/.exec(headers.get('RateLimit') ?? '')?.[1] ?? [])
    expect(left.map(Number).sort((a, b) => b - a)).toEqual(
      Array.from({ length: 130 }, (_, at) => Math.max(0, 99 - at)),
    )
    expect(countStatuses(tries)).toEqual({ 401: 100, 429: 30 })
    expect(refusal(refused)).toEqual([429, 'RATE_LIMITED'])
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect(refused.headers.get('RateLimit')).toMatch(/^"unknown-token";r=0;t=\d+$/)
    expect(elsewhere.status).toBe(200)
    expect((await worker.validate(token, GERMAN, from(`${network}:1`))).status).toBe(200)
  }
  it.each(['answers'])('limits unknown tokens per network while Redis %s', limitsUnknownTokens)
  it.each(['is down'])(
    'limits unknown tokens per network while Redis %s',
    { tags: 'deep' },
    limitsUnknownTokens,
  )
})

describe('GET /api/health', () => {
  beforeAll(() => worker.runJob('delete-due-tokens'))

  it('is ok, degraded without Redis and down without PostgreSQL', async () => {
    const health = async () => {
      const { status, body } = await worker.call('/api/health')
      return { status, body }
    }
    expect(await health()).toEqual({ status: 200, body: { status: 'ok' } })
    await worker.fault({ service: 'neon' })
    expect(await health()).toEqual({ status: 503, body: { status: 'down' } })
    await worker.fakes.reset(worker.namespace)
    await worker.fault({ service: 'upstash', mode: 'garbage' })
    expect(await health()).toEqual({ status: 200, body: { status: 'degraded' } })
    await worker.fakes.reset(worker.namespace)
    await worker.redisAnswers()
  })

  it('has details for platform administrators only', async () => {
    const oldestCall = expect.toBeOneOf([null, expect.any(String)])
    const states = { database: 'ok', redis: 'ok', queue: 'ok' }
    const details = { ...states, jobs: expect.any(Array), problems: [], oldestCall }
    expect((await worker.health()).body).toEqual({ status: 'ok', ...details })
    expect((await member.call('/api/health')).body).toEqual({ status: 'ok' })
    const headers = { Cookie: member.cookie.replace(/.$/, '-'), 'x-organization-id': 'nobodys' }
    expect((await worker.call('/api/health', { headers })).body).toEqual({ status: 'ok' })
    await worker.fault({ service: 'upstash' })
    expect((await worker.health()).body).toMatchObject({ status: 'degraded', database: 'ok', redis: 'down' })
    await worker.fakes.reset(worker.namespace)
    await worker.redisAnswers()
  })

  it.each(['fail', 'reset', 'garbage'] as const)(
    'makes every call return 503 while PostgreSQL answers with: %s',
    async (mode) => {
      await worker.fault({ service: 'neon', mode })
      const answers = await Promise.all([
        member.call('/api/user'),
        member.call('/api/activity'),
        member.post('/api/tokens', { name: 'Lost token' }),
        worker.post('/api/login', { email: 'a@example.test', password: 'secret' }),
        worker.post('/api/register', { email: 'a@example.test', password: 'a secret' }),
      ])
      await worker.fakes.reset(worker.namespace)
      for (const { status, headers, body } of answers) {
        expect([status, body.code]).toEqual([503, 'SERVICE_UNAVAILABLE'])
        expect(headers.get('Retry-After')).toBeTruthy()
        expect(JSON.stringify(body)).not.toMatch(/select|insert|params/i)
      }
    },
  )
})
