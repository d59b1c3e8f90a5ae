// @module-tag deep
import { afterEach, describe, expect, it, vi } from 'vitest'
import { operationOf, responsesOf } from '#tests/docs/conformance.ts'
import { documentedCalls } from '#tests/docs/documented-calls.ts'
import { type Call, type ErrorBody, refusal, times } from '#tests/worker/harness.ts'
import {
  danish,
  firstOf,
  norwegian,
  openRegisterCustomer,
} from '#tests/worker/registers/register-customer.ts'
import { MAX_UPLOAD } from '#worker/batches/contract.ts'
import { pendingLimits } from '#worker/batches/pending/contract.ts'
import { invalidNumbers } from '#worker/docs/openapi/answer-examples.ts'
import { openApiDocument } from '#worker/docs/openapi/document.ts'
import { withValidationPermission } from '#worker/docs/openapi/endpoint-errors.ts'
import { type EndpointId, endpoints, every } from '#worker/docs/openapi/endpoints.ts'
import { type ExampleId, exampleAnswers, exampleRequests } from '#worker/docs/openapi/examples.ts'
import { enforceIsolateLimit, isolateLimits } from '#worker/rate-limits.ts'
import type { Register } from '#worker/registers/register.ts'
import { registers } from '#worker/registers/registers.ts'
import { registerOf } from '#worker/registers/sources.ts'
import { samples } from '#worker/tin/contract/samples.ts'
import { generateOrganizationId, generateToken } from '#worker/tokens/generate-token.ts'
import type { ValidationResponse } from '#worker/validation/contract.ts'
import { SANDBOX_TOKEN, type SandboxToken } from '#worker/validation/sandbox/contract.ts'

const VALIDATE = endpoints.validate.path
const GERMAN = { countryCode: 'DE', tin: '136695976' }

const customer = await openRegisterCustomer('openapi')
const { member, setMode, worker } = customer
afterEach(() => {
  vi.useRealTimers()
  return customer.reset()
})

const { fits, unseen } = documentedCalls(openApiDocument())
/** The batch calls are in batches/openapi.test.ts. */
const calls = ['validate', 'createSandboxToken', 'listCountries', 'listRegisters', 'readHealth'] as const

const validate = (body: unknown, token = customer.token, options: Call = {}) =>
  worker.validate<ValidationResponse & ErrorBody>(token, body, options)

let people = 0
type Somebody = Awaited<ReturnType<typeof somebody>>
async function somebody(permissions = { read: true, validation: false }) {
  const { organization, createToken } = await worker.signUp(`of-openapi-${people++}`)
  const { token } = await createToken({ permissions })
  return { organizationId: organization.id, token }
}

const createSandboxToken = (address: string) =>
  worker.post<SandboxToken>(endpoints.createSandboxToken.path, undefined, {
    headers: { 'CF-Connecting-IP': address },
  })

/** Changes a row directly in the database, and makes the Worker load it again. */
async function alter(table: string, change: string, { organizationId }: Somebody): Promise<void> {
  await worker.settle()
  await worker.sql(`update ${table} set ${change} where organization_id = $1`, [organizationId])
  await worker.forgetQuota(organizationId)
}

/** The answer without what differs from call to call. */
function lasting(answer: ValidationResponse): unknown {
  const { additionalInfo } = answer
  const { registerAge } = additionalInfo
  const text = JSON.stringify({
    ...answer,
    referenceId: '<id>',
    additionalInfo: { ...additionalInfo, ...(registerAge && { registerAge: '<seconds>' }) },
  })
  return JSON.parse(text.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<instant>'))
}

/** Of a type. Other registers are only asked when another one is silent. */
const isFirstChoice = (register: Register) =>
  register.identifiers.some((identifier) => registerOf(identifier) === register)

const samplesOf = (type: string) => samples.filter(({ identifier }) => identifier === type)

describe('the validation', () => {
  it.each(Object.keys(exampleRequests) as ExampleId[])(
    'answers the example "%s" as documented',
    async (id) => {
      if (id === 'registered')
        await member.patch('/api/organization', {
          organizationId: member.organization.id,
          vatNumber: GERMAN.countryCode + GERMAN.tin,
        })
      if (id === 'silent') await setMode('vies', 'down')
      if (id === 'silent') await setMode('gleif', 'down')
      // Without a VAT number, eVatR is no fallback.
      if (id === 'silent')
        await member.patch('/api/organization', { organizationId: member.organization.id, vatNumber: '' })
      const token = id === 'invalid' ? (await somebody()).token : customer.token
      const answer = await validate(exampleRequests[id].value, token)
      expect(fits('validate', answer)).toEqual([200, undefined])
      expect(lasting(answer.body)).toEqual(lasting(exampleAnswers[id].value))
    },
  )

  const numbers: [what: string, body: Record<string, unknown>][] = [
    ['valid', { ...GERMAN, source: false }],
    ['valid, of one type', { ...GERMAN, type: 'DE.VAT' }],
    ['of a different type than requested', { ...GERMAN, type: 'DE.IDNR' }],
    ['that matches no type of the country', { countryCode: 'US', tin: 'nothing of the kind' }],
    ['no number at all', { countryCode: 'DE', tin: '…' }],
    ['of another country', { countryCode: 'DE', tin: 'ATU33864707' }],
    ['of a country that gives none', { countryCode: 'BM', tin: '1' }],
    ['tolerated', { countryCode: 'DK', tin: '010165-1234' }],
    ['nobody’s', { countryCode: 'PT', tin: '999999990' }],
    ['in other scripts’ digits', { countryCode: 'DE', tin: '１３６６９５９７６' }],
    ['that encodes its holder', { countryCode: 'IT', tin: 'RSSMRA85T10A562S' }],
    ['that encodes a place', { countryCode: 'CN', tin: '440524188001010014' }],
  ]
  it.each(numbers)('of a number that is %s fits', async (_what, body) => {
    expect(fits('validate', await validate(body))).toEqual([200, undefined])
  })

  it('with what every register says fits', { tags: 'deep' }, async () => {
    const asked = new Set<string>()
    for (const { identifiers } of registers) {
      const ofRegister = identifiers.slice(0, 3).flatMap((type) => samplesOf(type).slice(0, 2))
      for (const { country, tin, identifier } of ofRegister) {
        const answer = await customer.validate(country, tin, { type: identifier, name: 'Any Name' })
        expect(fits('validate', answer), `${country} ${tin}`).toEqual([200, undefined])
        asked.add(answer.body.additionalInfo.register ?? '')
      }
    }
    expect([...asked]).toEqual(
      expect.arrayContaining(registers.filter(isFirstChoice).map(({ name }) => name)),
    )
  })

  it('with what a register says of a number that it does not hold, or no longer, fits', async () => {
    const codesOf = async (country: string, tin: string) => {
      const answer = await customer.validate(country, tin)
      expect(fits('validate', answer)).toEqual([200, undefined])
      return answer.body.errors.map(({ code }) => code)
    }
    expect(await codesOf('DK', firstOf(danish({ isHeld: false })))).toEqual(['NOT_REGISTERED'])
    expect(await codesOf('NO', firstOf(norwegian({ ends: '25' })))).toEqual(['REGISTRATION_ENDED'])
  })

  it('with an old answer or one from a fallback register fits', async () => {
    await customer.validate('DK', '13748136')
    await worker.settle()
    await setMode('vies', 'down')
    await setMode('evatr', 'down')
    const stale = await customer.validate('DK', '13748136', { fresh: true })
    expect(fits('validate', stale)).toEqual([200, undefined])
    expect(stale.body.warnings.map(({ code }) => code)).toContain('SOURCE_STALE')
    const fallback = await customer.validate('FR', '40303265045')
    expect(fits('validate', fallback)).toEqual([200, undefined])
    expect(fallback.body.warnings.map(({ code }) => code)).toContain('SOURCE_FALLBACK')
  })
})

it('a validation that waits for a register fits, up to the limit of the plan', async () => {
  for (const register of ['vies', 'gleif']) await setMode(register, 'down')
  const { token } = await somebody({ read: true, validation: true })
  const wait = () => validate({ ...exampleRequests.silent.value, async: 'until_confirmed' }, token)
  const answers = await times(pendingLimits.FREE, wait)
  for (const answer of answers) expect(fits('validate', answer)).toEqual([202, undefined])
  expect(fits('validate', await wait())).toEqual([409, 'VALIDATION_LIMIT_REACHED'])
})

it.each(Object.entries(invalidNumbers))('the example of %s on its page has this code', async (code, body) => {
  const answer = await validate(body)
  expect(fits('validate', answer)).toEqual([200, undefined])
  expect(answer.body.errors.map((error) => error.code)).toEqual([code])
})

describe('a validation that is refused', () => {
  it.each<[string, Call, number, string]>([
    ['no number', { body: { countryCode: 'DE' } }, 422, 'INVALID_INPUT'],
    ['a type that there is not', { body: { ...GERMAN, type: 'DE.NONE' } }, 422, 'INVALID_INPUT'],
    ['no object', { raw: '[]' }, 422, 'INVALID_INPUT'],
    ['a country that there is not', { body: { countryCode: 'QQ', tin: '1' } }, 422, 'UNSUPPORTED_COUNTRY'],
  ])('for %s fits', async (_what, call, status, code) => {
    const answer = await validate(undefined, undefined, { method: 'POST', ...call })
    expect(fits('validate', answer)).toEqual([status, code])
  })

  it('or replayed for its idempotency key fits', async () => {
    const { token } = await somebody()
    const headers = { 'Idempotency-Key': 'fits' }
    await validate(GERMAN, token)
    await worker.settle()
    // The claim is made, but its answer is late.
    await worker.fault({ service: 'neon', mode: 'hang', times: 1, content: 'api_activities', after: true })
    const first = validate(GERMAN, token, { headers })
    await expect.poll(() => worker.sql`select id from idempotency_keys where answer is null`).not.toEqual([])
    const early = await validate(GERMAN, token, { headers })
    expect(fits('validate', early)).toEqual([409, 'IDEMPOTENCY_KEY_IN_USE'])
    await worker.clearFaults('neon')
    expect(fits('validate', await first)).toEqual([200, undefined])
    await worker.settle()
    const replay = await validate(GERMAN, token, { headers })
    expect([...fits('validate', replay), replay.headers.get('Idempotent-Replayed')]).toEqual([
      200,
      undefined,
      'true',
    ])
    const reused = await validate({ ...GERMAN, tin: '1' }, token, { headers })
    expect(fits('validate', reused)).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
    const long = await validate(GERMAN, token, { headers: { 'Idempotency-Key': 'k'.repeat(256) } })
    expect(fits('validate', long)).toEqual([422, 'INVALID_INPUT'])
  })

  it('because a page of another site sends none fits', async () => {
    const elsewhere = { body: GERMAN, headers: { Origin: 'https://shop.example' } }
    expect(fits('validate', await worker.call(VALIDATE, elsewhere))).toEqual([401, 'TOKEN_REQUIRED'])
  })

  it('for its quota fits', async () => {
    const spent = await somebody()
    await alter('organization_quotas', 'used_count = monthly_limit', spent)
    expect(fits('validate', await validate(GERMAN, spent.token))).toEqual([429, 'QUOTA_EXCEEDED'])
  })

  it('because no account waits for it fits', async () => {
    const { body } = await createSandboxToken('198.18.78.3')
    const answer = await validate({ ...GERMAN, async: 'until_confirmed' }, body.token)
    expect(fits('validate', answer)).toEqual([403, 'SANDBOX_TOKEN_REFUSED'])
  })

  it('because its sandbox token is used up fits', async () => {
    const { body } = await createSandboxToken('198.18.78.2')
    for (let call = 0; call < SANDBOX_TOKEN.calls; call++)
      expect(fits('validate', await validate(GERMAN, body.token))).toEqual([200, undefined])
    expect(fits('validate', await validate(GERMAN, body.token))).toEqual([429, 'SANDBOX_TOKEN_USED_UP'])
  })
})

describe('what needs no token', () => {
  it('the countries fit, and nothing where nothing has changed', async () => {
    const { path } = endpoints.listCountries
    const answer = await worker.call(path)
    expect(fits('listCountries', answer)).toEqual([200, undefined])
    const again = { headers: { 'If-None-Match': answer.headers.get('ETag') ?? '' } }
    expect(fits('listCountries', await worker.call(path, again))).toEqual([304, undefined])
  })

  it('the registers fit, with calls and without', async () => {
    await customer.validate('DK', '13748136')
    await worker.settle()
    expect(fits('listRegisters', await worker.call(endpoints.listRegisters.path))).toEqual([200, undefined])
  })

  it('sandbox tokens fit, up to the fourth', async () => {
    for (const status of [201, 201, 201, 429])
      expect(fits('createSandboxToken', await createSandboxToken('198.18.78.1'))[0]).toBe(status)
  })

  it('the health fits, whatever it is', async () => {
    const health = async () => fits('readHealth', await worker.call(endpoints.readHealth.path))
    expect(await health()).toEqual([200, undefined])
    await worker.runCron()
    expect(await health()).toEqual([200, undefined])
    expect(await worker.during({ service: 'neon' }, health)).toEqual([503, undefined])
    const address = '192.0.2.92'
    for (let call = 0; call < isolateLimits.healthByAddress.calls; call++)
      enforceIsolateLimit(isolateLimits.healthByAddress, address)
    const hasty = await worker.call(endpoints.readHealth.path, { headers: { 'CF-Connecting-IP': address } })
    expect(fits('readHealth', hasty)).toEqual([429, 'RATE_LIMITED'])
  })
})

describe('each call of the API', () => {
  const needsToken = (call: EndpointId) => '401' in responsesOf(openApiDocument(), call)
  const withToken = every.filter(needsToken)
  const contentOf = (call: EndpointId) => operationOf(openApiDocument(), call)?.requestBody?.content
  const send = (call: EndpointId, options: Call = {}, token: string | null = customer.token) => {
    const { method, path } = endpoints[call]
    const [example] = Object.values(contentOf(call)?.['application/json']?.examples ?? {})
    return worker.call<ErrorBody>(path.replace(/\{(\w+)Id\}/, `$1_${'0'.repeat(22)}`), {
      method: method.toUpperCase(),
      body: example?.value,
      ...options,
      headers: { ...(token !== null && { Authorization: `Bearer ${token}` }), ...options.headers },
    })
  }
  const changes = every.filter((call) => endpoints[call].method !== 'get')
  const unknown = () => generateToken(generateOrganizationId()).token

  it('needs a token, except what needs no account', () => {
    const others = every.filter((call) => !needsToken(call))
    expect(others).toEqual(['createSandboxToken', 'listCountries', 'listRegisters', 'readHealth'])
  })

  it.each(changes)('%s answers a body that it can’t read as documented', async (call) => {
    const form = { raw: 'a=b', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } }
    const endless = { raw: '{}', headers: { 'Content-Length': String(MAX_UPLOAD + 1) } }
    const answers = [form, endless, { raw: '{' }].map(async (body) => fits(call, await send(call, body))[0])
    const statuses = await Promise.all(answers)
    if (call === 'createSandboxToken') expect(statuses).toEqual([201, 201, 201])
    else if (contentOf(call)) expect(statuses).toEqual([415, 413, 400])
    else expect(statuses).toEqual([404, 413, 404])
  })

  it.each(every)('%s refuses another method', async (call) => {
    const answer = await send(call, { method: 'PUT' })
    expect(refusal(answer)).toEqual([405, 'METHOD_NOT_ALLOWED'])
    expect(answer.headers.get('Allow')?.split(', ')).toContain(endpoints[call].method.toUpperCase())
  })

  it('lets a token with only `read` make only the calls that don’t need more', async () => {
    const { token } = await somebody()
    for (const call of withToken) {
      const answer = await send(call, {}, token)
      fits(call, answer)
      const isRefused = answer.body?.code === 'PERMISSION_MISSING'
      expect([call, isRefused]).toEqual([call, withValidationPermission.includes(call)])
      if (isRefused) expect(answer.headers.get('WWW-Authenticate')).toContain('insufficient_scope')
    }
  })

  it('refuses a token as documented', async () => {
    const altered = async (change: string) => {
      const own = await somebody({ read: true, validation: true })
      await alter('api_tokens', change, own)
      return own.token
    }
    const suspended = await somebody()
    await worker.updateOrganization(suspended.organizationId, { status: 'SUSPENDED' })
    const refusals: [token: string | null, status: number, code: string][] = [
      [null, 401, 'TOKEN_REQUIRED'],
      ['tp_live_nonsense', 401, 'INVALID_TOKEN'],
      [unknown(), 401, 'INVALID_TOKEN'],
      [await altered(`expires_at = now() - interval '1 day'`), 401, 'TOKEN_EXPIRED'],
      [await altered(`allowed_ips = '{203.0.113.7}'`), 403, 'IP_NOT_ALLOWED'],
      [await altered(`permissions = '{"read":false,"validation":true}'`), 403, 'PERMISSION_MISSING'],
      [suspended.token, 403, 'ORGANIZATION_SUSPENDED'],
      [(await createSandboxToken('198.18.79.1')).body.token, 403, 'SANDBOX_TOKEN_REFUSED'],
    ]
    for (const call of withToken) {
      for (const [token, ...refused] of refusals) {
        // A sandbox token is for this call.
        if (call === 'validate' && refused[1] === 'SANDBOX_TOKEN_REFUSED') continue
        expect([call, ...fits(call, await send(call, {}, token))]).toEqual([call, ...refused])
      }
    }
  })

  it('refuses tokens that don’t exist after too many of them', async () => {
    const headers = { 'CF-Connecting-IP': '2001:db8:a91::1' }
    // However long the calls take, they are in one minute.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    const tries = await times(130, () => send('validate', { headers }, unknown()))
    const answers = tries.map((answer) => fits('validate', answer).join(' '))
    expect(new Set(answers)).toEqual(new Set(['401 INVALID_TOKEN', '429 RATE_LIMITED']))
    for (const call of withToken)
      expect(fits(call, await send(call, { headers }, unknown()))).toEqual([429, 'RATE_LIMITED'])
  })

  it.each(withToken)('%s of a service that can’t answer fits', async (call) => {
    // Paid calls need no database.
    const token = call === 'validate' ? (await somebody()).token : customer.token
    await worker.settle()
    const answer = await worker.during({ service: 'neon' }, () => send(call, {}, token))
    expect(fits(call, answer)).toEqual([503, 'SERVICE_UNAVAILABLE'])
  })

  it.each(every)('%s of a service that is not set up fits', async (call) => {
    const answer = await send(call, { settings: { SESSION_KEYS: '' } })
    expect(fits(call, answer)).toEqual([503, 'SETTINGS_INVALID'])
  })

  it.each(every)('%s has no other of these errors', (call) => {
    expect(unseen(call, 'alike')).toEqual([])
  })
})

it.each(calls)('%s has no other documented status or error', (call) => {
  expect(unseen(call)).toEqual([])
})
