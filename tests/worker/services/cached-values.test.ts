import { afterEach, describe, expect, it } from 'vitest'
import { GERMAN } from '#tests/worker/harness.ts'
import { openRegisterCustomer } from '#tests/worker/registers/register-customer.ts'
import { readResetCooldown } from '#worker/accounts/passwords/forgot-password.ts'
import { hashKey, hashToken } from '#worker/lib/hash.ts'
import { monthOf } from '#worker/quota/month.ts'
import { takeCall } from '#worker/rate-limits.ts'
import { decodeAnswer, encodeAnswer } from '#worker/registers/cached-answer.ts'
import { takeSandboxCall } from '#worker/validation/sandbox/sandbox-token.ts'

const HELD = '13748136'

const customer = await openRegisterCustomer('cached_values')
const { charged, worker } = customer
const organizationId = customer.member.organization.id
afterEach(() => customer.reset())

const context = () => worker.context()

const answeredAt = Date.now()
const answerText = `{"v":1,"register":"vies","isFallback":false,"answeredAt":${answeredAt},"answer":{"kind":"found","registered":true,"proves":"vat_registration","name":"Cached A/S","address":null,"status":null,"consultationNumber":null,"facts":{}}}`

/** Literal texts: if one fails to be read or is written differently, raise its version and change it here. */
describe('this release reads what the last one wrote', () => {
  it('the records of a quota', async () => {
    const { id, token } = await customer.member.createToken()
    const tokenText = `"${hashToken(token)}":{"id":${id},"endsAt":0,"allowedIps":[],"read":true,"validation":false}`
    const organizationText =
      '{"v":4,"organization":{"status":"ACTIVE","tier":"ENTERPRISE","vatNumber":null,"keepsRecords":false,"recordYears":null,"monthlyLimit":10000},"tokens":{'
    await worker.validate(token)
    await worker.settle()
    const { organization } = await worker.quotaOf(organizationId)
    expect(organization?.startsWith(organizationText)).toBe(true)
    expect(organization).toContain(tokenText)

    const key = worker.quotaKeyOf(organizationId)
    const text = `${organizationText}${tokenText}}}`
    const end = String(monthOf(new Date()).end.getTime())
    const month = ['organization', text, 'used', '7', 'resetDate', end, 'countedAt', String(Date.now())]
    await worker.redis('DEL', key)
    await worker.redis('HSET', key, ...month)
    const { answered } = await worker.trips(() => worker.validate(token))
    expect(answered.neon.trips).toBe(0)
    expect((await worker.quotaOf(organizationId)).used).toBe('8')
  })

  it('the answer of a register', async () => {
    const cached = decodeAnswer(answerText)
    expect(cached && encodeAnswer(cached)).toBe(answerText)
    await worker.redis('SET', await customer.keyOf('DK.CVR', HELD), answerText)
    const calls = await customer.callsTo('vies')
    expect((await customer.validate('DK', HELD)).body.entity.name).toBe('Cached A/S')
    expect(await customer.callsTo('vies')).toBe(calls)
  })

  it('the calls of a sandbox token', async () => {
    await worker.redis('SET', 'sandbox-token:old', '29')
    const token = { id: 'old', expiresAt: Math.floor(Date.now() / 1_000) + 600 }
    expect(await takeSandboxCall(context(), token)).toEqual({ left: 0, retryAfter: 0 })
    expect((await takeSandboxCall(context(), token)).retryAfter).toBeGreaterThan(0)
  })

  it('the cooldown of a password reset', async () => {
    const email = 'someone@example.test'
    await worker.redis('SET', `reset-cooldown:${hashKey(email)}`, '1', 'EX', '60')
    expect(await readResetCooldown(context(), email)).toMatchObject({ inCooldown: true })
  })

  it('the bucket of a rate limit', async () => {
    const limit = { name: 'old', calls: 2, seconds: 3_600 }
    const now = String(Date.now())
    await worker.redis('HSET', 'rate-limit:old:someone', 'refilledAt', now, 'tokens', '1')
    const takes = [
      await takeCall(context().redis, limit, 'someone'),
      await takeCall(context().redis, limit, 'someone'),
    ]
    expect(takes.map(({ retryAfter }) => retryAfter > 0)).toEqual([false, true])
  })

  it('a call to record', async () => {
    const requestId = crypto.randomUUID()
    const text = `{"requestId":"${requestId}","organizationId":"${organizationId}","tokenId":null,"tokenHash":"test","method":"POST","endpoint":"/api/tinproof/validate","statusCode":200,"outcome":"format_only","responseTime":3,"quotaTime":1,"registerTime":null,"errorCode":null,"country":"DE","spent":1,"at":"${new Date().toISOString()}"}`
    await worker.callQueue.sendBatch([{ body: JSON.parse(text) }])
    await worker.settle()
    const rows = await worker.sql`select outcome from api_activities where request_id = ${requestId}`
    expect(rows).toEqual([{ outcome: 'format_only' }])
  })
})

describe('what this release cannot read is loaded again', () => {
  it.each([
    ['of an older release', answerText.replace('"v":1,', '')],
    ['of a newer release', answerText.replace('"v":1,', '"v":99,')],
    ['without a field', answerText.replace('"facts":{}', '"extra":{}')],
    ['that is no JSON', answerText.slice(0, -9)],
    ['that is empty', ''],
    ['that is null', 'null'],
    ['of an unknown kind', answerText.replace('"kind":"found"', '"kind":"gone"')],
    ['of no time', answerText.replace(/"answeredAt":\d+/, '"answeredAt":1e20')],
  ])('the answer of a register %s', async (_, text) => {
    expect(decodeAnswer(text)).toBeUndefined()
    const key = await customer.keyOf('DK.CVR', HELD)
    await worker.redis('SET', key, text)
    worker.limiters.reset()
    const { body } = await customer.validate('DK', HELD)
    expect([body.entity.name, body.validation.source.isValid]).toEqual([expect.stringMatching(/ LTD$/), true])
    await worker.settle()
    expect(decodeAnswer(String(await worker.redis('GET', key)))).toBeDefined()
  })

  it('the stored answer of an idempotency key', async () => {
    const call = () => worker.validate(customer.token, GERMAN, { headers: { 'Idempotency-Key': 'damaged' } })
    const before = await charged()
    expect((await call()).status).toBe(200)
    await worker.settle()
    await worker.sql('update idempotency_keys set answer = left(answer, -9)')

    const repeated = await call()
    expect([repeated.status, repeated.headers.get('Idempotent-Replayed')]).toEqual([200, null])
    expect(await charged()).toBe(before + 1)
    expect((await call()).headers.get('Idempotent-Replayed')).toBe('true')
  })
})
