import { afterEach, describe, expect, it } from 'vitest'
import { type Customer, openBatchWorker } from '#tests/worker/batches/batch-worker.ts'
import { type ErrorBody, refusal, times } from '#tests/worker/harness.ts'
import { exported } from '#tests/worker/organizations/exported.ts'
import { firstOf, norwegian, numbersOf } from '#tests/worker/registers/register-customer.ts'
import type { CallDetail } from '#worker/activity/contract.ts'
import { pendingLimits } from '#worker/batches/pending/contract.ts'
import type { ValidateRequest, ValidationResponse } from '#worker/validation/contract.ts'

type Body = ValidationResponse & ErrorBody & { limit: number }

const HELD = {
  countryCode: 'CH',
  tin: firstOf(numbersOf('CH.UID', { from: 105_000_000 }, (n) => n.slice(3))),
}
const ENDED = { countryCode: 'NO', tin: firstOf(norwegian({ ends: '25' })) }

const worker = await openBatchWorker('pending')
const customer = await worker.customer()
const stranger = await worker.customer()
afterEach(async () => {
  await worker.settle()
  await worker.setRegisters('normal')
  for (const table of ['batches', 'batch_registers']) await worker.sql(`delete from ${table}`)
  await worker.forget('answer:*')
})

const compared = [
  ...(['reason', 'proof', 'entity', 'warnings', 'tinInfo', 'reporting'] as const),
  ...(['nameComparison', 'addressComparison'] as const),
]

type Options = { by?: Customer; key?: string; token?: string }

const validate = (input: Partial<ValidateRequest>, { by = customer, key, token = by.token }: Options = {}) =>
  worker.validate<Body>(
    token,
    { async: 'until_confirmed', ...input },
    key === undefined ? {} : { headers: { 'Idempotency-Key': key } },
  )

const call = (
  id: string,
  { by = customer, token = by.token, method = 'GET' }: Options & { method?: string } = {},
) =>
  worker.call<Body>(`/api/tinproof/validations/${id}`, {
    method,
    headers: { Authorization: `Bearer ${token}` },
  })

const read = async (id: string) => (await call(id)).body

/** Sent while all registers are down. */
async function wait(input: Partial<ValidateRequest> = HELD, options: Options = {}) {
  await worker.setRegisters('down')
  const answer = await validate(input, options)
  expect([answer.status, answer.body.pending]).toEqual([202, true])
  return { ...answer, id: answer.body.validationId ?? '' }
}

const recover = () => worker.setRegisters('normal')

const spent = async ({ organizationId }: Customer) => {
  await worker.settle()
  const [row] = await worker.sql<{
    spent: number
    calls: number
  }>`select coalesce(sum(spent), 0)::int as spent,
    count(*)::int as calls from api_activities where organization_id = ${organizationId}`
  return row
}

describe('a validation until_confirmed', () => {
  it('is answered at once if the register responds, or none is needed', async () => {
    for (const [input, result] of [
      [HELD, 'confirmed'],
      [ENDED, 'invalid'],
      [{ countryCode: 'DE', tin: '1' }, 'invalid'],
      [{ ...HELD, source: false }, 'format_only'],
    ] as const) {
      const { status, body, headers } = await validate(input)
      expect([status, body.result, headers.get('Location')]).toEqual([200, result, null])
      expect(body).not.toHaveProperty('pending')
      expect(body).not.toHaveProperty('validationId')
    }
    expect(await worker.sql`select from batches`).toHaveLength(0)
  })

  const waits = async (result: string, input: object, checks: object) => {
    const before = await spent(customer)
    const { id, body, headers } = await wait(input)
    expect(body).toMatchObject({ result: 'unconfirmed', validation: { source: { isValid: null } } })
    expect(id).toMatch(/^validation_[0-9A-Za-z]{22}$/)
    expect(headers.get('Location')).toBe(`/api/tinproof/validations/${id}`)
    const hours = (Date.parse(body.deadlineAt ?? '') - Date.parse(body.requestDate)) / 3_600_000
    expect(hours).toBeCloseTo(24, 1)
    await worker.deliver(id)
    const polled = await call(id)
    expect(polled.body).toEqual(body)
    expect(polled.headers.get('Retry-After')).toBe('15')

    await recover()
    await worker.finish(id)
    const { headers: after, body: ended } = await call(id)
    expect(ended).toMatchObject({
      result,
      pending: false,
      validationId: id,
      referenceId: body.referenceId,
      requestDate: body.requestDate,
      tinInfo: body.tinInfo,
      validation: { format: body.validation.format, ...checks },
    })
    expect(ended.validation.source.timestamp).not.toBeNull()
    expect(after.get('Retry-After')).toBeNull()
    const direct = (await worker.validate<Body>(customer.token, input)).body
    for (const field of compared) expect(ended[field]).toEqual(direct[field])
    const registerAge = expect.stringMatching(/^\d+$/)
    expect(ended.additionalInfo).toEqual({ ...direct.additionalInfo, registerAge })
    const codes = (given: Body) => given.errors.map(({ code, retryable }) => [code, retryable])
    expect(codes(ended)).toEqual(codes(direct))
    // The two calls of this test, each once.
    const { spent: total = 0, calls = 0 } = (await spent(customer)) ?? {}
    expect([total, calls]).toEqual([(before?.spent ?? 0) + 2, (before?.calls ?? 0) + 2])
  }
  const title = 'waits while the register is down, and is %s when it responds'
  it.each([['confirmed', HELD, { source: { isValid: true }, overall: { isValid: true } }]] as const)(
    title,
    waits,
  )
  it.each([
    ['invalid', ENDED, { source: { isValid: false }, overall: { isValid: false } }],
    [
      'different_name',
      { ...HELD, name: 'Completely Unrelated Zebra', address: 'Nowhere 1', purpose: 'crs', holder: 'entity' },
      { source: { isValid: true } },
    ],
  ] as const)(title, { tags: 'deep' }, waits)

  it('stays unconfirmed and ends at the deadline, with the first answer', { tags: 'deep' }, async () => {
    const { id, body } = await wait()
    await worker.deliver(id)
    await worker.reachDeadline(id)
    expect(await read(id)).toEqual({ ...body, pending: false, deadlineAt: expect.any(String) })
    await recover()
    await worker.deliver(id)
    expect(await read(id)).toMatchObject({ pending: false, result: 'unconfirmed' })
  })

  it('goes on waiting while only a fallback confirms less', { tags: 'deep' }, async () => {
    await worker.setRegisters('down')
    await worker.setRegister('gleif', 'normal')
    const belgian = { countryCode: 'BE', tin: '0403019261' }
    const { status, body } = await validate(belgian)
    const id = body.validationId ?? ''
    expect([status, body.result]).toEqual([202, 'unconfirmed'])
    await worker.deliver(id)
    await worker.makeDue(id)
    await worker.deliver(id)
    expect(await read(id)).toMatchObject({ pending: true, result: 'unconfirmed' })
    await recover()
    await worker.finish(id)
    expect(await read(id)).toMatchObject({ pending: false, proof: 'vat_registration' })
  })

  it('is no batch: not listed, not found, not counted as one', { tags: 'deep' }, async () => {
    const { id } = await wait()
    expect((await customer.call<{ batches: object[] }>('')).body.batches).toEqual([])
    for (const path of [`/${id}`, `/${id.replace('validation_', 'batch_')}`, `/${id}/results`])
      expect((await customer.call(path)).status).toBe(404)
    const items = [{ countryCode: 'DE', tin: '1' }]
    const batches = await times(10, () => customer.send({ items }))
    expect(batches.every(({ status }) => status === 202)).toBe(true)
    expect((await call(batches[0]?.body.id ?? '')).status).toBe(404)
  })

  it('counts once in the charts, as what the call was answered', { tags: 'deep' }, async () => {
    const other = await worker.customer()
    const { id } = await wait(HELD, { by: other })
    await recover()
    await worker.finish(id)
    await worker.settle()
    const counted = await worker.sql`select outcome, calls from activity_days
      where organization_id = ${other.organizationId}`
    expect(counted).toEqual([{ outcome: 'unconfirmed', calls: 1 }])
  })

  it('has no number in the database that can be read, and is deleted with its results', {
    tags: 'deep',
  }, async () => {
    const { id } = await wait()
    const rows = await worker.sql<{ text: string }>`select b::text || coalesce(c::text, '') as text
      from batches b left join batch_chunks c on c.batch_id = b.id where b.id = ${id}`
    expect(rows).toHaveLength(1)
    expect(rows[0]?.text).not.toContain(HELD.tin.replace(/\D/g, ''))
    await recover()
    await worker.finish(id)
    const [ended] = await worker.sql<{
      days: number
    }>`select round(extract(epoch from expires_at - now()) / 86400)::int as days
      from batches where id = ${id}`
    expect(ended?.days).toBe(30)
    await worker.sql`update batches set expires_at = now() - interval '1 minute'`
    await worker.runJob('delete-old-rows')
    expect(refusal(await call(id))).toEqual([404, 'VALIDATION_NOT_FOUND'])
  })

  it('is started by the next cron job if its message is lost, and done once by two messages', {
    tags: 'deep',
  }, async () => {
    const { id } = await wait()
    await recover()
    worker.queue.messages.length = 0
    await worker.runJob('continue-batches')
    expect(worker.queue.messages).toEqual([{ batchId: id, delaySeconds: 0 }])
    await Promise.all([worker.deliver(id), worker.deliver(id)])
    await worker.finish(id)
    expect(await read(id)).toMatchObject({ pending: false, result: 'confirmed' })
  })
})

describe('pending validations', () => {
  const areLimited = async (tier: 'FREE' | 'PRO') => {
    const other = await worker.customer({ tier })
    const limit = pendingLimits[tier]
    await worker.sql`insert into batches (id, organization_id, request_id, state, live, source, fresh, answer, reserved_at, deadline_at)
      select 'validation_' || number, ${other.organizationId}, gen_random_uuid(), 'processing', true, true, false, 'unused', now(), now() + interval '1 day'
        from generate_series(1, ${limit - 2}::int) number`
    await worker.setRegisters('down')
    const answers = await times(6, () => validate(HELD, { by: other }))
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 202, 409, 409, 409, 409])
    const refused = answers.find(({ status }) => status === 409)
    expect(refused?.body).toMatchObject({ code: 'VALIDATION_LIMIT_REACHED', limit })
    expect(await spent(other)).toMatchObject({ spent: 2 })
    expect((await validate(HELD, { by: stranger })).status).toBe(202)
    const { token } = await other.testToken()
    expect((await validate({ ...HELD, sandbox: 'unavailable' }, { token })).status).toBe(202)
    await worker.sql`delete from batches`
  }
  const limited = 'are limited on %s, also under parallel calls, and a refused call is not counted'
  it.each(['FREE'] as const)(limited, areLimited)
  it.each(['PRO'] as const)(limited, { tags: 'deep' }, areLimited)

  it('can be read and deleted, also in the dashboard', async () => {
    const { id } = await wait()
    const bySession = await customer.member.call<Body>(`/api/tinproof/validations/${id}`)
    expect([bySession.status, bySession.body.pending]).toEqual([200, true])
    expect((await call(id, { method: 'DELETE' })).status).toBe(204)
    expect(refusal(await call(id))).toEqual([404, 'VALIDATION_NOT_FOUND'])
    const events = await worker.sql<{
      event: string
    }>`select event from audit_entries where subject = ${id} order by id`
    expect(events.map(({ event }) => event)).toEqual(['validation.pending', 'validation.deleted'])
  })

  it('can be started in the dashboard', { tags: 'deep' }, async () => {
    await worker.setRegisters('down')
    const { status, body, headers } = await customer.member.call<Body>('/api/tinproof/validate', {
      body: { ...HELD, async: 'until_confirmed' },
    })
    expect([status, body.pending, headers.get('X-Answer-Signature') !== null]).toEqual([202, true, true])
    const [entry] = await worker.sql<{ email: string }>`select actor_email as email from audit_entries
      where subject = ${body.validationId ?? ''}`
    expect(entry?.email).toBe(customer.member.user.email)
  })

  it('can be checked again in the dashboard, with its name and address', async () => {
    const { organizationId, member } = customer
    const request = { ...HELD, name: 'Alpenrose AG', address: 'Bahnhofstrasse 1, 8001 Zürich' }
    const { id, body } = await wait(request)
    await worker.settle()
    const path = `/api/activity/${body.referenceId}?organizationId=${organizationId}`
    const kept = async () => (await member.call<CallDetail>(path)).body.request
    expect(await kept()).toMatchObject(request)
    await recover()
    await worker.finish(id)
    expect(await kept()).toMatchObject(request)
    expect(Object.keys(await read(id))).not.toContain('request')
  })

  it('are in the export of the organization, without numbers', { tags: 'deep' }, async () => {
    const other = await worker.customer()
    const { id } = await wait(HELD, { by: other })
    const { organizationId } = other
    const { json } = await exported(other.member)
    expect(json('validations.json')).toMatchObject([{ validationId: id, pending: true, live: true }])
    expect(json('batches.json')).toEqual([])
    await worker.sql`delete from organizations where id = ${organizationId}`
    expect(await worker.sql`select from batches where id = ${id}`).toHaveLength(0)
  })

  it('is refused 503 and not counted while PostgreSQL is down', async () => {
    await worker.setRegisters('down')
    await validate({ ...HELD, source: false })
    const before = await spent(customer)
    const refused = await worker.during({ service: 'neon' }, () => validate(HELD))
    expect(refusal(refused)).toEqual([503, 'SERVICE_UNAVAILABLE'])
    expect(await spent(customer)).toEqual(before)
  })
})

describe('an idempotency key', () => {
  it('returns the same validation until a register responds, and counts it once', async () => {
    const before = await spent(customer)
    const first = await wait(HELD, { key: 'pending' })
    await worker.settle()
    const again = await validate(HELD, { key: 'pending' })
    expect([again.status, again.body]).toEqual([202, first.body])
    await recover()
    await worker.finish(first.id)
    for (const isReplayed of [null, 'true']) {
      const later = await validate(HELD, { key: 'pending' })
      await worker.settle()
      expect([later.status, later.headers.get('Idempotent-Replayed')]).toEqual([200, isReplayed])
      expect(later.body).toMatchObject({ referenceId: first.body.referenceId, result: 'confirmed' })
    }
    expect((await spent(customer))?.spent).toBe((before?.spent ?? 0) + 1)
    expect(refusal(await validate({ ...HELD, async: undefined }, { key: 'pending' }))).toEqual([
      422,
      'IDEMPOTENCY_KEY_REUSED',
    ])
  })

  it('makes one validation of parallel calls', { tags: 'deep' }, async () => {
    await worker.setRegisters('down')
    const answers = await times(8, () => validate(HELD, { key: 'twice' }))
    for (const { status } of answers) expect([202, 409]).toContain(status)
    const ids = answers.flatMap(({ body }) => body.validationId ?? [])
    expect(new Set(ids).size).toBe(1)
    expect(await worker.sql`select from batches`).toHaveLength(1)
  })
})

describe('in the sandbox', () => {
  const waits = async (sandbox: 'unavailable' | 'stale' | 'unreachable', result: string) => {
    const { token } = await customer.testToken()
    const { status, body } = await validate({ countryCode: 'BE', tin: '0403019261', sandbox }, { token })
    const id = body.validationId ?? ''
    expect([status, body.pending, body.live, body.result]).toEqual([202, true, false, 'unconfirmed'])
    await worker.finish(id)
    expect((await call(id, { token })).body).toMatchObject({ pending: false, live: false, result })
  }
  const title = 'a number with the outcome %s waits, and is then %s'
  it.each([['unavailable', 'confirmed']] as const)(title, waits)
  it.each([
    ['stale', 'confirmed'],
    ['unreachable', 'unconfirmed'],
  ] as const)(title, { tags: 'deep' }, waits)

  it('magic numbers wait, too, and a live validation is not found', { tags: 'deep' }, async () => {
    const { token } = await customer.testToken()
    const { status, body } = await validate({ countryCode: 'DE', tin: '999999946', kind: 'vat' }, { token })
    expect([status, body.result]).toEqual([202, 'unconfirmed'])
    await worker.finish(body.validationId ?? '')
    expect((await call(body.validationId ?? '', { token })).body.result).toBe('confirmed')
    const { id } = await wait()
    expect(refusal(await call(id, { token }))).toEqual([404, 'VALIDATION_NOT_FOUND'])
  })
})
