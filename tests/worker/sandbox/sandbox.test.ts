import { SignJWT } from 'jose'
import { describe, expect, it, vi } from 'vitest'
import { mismatches } from '#tests/docs/conformance.ts'
import {
  type Answer,
  type Call,
  countStatuses,
  type ErrorBody,
  GERMAN,
  ORIGIN,
  refusal,
} from '#tests/worker/harness.ts'
import { openRegisterCustomer } from '#tests/worker/registers/register-customer.ts'
import { openApiDocument } from '#worker/docs/openapi/document.ts'
import { magicNumbersOf } from '#worker/docs/openapi/sandbox-texts.ts'
import { authorize } from '#worker/quota/authorize.ts'
import { noAnswerReasons } from '#worker/registers/register.ts'
import { registers } from '#worker/registers/registers.ts'
import { registerOf } from '#worker/registers/sources.ts'
import { countries } from '#worker/tin/index.ts'
import { MAX_TEST_TOKENS, MAX_TOKENS, type Token } from '#worker/tokens/contract.ts'
import { generateToken } from '#worker/tokens/generate-token.ts'
import { parseToken } from '#worker/tokens/parse-token.ts'
import type { ValidateRequest, ValidationResponse } from '#worker/validation/contract.ts'
import { answerInSandbox } from '#worker/validation/sandbox/answer.ts'
import {
  type RegisterOutcome,
  SANDBOX_TOKEN,
  type SandboxOutcome,
  type SandboxToken,
  sandboxOutcomes,
  TEST_BURST,
} from '#worker/validation/sandbox/contract.ts'
import { magicNumbers } from '#worker/validation/sandbox/magic-numbers.ts'
import { takeSandboxCall } from '#worker/validation/sandbox/sandbox-token.ts'

type Body = ValidationResponse & ErrorBody & { live: boolean }

const all = { read: true, validation: true }
const document = openApiDocument('0')

const customer = await openRegisterCustomer('sandbox')
const worker = customer.worker
const member = customer.member
const token = (await member.createToken({ name: 'Tests', live: false, permissions: all })).token

const validate = async (body: unknown, by = token, options: Call = {}) => {
  const answer = await worker.validate<Body>(by, body, options)
  expect(mismatches(document, 'validate', answer)).toEqual([])
  return answer
}

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

  it('has a limit of its own beside the live ones', async () => {
    const { call } = await worker.signUp('sandbox-limit')
    const create = (live: boolean, index: number) =>
      call<Body>('/api/tokens', { body: { name: `Token ${index}`, live } })
    const tests = await Promise.all(
      Array.from({ length: MAX_TEST_TOKENS + 5 }, (_, index) => create(false, index)),
    )
    expect(countStatuses(tests)).toEqual({ 201: MAX_TEST_TOKENS, 409: 5 })
    const refused = tests.find(({ status }) => status === 409)
    expect(refused?.body).toMatchObject({
      code: 'TOKEN_LIMIT_REACHED',
      message: "You've reached the limit of test tokens. Delete one first.",
    })
    const lives = await Promise.all(Array.from({ length: MAX_TOKENS + 5 }, (_, index) => create(true, index)))
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
      proof: 'vat-registration',
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

  it('shows when it was last used', async () => {
    const own = await worker.signUp('sandbox-last-used')
    const created = await own.createToken({ name: 'Tests', live: false })
    await validate(GERMAN, created.token)
    await worker.settle()
    const { body } = await own.call<Token[]>('/api/tokens')
    expect(Date.parse(body[0]?.lastUsedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(created.createdAt))
  })

  it('asks no register without the permission, and says so when told what to simulate', async () => {
    const reader = (await member.createToken({ name: 'Reader', live: false })).token
    expect((await validate(GERMAN, reader)).body.validation.source.attempted).toBe(false)
    const { status, body } = await validate({ ...GERMAN, sandbox: 'ended' }, reader)
    expect([status, body.code, body.live]).toEqual([403, 'PERMISSION_MISSING', false])
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
    const call = { ...parsed, permission: 'read', isTest: true, address: newNetwork() } as const
    expect(await authorize(isolate(), call)).toMatchObject({ authorized: true })
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
    const repeated = await validate(GERMAN, token, { headers })
    expect([repeated.status, repeated.body]).toEqual([200, first.body])
    expect(repeated.headers.get('Idempotent-Replayed')).toBe('true')
    expect(repeated.headers.get('RateLimit-Policy')).toBe('"test";q=100;w=10')
    const other = await validate({ ...GERMAN, name: 'Other' }, token, { headers })
    expect(refusal(other)).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])

    const failing = { headers: { 'Idempotency-Key': crypto.randomUUID() } }
    for (let attempt = 0; attempt < 2; attempt++) {
      const failed = await validate({ ...GERMAN, sandbox: 'error_503' }, token, failing)
      expect([failed.status, failed.headers.get('Idempotent-Replayed')]).toEqual([503, null])
    }
  })

  it('has a burst limit of its own, for all test tokens of an organization', async () => {
    const own = await worker.signUp('sandbox-burst')
    const live = (await own.createToken()).token
    const tests = [
      (await own.createToken({ name: 'One', live: false })).token,
      (await own.createToken({ name: 'Two', live: false })).token,
    ]
    const answers = await Promise.all(
      Array.from({ length: TEST_BURST.calls + 40 }, (_, index) =>
        worker.validate<Body>(tests[index % 2] ?? '', GERMAN),
      ),
    )
    const refused = answers.filter(({ status }) => status === 429)
    // The bucket refills while the calls run.
    expect(refused.length).toBeGreaterThan(0)
    expect(refused.length).toBeLessThanOrEqual(40)
    for (const { headers, body } of refused) {
      expect([body.code, body.live]).toEqual(['RATE_LIMITED', false])
      expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0)
      expect(headers.get('RateLimit-Policy')).toBe('"test";q=100;w=10')
      expect(headers.get('RateLimit')).toBe('"test";r=0;t=10')
    }
    const { headers } = await validate(GERMAN, live)
    expect(headers.get('RateLimit')).toMatch(/^"burst";r=999;t=10, "month";/)
  })
})

describe('a simulated answer', () => {
  /** A country with VIES, and three with registers of their own. */
  const numbers: [countryCode: string, tin: string][] = [
    ['PT', '501442600'],
    ['NO', '988077917'],
    ['AU', '51824753556'],
    ['CH', 'CHE105909036'],
  ]
  const registered = { source: true, overall: true, name: 'Sandbox Company Ltd', warnings: [], errors: [] }
  const silent = (reason: string) => ({
    source: null,
    overall: true,
    name: null,
    warnings: ['SOURCE_UNAVAILABLE'],
    errors: [`SOURCE_${reason}`],
  })
  const expected: Readonly<Record<Exclude<RegisterOutcome, 'stand_in'>, unknown>> = {
    registered,
    not_registered: { source: false, overall: false, name: null, warnings: [], errors: ['NOT_REGISTERED'] },
    ended: { ...registered, source: false, overall: false, errors: ['REGISTRATION_ENDED'] },
    name_differs: { ...registered, name: 'Imaginary Bakery Ltd' },
    stale: { ...registered, source: null, warnings: ['SOURCE_STALE'], errors: ['SOURCE_UNAVAILABLE'] },
    unavailable: silent('UNAVAILABLE'),
    timeout: silent('TIMEOUT'),
    throttled: silent('THROTTLED'),
    unreachable: silent('UNREACHABLE'),
    blocked: silent('BLOCKED'),
    unreadable: silent('UNREADABLE'),
    wrong_number: silent('WRONG_NUMBER'),
    busy: silent('BUSY'),
    paused: silent('PAUSED'),
    refused: { ...silent('REFUSED'), warnings: [] },
    not_covered: { ...silent('NOT_COVERED'), warnings: [] },
  }
  const summaryOf = ({ validation, entity, warnings, errors }: ValidationResponse) => ({
    source: validation.source.isValid,
    overall: validation.overall.isValid,
    name: entity.name,
    warnings: warnings.map(({ code }) => code).filter((code) => code.startsWith('SOURCE_')),
    errors: errors.map(({ code }) => code),
  })

  const simulate = (input: ValidateRequest): ValidationResponse => {
    const caller = { canUseRegisters: true, vatNumber: null, monthlyLimit: 100 }
    const { answer } = answerInSandbox(input, caller, { requestId: crypto.randomUUID(), now: new Date() })
    if (answer instanceof Error) throw answer
    return answer
  }

  it.each(Object.keys(expected) as (keyof typeof expected)[])('is %s in every country', (sandbox) => {
    for (const [countryCode, tin] of numbers) {
      const answer = simulate({ countryCode, tin, sandbox })
      const { live, validation, additionalInfo } = answer
      expect([live, validation.source.attempted]).toEqual([false, true])
      expect(summaryOf(answer), countryCode).toEqual(expected[sandbox])
      expect(additionalInfo.confidence === 'register').toBe(validation.source.isValid !== null)
    }
  })

  it('comes from a fallback register where there is one', () => {
    const [portuguese, norwegian] = numbers.map(([countryCode, tin]) =>
      simulate({ countryCode, tin, sandbox: 'stand_in' }),
    )
    if (!portuguese || !norwegian) throw new Error('no answer')
    expect(summaryOf(portuguese)).toEqual(expected.unavailable)
    expect(summaryOf(norwegian)).toEqual({
      ...silent('UNAVAILABLE'),
      name: 'Sandbox Company Ltd',
      warnings: ['SOURCE_STAND_IN'],
    })
    expect(norwegian.additionalInfo.register).toBe('GLEIF')
  })

  it('has every reason why a register can fail to answer', () => {
    const reasons = Object.keys(noAnswerReasons).map((reason) => reason.toLowerCase())
    expect(reasons.filter((reason) => !(reason in expected))).toEqual([])
  })

  it('is what a live token gets when a register really fails', async () => {
    const lasting = ({ result, reason, proof, errors, warnings, validation, additionalInfo }: Body) => ({
      result,
      reason,
      proof,
      errors: errors.map(({ timestamp: _, ...error }) => error),
      warnings,
      validation: JSON.stringify(validation).replace(/"\d{4}-[^"]+"/g, '"<time>"'),
      confidence: additionalInfo.confidence,
    })
    const cases: [sandbox: RegisterOutcome, down: string[]][] = [
      ['stand_in', ['brreg']],
      ['unavailable', ['brreg', 'gleif']],
    ]
    for (const [sandbox, down] of cases) {
      for (const register of down) await customer.setMode(register, 'down')
      const norwegian = { countryCode: 'NO', tin: '988077917' }
      const [real, simulated] = [
        await validate(norwegian, customer.token),
        await validate({ ...norwegian, sandbox }),
      ]
      await customer.reset()
      expect(lasting(simulated.body), sandbox).toEqual(lasting(real.body))
    }
  })

  it('says how old a stale answer is', async () => {
    const { body } = await validate({ countryCode: 'BE', tin: '0403019261', sandbox: 'stale' })
    const age = Date.now() - Date.parse(body.validation.source.timestamp ?? '')
    expect(Math.round(age / 86_400_000)).toBe(3)
    expect(body.additionalInfo.registerAge).toBe(String(3 * 86_400))
  })

  it('compares names like the real thing', async () => {
    const nameMatch = async (name: string, sandbox: RegisterOutcome) =>
      (await validate({ ...GERMAN, name, sandbox })).body.additionalInfo.nameMatch
    expect(await nameMatch('SANDBOX COMPANY LIMITED', 'registered')).toBe('exact')
    expect(await nameMatch('Sandbox Company', 'registered')).toBe('close')
    expect(await nameMatch('Acme GmbH', 'registered')).toBe('different')
    for (const name of ['Sandbox Company Ltd', 'Imaginary Bakery Ltd', 'Fictional Shipyard Ltd', 'Acme GmbH'])
      expect(await nameMatch(name, 'name_differs')).toBe('different')
    expect(await nameMatch('Acme GmbH', 'not_registered')).toBeUndefined()
  })

  it('holds a receipt if a live one would', async () => {
    const receipt = async () =>
      (await validate({ countryCode: 'BE', tin: '0403019261' })).body.additionalInfo.receipt
    expect(await receipt()).toBeUndefined()
    const setVatNumber = (vatNumber: string) =>
      member.patch('/api/organization', { organizationId: member.organization.id, vatNumber })
    expect((await setVatNumber('DE136695976')).status).toBe(200)
    expect(await receipt()).toBe('SANDBOX-0000000000')
    await setVatNumber('')
  })

  it('has no effect where a live call asks no register', async () => {
    for (const body of [
      { ...GERMAN, source: false },
      { countryCode: 'US', tin: '98-7654321' },
    ]) {
      const answer = await validate({ ...body, sandbox: 'not_registered' })
      expect(summaryOf(answer.body)).toMatchObject({ source: null, overall: true, errors: [] })
    }
  })

  it('can be each error with its status, body and headers', async () => {
    const quota = await validate({ ...GERMAN, sandbox: 'quota_exceeded' })
    expect([quota.status, quota.body.code, quota.body.live]).toEqual([429, 'QUOTA_EXCEEDED', false])
    expect(quota.body.message).toMatch(
      /^The monthly quota of this organization is used up\. It resets on \w+ 1, /,
    )
    expect(quota.headers.get('RateLimit')).toMatch(/"month";r=0;t=\d+$/)
    const untilReset = Number(/t=(\d+)$/.exec(quota.headers.get('RateLimit') ?? '')?.[1])
    expect(Math.abs(Number(quota.headers.get('Retry-After')) - untilReset)).toBeLessThanOrEqual(1)
    const hasty = await validate({ ...GERMAN, sandbox: 'rate_limited' })
    expect([hasty.status, hasty.body.code, hasty.body.live]).toEqual([429, 'RATE_LIMITED', false])
    expect([hasty.headers.get('Retry-After'), hasty.headers.get('RateLimit')]).toEqual([
      '1',
      expect.stringMatching(/^"burst";r=0;t=10, "month";r=/),
    ])
    const down = await validate({ ...GERMAN, sandbox: 'error_503' })
    expect([down.status, down.body.code, down.body.live]).toEqual([503, 'SERVICE_UNAVAILABLE', false])
    expect(down.headers.get('Retry-After')).toBe('5')
    const invalid = await validate({ countryCode: 'QQ', tin: '1', sandbox: 'error_503' })
    expect(refusal(invalid)).toEqual([422, 'UNSUPPORTED_COUNTRY'])
  })

  it('must be one of the outcomes, and needs a test token', async () => {
    const unknown = await validate({ ...GERMAN, sandbox: 'anything' })
    expect(unknown.body).toMatchObject({ code: 'INVALID_INPUT', details: [{ path: 'sandbox' }] })
    const message = 'sandbox works only with a test token, which starts with tp_test_'
    const live = await validate({ ...GERMAN, sandbox: 'registered' }, customer.token)
    expect([live.status, live.body.message, live.body.details]).toEqual([
      422,
      message,
      [{ path: 'sandbox', message }],
    ])
    const session = await member.post('/api/tinproof/validate', { ...GERMAN, sandbox: 'registered' })
    expect([session.status, session.body.message]).toEqual([422, message])
  })
})

describe('a magic number', () => {
  it('exists for each country with a register and each outcome', () => {
    const published = Object.keys(magicNumbers)
    const missing = countries.filter(
      ({ identifiers }) =>
        identifiers.some(({ id }) => registerOf(id)) && !identifiers.some(({ id }) => published.includes(id)),
    )
    expect(missing.map(({ code }) => code)).toEqual([])
    for (const [type, numbers] of Object.entries(magicNumbers)) {
      expect(new Set(numbers).size, type).toBe(sandboxOutcomes.length)
      expect(registerOf(type), type).toBeDefined()
    }
  })

  it('is valid as the docs show it and gives its outcome', () => {
    const caller = { canUseRegisters: true, vatNumber: null, monthlyLimit: 100 }
    const call = { requestId: crypto.randomUUID(), now: new Date() }
    const types = new Set<string>()
    for (const { code: countryCode } of countries) {
      for (const { type, tin, outcome } of magicNumbersOf(countryCode)) {
        const input = { countryCode, tin, name: 'Acme GmbH' }
        const magic = answerInSandbox(input, caller, call)
        const told = answerInSandbox({ ...input, sandbox: outcome }, caller, call)
        expect(magic, `${type} ${outcome}`).toEqual(told)
        types.add(type)
        if (magic.answer instanceof Error) continue
        const { validation, additionalInfo } = magic.answer
        expect([additionalInfo.identifier, validation.format.isValid, validation.source.attempted]).toEqual([
          type,
          true,
          true,
        ])
      }
    }
    expect([...types].sort()).toEqual(Object.keys(magicNumbers).sort())
  })

  it('works over the API, unless the call says what to simulate', async () => {
    const numberOf = (outcome: SandboxOutcome) => ({
      countryCode: 'DE',
      tin: magicNumbers['DE.VAT']?.[sandboxOutcomes.indexOf(outcome)],
    })
    const ended = await validate(numberOf('ended'))
    expect(ended.body.errors.map(({ code }) => code)).toEqual(['REGISTRATION_ENDED'])
    expect((await validate(numberOf('quota_exceeded'))).body.code).toBe('QUOTA_EXCEEDED')
    const told = await validate({ ...numberOf('quota_exceeded'), sandbox: 'registered' })
    expect([told.status, told.body.errors]).toEqual([200, []])
  })

  it('means nothing with a live token', async () => {
    const codes = new Set<string>()
    for (const tin of magicNumbers['NO.ORGNR'] ?? []) {
      const { status, body } = await validate({ countryCode: 'NO', tin }, customer.token)
      expect([status, body.live, body.entity.name === 'Sandbox Company Ltd']).toEqual([200, true, false])
      for (const { code } of [...body.errors, ...body.warnings]) codes.add(code)
    }
    expect([...codes].filter((code) => code !== 'NOT_REGISTERED')).toEqual([])
  })
})

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

  it('answers only POST', async () => {
    const { status, headers } = await worker.call('/api/tinproof/sandbox-token')
    expect([status, headers.get('Allow')]).toEqual([405, 'POST'])
  })

  it('allows exactly 30 of 40 parallel calls', async () => {
    const sandboxToken = await newSandboxToken()
    const answers = await Promise.all(Array.from({ length: 40 }, () => validate(GERMAN, sandboxToken)))
    expect(countStatuses(answers)).toEqual({ 200: 30, 429: 10 })
    const refused = answers.find(({ status }) => status === 429)
    expect(refused?.body).toMatchObject({ code: 'SANDBOX_TOKEN_USED_UP', live: false })
    expect(refused?.headers.get('RateLimit')).toMatch(/^"sandbox-token";r=0;t=\d+$/)
    const last = await validate(GERMAN, sandboxToken)
    expect(refusal(last)).toEqual([429, 'SANDBOX_TOKEN_USED_UP'])
    expect((await validate(GERMAN, await newSandboxToken())).status).toBe(200)
  })

  it('counts the calls of all isolates', async () => {
    const claims = { id: crypto.randomUUID(), expiresAt: Math.floor(Date.now() / 1_000) + 3_600 }
    const isolates = [isolate(), isolate()]
    const taken = await Promise.all(
      Array.from({ length: 40 }, (_, call) => takeSandboxCall(isolates[call % 2] ?? isolate(), claims)),
    )
    expect(taken.filter(({ wait }) => wait === 0)).toHaveLength(SANDBOX_TOKEN.calls)
  })

  it('allows 10 calls per isolate while Redis is down, and half of the tokens', async () => {
    const sandboxToken = await newSandboxToken()
    const network = newNetwork()
    await worker.withoutRedis(async () => {
      const answers = await Promise.all(Array.from({ length: 15 }, () => validate(GERMAN, sandboxToken)))
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

  it('is refused for batches', async () => {
    expect(
      refusal(
        await worker.call('/api/tinproof/batches', {
          headers: { Authorization: `Bearer ${await newSandboxToken()}` },
        }),
      ),
    ).toEqual([403, 'SANDBOX_TOKEN_REFUSED'])
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

describe('the dashboard', () => {
  it('validates live, and not with a test token', async () => {
    const { id } = await member.createToken({ name: 'For tests', live: false })
    const validateAs = (body: object) => member.post<Body>('/api/tinproof/validate', { ...GERMAN, ...body })
    expect((await validateAs({})).body.live).toBe(true)
    expect((await validateAs({ tokenId: id })).body.code).toBe('TOKEN_NOT_FOUND')
  })
})
