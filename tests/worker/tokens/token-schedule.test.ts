import { describe, expect, it } from 'vitest'
import {
  countStatuses,
  type ErrorBody,
  type Member,
  openWorker,
  refusal,
  times,
} from '#tests/worker/harness.ts'
import { hashToken } from '#worker/lib/hash.ts'
import { organizationOf } from '#worker/token-format.ts'
import type { CreatedToken, Token } from '#worker/tokens/contract.ts'
import type { OldSecretEnds } from '#worker/tokens/input-contract.ts'

const worker = await openWorker('token_schedule')

let people = 0
async function customer() {
  const member = await worker.signUp(`schedule-${people++}`)
  const { token, id } = await member.createToken()
  return { member, token, id }
}

type Schedule = '1day' | '7days' | '30days'
const schedule = (member: Member, id: number, after: Schedule) =>
  member.delete<{ deleteAt: string }>(`/api/tokens/${id}?schedule=${after}`)
const keep = <Body = Token>(member: Member, id: number | string) =>
  member.delete<Body>(`/api/tokens/${id}/schedule`)

const daysUntil = (end: string | null | undefined) =>
  Math.round((Date.parse(end ?? '') - Date.now()) / 86_400_000)

/** The end of the token in Redis after a call; 0 is never. */
async function endInRedis(token: string): Promise<number> {
  // An earlier call may still repair the cache.
  await worker.settle()
  await worker.validate(token)
  await worker.settle()
  const quota = await worker.quotaOf(organizationOf(token) ?? '')
  return JSON.parse(String(quota.organization)).tokens[hashToken(token)].endsAt
}

async function endInPostgres(id: number): Promise<number> {
  const [row] = await worker.sql<{ delete_at: string | null }>`select delete_at from api_tokens
    where id = ${id}`
  return row?.delete_at ? Date.parse(row.delete_at) : 0
}

describe('DELETE /api/tokens/:tokenId/schedule', () => {
  it('cancels a scheduled deletion from the next call on', async () => {
    const { member, token, id } = await customer()
    const { body: scheduled } = await schedule(member, id, '1day')
    expect(await endInRedis(token)).toBe(Date.parse(scheduled.deleteAt))
    const { status, body } = await keep(member, id)
    expect(status).toBe(200)
    expect((await member.call<Token[]>('/api/tokens')).body).toEqual([body])
    expect(body).toMatchObject({ id, name: 'Test token', deleteAt: null })
    expect(JSON.stringify(body)).not.toContain(token)
    expect(await endInRedis(token)).toBe(0)
    expect((await worker.validate(token)).status).toBe(200)
  })

  it('keeps a token without a schedule and its expiry unchanged', async () => {
    const member = await worker.signUp('unscheduled')
    const { token, ...made } = await member.createToken({ expiry: '30days' })
    expect((await keep(member, made.id)).body).toEqual(made)
    await schedule(member, made.id, '1day')
    expect((await keep(member, made.id)).body).toEqual(made)
    expect(await endInRedis(token)).toBe(Date.parse(made.expiresAt ?? ''))
  })

  it('answers 404 for deleted tokens and the default token', async () => {
    const { member, id } = await customer()
    await member.delete(`/api/tokens/${id}`)
    const [own] = await worker.sql<{ id: string }>`select id from api_tokens
      where organization_id = ${member.organization.id} and name = 'default'`
    for (const unknown of [id, String(own?.id)])
      expect(refusal(await keep<ErrorBody>(member, unknown))).toEqual([404, 'TOKEN_NOT_FOUND'])
    expect((await member.delete(`/api/tokens/${own?.id}`)).status).toBe(404)
  })
})

describe('the schedule of a token', () => {
  it('is replaced by a new one', async () => {
    const { member, token, id } = await customer()
    for (const after of ['30days', '1day', '7days'] as const) {
      const { body } = await schedule(member, id, after)
      expect(daysUntil(body.deleteAt)).toBe(Number.parseInt(after, 10))
      expect(await endInPostgres(id)).toBe(Date.parse(body.deleteAt))
      expect(await endInRedis(token)).toBe(Date.parse(body.deleteAt))
      expect((await member.call<Token[]>('/api/tokens')).body).toMatchObject([{ deleteAt: body.deleteAt }])
    }
  })

  it('is the same in Redis and PostgreSQL after many parallel changes', { tags: 'deep' }, async () => {
    const { member, token, id } = await customer()
    for (let round = 0; round < 4; round++) {
      const answers = await Promise.all([
        ...(['1day', '7days', '30days', '1day', '7days', '30days'] as const).map((after) =>
          schedule(member, id, after),
        ),
        ...Array.from({ length: 6 }, () => keep(member, id)),
      ])
      expect(countStatuses(answers)).toEqual({ 200: 12 })
      expect(await endInRedis(token)).toBe(await endInPostgres(id))
    }
  })

  it('stays canceled if an older write reaches Redis last', { tags: 'deep' }, async () => {
    const { member, token, id } = await customer()
    await worker.fault({ service: 'upstash', mode: 'hang', times: 1 })
    const scheduling = schedule(member, id, '1day')
    await expect.poll(() => endInPostgres(id)).toBeGreaterThan(0)
    expect((await keep(member, id)).status).toBe(200)
    await worker.clearFaults('upstash')
    expect((await scheduling).status).toBe(200)
    await worker.settle()
    expect(await endInPostgres(id)).toBe(0)
    expect(await endInRedis(token)).toBe(0)
    await worker.redisAnswers()
  })

  it('reaches Redis after an outage', { tags: 'deep' }, async () => {
    const { member, token, id } = await customer()
    await worker.validate(token)
    await worker.fault({ service: 'upstash', times: 1 })
    const { body } = await schedule(member, id, '1day')
    await worker.settle()
    expect(await endInRedis(token)).toBe(Date.parse(body.deleteAt))
  })

  it('does not restore a token that was revoked before the write reached Redis', {
    tags: 'deep',
  }, async () => {
    const { member, token, id } = await customer()
    expect((await worker.validate(token)).status).toBe(200)
    await worker.settle()
    await worker.fault({ service: 'upstash', mode: 'hang', times: 1 })
    const scheduling = schedule(member, id, '30days')
    await expect.poll(() => endInPostgres(id)).toBeGreaterThan(0)
    expect((await member.delete(`/api/tokens/${id}`)).status).toBe(200)
    await worker.clearFaults('upstash')
    await scheduling
    await worker.settle()
    await worker.redisAnswers()
    expect((await worker.validate(token)).body.code).toBe('INVALID_TOKEN')
  })
})

const rotate = <Body = CreatedToken>(member: Member, id: number, oldSecretEnds: OldSecretEnds) =>
  member.post<Body>(`/api/tokens/${id}/rotate`, { oldSecretEnds })

it.each([
  ['deleted', (member: Member, id: number) => schedule(member, id, '30days')],
  ['rotated', (member: Member, id: number) => rotate(member, id, '30days')],
] as const)('a token that expires before it is %s announces when it expires', async (_, change) => {
  const { member, id } = await customer()
  const [row] = await worker.sql<{ expires_at: string }>`update api_tokens
    set expires_at = date_trunc('second', now()) + interval '5 days' where id = ${id} returning expires_at`
  await worker.confirmPassword(member)
  expect((await change(member, id)).status).toBeLessThan(202)
  const events = await worker.sql<{ data: { endsAt: string } }>`select data from events
    where organization_id = ${member.organization.id} and type = 'token.expiring'`
  expect(events.map(({ data }) => Date.parse(data.endsAt))).toEqual([Date.parse(row?.expires_at ?? '')])
})

describe('POST /api/tokens/:tokenId/rotate', () => {
  const listed = async (member: Member) => (await member.call<Token[]>('/api/tokens')).body
  const codeOf = async (token: string) => (await worker.validate(token)).body.code

  it('makes a new secret with the same limits and lifetime, and counts calls with both for one token', async () => {
    const member = await worker.signUp('rotating')
    const made = await member.createToken({ expiry: '90days', allowedIps: ['203.0.113.0/24'] })
    await worker.sql`update api_tokens set created_at = created_at - interval '80 days',
      expires_at = expires_at - interval '80 days', allowed_ips = '{}' where id = ${made.id}`
    await schedule(member, made.id, '1day')
    const { status, body } = await rotate(member, made.id, '7days')
    expect(status).toBe(200)
    expect(body.token).not.toBe(made.token)
    const { token, ...rotated } = body
    expect(rotated).toMatchObject({
      id: made.id,
      name: made.name,
      permissions: made.permissions,
      deleteAt: null,
    })
    expect(daysUntil(rotated.expiresAt)).toBe(90)
    // The deletion that was scheduled stays the old secret's.
    expect(daysUntil(rotated.oldSecret?.endsAt)).toBe(1)
    expect(rotated.oldSecret?.obfuscatedToken).toBe(made.obfuscatedToken)
    expect(await listed(member)).toEqual([rotated])
    for (const secret of [made.token, token]) expect(await codeOf(secret)).toBeUndefined()
    await worker.settle()
    const counted =
      await worker.sql`select sum(calls)::int as calls from activity_hours where token_id = ${made.id}`
    expect(counted).toEqual([{ calls: 2 }])
    for (let more = 1; more < 10; more++) await member.createToken()
    expect(refusal(await member.post<ErrorBody>('/api/tokens', { name: 'One more' }))[1]).toBe(
      'TOKEN_LIMIT_REACHED',
    )
  })

  it('ends the old secret at once, or early, and with the token', async () => {
    const { member, token: first, id } = await customer()
    const { token: second } = (await rotate(member, id, null)).body
    expect([await codeOf(first), await codeOf(second)]).toEqual(['INVALID_TOKEN', undefined])
    const { token: third } = (await rotate(member, id, '30days')).body
    expect(await endInRedis(second)).toBeGreaterThan(0)
    const end = () => member.delete<ErrorBody & Token>(`/api/tokens/${id}/old-secret`)
    expect((await end()).body).toMatchObject({ id, oldSecret: null })
    expect(refusal(await end())).toEqual([404, 'TOKEN_NOT_FOUND'])
    expect([await codeOf(second), await codeOf(third)]).toEqual(['INVALID_TOKEN', undefined])
    const { token: fourth } = (await rotate(member, id, '30days')).body
    const { body: scheduled } = await schedule(member, id, '1day')
    expect(await endInRedis(third)).toBe(Date.parse(scheduled.deleteAt))
    expect(await codeOf(fourth)).toBeUndefined()
    await member.delete(`/api/tokens/${id}`)
    expect([await codeOf(third), await codeOf(fourth)]).toEqual(['INVALID_TOKEN', 'INVALID_TOKEN'])
  })

  it('replaces a new secret that was lost, and leaves the end of the old one as it is', async () => {
    const { member, token: old, id } = await customer()
    const unchanged = () => rotate<CreatedToken & ErrorBody>(member, id, 'unchanged')
    expect(refusal(await unchanged())).toEqual([409, 'TOKEN_ROTATED'])
    const { body: lost } = await rotate(member, id, '7days')
    const { status, body } = await unchanged()
    const { token, ...replaced } = body
    expect([status, replaced.oldSecret]).toEqual([200, lost.oldSecret])
    expect(await listed(member)).toEqual([replaced])
    expect(await Promise.all([old, lost.token, token].map(codeOf))).toEqual([
      undefined,
      'INVALID_TOKEN',
      undefined,
    ])
    const entries = await worker.sql`select after from audit_entries
      where organization_id = ${member.organization.id} and event = 'token.rotated' order by id`
    expect(entries).toEqual([
      { after: { oldSecretEnds: lost.oldSecret?.endsAt } },
      { after: { oldSecretEnds: 'unchanged' } },
    ])
    await worker.sql`update api_tokens set delete_at = now() - interval '1 second' where rotated_to_id = ${id}`
    expect(refusal(await unchanged())).toEqual([409, 'TOKEN_ROTATED'])
    expect(await codeOf(token)).toBeUndefined()
  })

  it('limits the old secret to the same IP addresses', async () => {
    const { member, token, id } = await customer()
    await rotate(member, id, '7days')
    expect(await codeOf(token)).toBeUndefined()
    await worker.confirmPassword(member)
    await member.patch(`/api/tokens/${id}`, { allowedIps: ['203.0.113.7'] })
    expect(await codeOf(token)).toBe('IP_NOT_ALLOWED')
  })

  it('rotates once for parallel calls, and again when the old secret has ended', {
    tags: 'deep',
  }, async () => {
    const { member, token, id } = await customer()
    expect(countStatuses(await times(5, () => rotate(member, id, '7days')))).toEqual({ 200: 1, 409: 4 })
    expect(refusal(await rotate<ErrorBody>(member, id, null))).toEqual([409, 'TOKEN_ROTATED'])
    expect(await codeOf(token)).toBeUndefined()
    await worker.sql`update api_tokens set delete_at = now() - interval '1 second' where rotated_to_id = ${id}`
    expect((await rotate(member, id, '1day')).status).toBe(200)
  })

  it('asks for the password as creating does, and refuses apps and project keys', async () => {
    const { member, id } = await customer()
    await worker.sql`update api_tokens set permissions = '{"read":true,"validation":true}' where id = ${id}`
    expect(refusal(await rotate<ErrorBody>(member, id, null))).toEqual([403, 'CONFIRMATION_REQUIRED'])
    await worker.confirmPassword(member)
    expect((await rotate(member, id, null)).status).toBe(200)
    await worker.sql`update api_tokens set oauth_client_id = 'app', expires_at = now() + interval '1 day'
      where id = ${id}`
    expect(refusal(await rotate<ErrorBody>(member, id, null))).toEqual([404, 'TOKEN_NOT_FOUND'])
    expect((await member.post(`/api/tokens/${id}/rotate`, { oldSecretEnds: '2days' })).status).toBe(422)
    await member.delete(`/api/tokens/${id}`)
    expect(refusal(await rotate<ErrorBody>(member, id, '1day'))).toEqual([404, 'TOKEN_NOT_FOUND'])
  })
})
