import { SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { mismatches } from '#tests/docs/conformance.ts'
import { countStatuses, type ErrorBody, GERMAN, ORIGIN, refusal, times } from '#tests/worker/harness.ts'
import { SANDBOX_TOKEN, type SandboxToken } from '#worker/validation/sandbox/contract.ts'
import { takeSandboxCall } from '#worker/validation/sandbox/sandbox-token.ts'
import { document, openSandboxCustomer } from './sandbox-customer.ts'

const { worker, member, validate } = await openSandboxCustomer('sandbox_token')

const isolate = () => worker.context({})

let networks = 0
/** Networks of this file's own. */
const newNetwork = () => `198.18.77.${++networks}`
const requestToken = (address = newNetwork(), headers: Record<string, string> = {}) =>
  worker.call<SandboxToken & ErrorBody>('/api/tinproof/sandbox-token', {
    method: 'POST',
    headers: { 'CF-Connecting-IP': address, ...headers },
  })
const newSandboxToken = async () => (await requestToken()).body.token

describe('POST /api/tinproof/sandbox-token', () => {
  it('gives a visitor a token for an hour and 30 calls, from any website', async () => {
    const sentAt = Date.now()
    const answer = await requestToken(newNetwork(), {
      Origin: 'https://docs.example',
      'Sec-Fetch-Site': 'cross-site',
    })
    expect(mismatches(document, 'createSandboxToken', answer)).toEqual([])
    const { status, headers, body } = answer
    expect([status, headers.get('Access-Control-Allow-Origin')]).toEqual([201, '*'])
    expect(body).toEqual({
      token: expect.stringMatching(/^tp_test_[\w-]+\.[\w-]+\.[\w-]+$/),
      expiresAt: expect.any(String),
      calls: 30,
    })
    expect(Math.abs(Date.parse(body.expiresAt) - sentAt - 3_600_000)).toBeLessThan(60_000)
    const first = await validate({ countryCode: 'BE', tin: '0403019261' }, body.token)
    expect([first.status, first.body.live, first.body.entity.name]).toEqual([
      200,
      false,
      'Sandbox Company Ltd',
    ])
    expect(first.headers.get('RateLimit-Policy')).toBe('"sandbox-token";q=30;w=3600')
    expect(first.headers.get('RateLimit')).toMatch(/^"sandbox-token";r=29;t=3[56]\d\d$/)
    const second = await validate({ ...GERMAN, sandbox: 'error_503' }, body.token)
    expect(refusal(second)).toEqual([503, 'SERVICE_UNAVAILABLE'])
    const registersAnswer = await worker.call('/api/tinproof/registers', {
      headers: { Authorization: `Bearer ${body.token}` },
    })
    expect(registersAnswer.status).toBe(200)
  })

  it('needs no database', async () => {
    const { answered } = await worker.trips(async () => {
      const { body } = await requestToken()
      await validate(GERMAN, body.token)
    })
    expect([answered.neon.trips, answered.upstash.trips]).toEqual([0, 2])
  })

  it('refuses a fourth token for a network within the hour', async () => {
    const network = (host: number) => `2001:db8:5a:1::${host}`
    const answers = await Promise.all([1, 2, 3, 4, 5].map((host) => requestToken(network(host))))
    expect(countStatuses(answers)).toEqual({ 201: 3, 429: 2 })
    const refused = answers.find(({ status }) => status === 429)
    if (!refused) throw new Error('none was refused')
    expect(mismatches(document, 'createSandboxToken', refused)).toEqual([])
    expect(refused.body.code).toBe('RATE_LIMITED')
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(1_000)
    expect((await requestToken('2001:db8:5a:2::1')).status).toBe(201)
  })

  it('counts the calls of all isolates', async () => {
    const claims = { id: crypto.randomUUID(), expiresAt: Math.floor(Date.now() / 1_000) + 3_600 }
    const isolates = [isolate(), isolate()]
    const taken = await times(40, (call) => takeSandboxCall(isolates[call % 2] ?? isolate(), claims))
    expect(taken.filter(({ retryAfter }) => retryAfter === 0)).toHaveLength(SANDBOX_TOKEN.calls)
  })

  it('allows 10 calls per isolate while Redis is down, and half of the tokens', {
    tags: 'deep',
  }, async () => {
    const sandboxToken = await newSandboxToken()
    const network = newNetwork()
    await worker.withoutRedis(async () => {
      const answers = await times(15, () => validate(GERMAN, sandboxToken))
      expect(countStatuses(answers)).toEqual({ 200: 10, 429: 5 })
      const tokens = await Promise.all([1, 2, 3].map(() => requestToken(network)))
      expect(countStatuses(tokens)).toEqual({ 201: 2, 429: 1 })
    })
  })

  const signingKey = () => {
    const [kid = '', secret = ''] = worker.settings.SESSION_KEYS?.split(':') ?? []
    return { kid, secret: new Uint8Array(Buffer.from(secret, 'base64url')) }
  }
  const sign = (
    payload: Record<string, unknown>,
    { secret = signingKey().secret, audience = 'sandbox', expiresAt = '1h' } = {},
  ) =>
    new SignJWT(payload)
      .setProtectedHeader({ alg: 'HS256', kid: signingKey().kid })
      .setIssuer('tinproof')
      .setAudience(audience)
      .setExpirationTime(expiresAt)
      .sign(secret)

  it('accepts no forged, foreign or expired token', async () => {
    const genuine = (await newSandboxToken()).slice('tp_test_'.length)
    const [header = '', payload = '', signature = ''] = genuine.split('.')
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
    const later = encode({ ...claims, exp: claims.exp + 3_600 })
    const forged = [
      `${header}.${later}.${signature}`,
      `${header}.${payload}.${signature.slice(0, -4)}AAAA`,
      `${encode({ alg: 'none', kid: signingKey().kid })}.${payload}.`,
      `${encode({ alg: 'none', kid: signingKey().kid })}.${payload}.x`,
      `${encode({ alg: 'HS256', kid: 'other' })}.${payload}.${signature}`,
      await sign({ jti: 'x' }, { secret: crypto.getRandomValues(new Uint8Array(32)) }),
      await sign({ jti: 'x' }, { audience: 'tinproof-dashboard' }),
      await sign({}),
      'a.b.c',
      member.cookie.split('=')[1] ?? '',
    ]
    for (const jwt of forged) {
      const { status, body } = await validate(GERMAN, `tp_test_${jwt}`)
      expect([status, body.code, jwt]).toEqual([401, 'INVALID_TOKEN', jwt])
    }
    expect((await validate(GERMAN, `tp_live_${genuine}`)).body.code).toBe('INVALID_TOKEN')
    const expired = await sign({ jti: 'x' }, { expiresAt: '-1s' })
    expect((await validate(GERMAN, `tp_test_${expired}`)).body.code).toBe('TOKEN_EXPIRED')
    expect((await validate(GERMAN, `tp_test_${await sign({ jti: 'x' })}`)).status).toBe(200)
  })

  it('is no session', async () => {
    const jwt = (await newSandboxToken()).slice('tp_test_'.length)
    const [name = ''] = member.cookie.split('=')
    const { status } = await worker.call('/api/user', {
      headers: { Cookie: `${name}=${jwt}`, Origin: ORIGIN },
    })
    expect(status).toBe(401)
  })
})
