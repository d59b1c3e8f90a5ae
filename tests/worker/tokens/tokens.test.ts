import { describe, expect, it } from 'vitest'
import { countStatuses, GERMAN, openWorker, times, withToken } from '#tests/worker/harness.ts'
import { organizationOf } from '#worker/token-format.ts'
import type { CreatedToken, Token } from '#worker/tokens/contract.ts'
import { generateOrganizationId, generateToken } from '#worker/tokens/generate-token.ts'

const worker = await openWorker('tokens')

describe('POST /api/tokens', () => {
  it('returns the value once and stores only its hash', async () => {
    const member = await worker.signUp('once')
    const created = await member.createToken({ name: '  Billing  ', expiry: '30days' })
    expect(created.token).toMatch(/^tp_live_[0-9A-Za-z]{52}$/)
    expect(created).toMatchObject({ name: 'Billing', permissions: { read: true, validation: false } })
    const days = (Date.parse(created.expiresAt ?? '') - Date.now()) / 86_400_000
    expect(Math.round(days)).toBe(30)
    const { body } = await member.call<Token[]>('/api/tokens')
    expect(JSON.stringify(body)).not.toContain(created.token)
    expect(body).toMatchObject([
      { id: created.id, obfuscatedToken: `tp_live_••••••••${created.token.slice(-4)}` },
    ])
    const stored = await worker.sql`select to_jsonb(t) as row from api_tokens t`
    expect(JSON.stringify(stored)).not.toContain(created.token)
  })

  it('counts a token until its deletion is due, before cron deletes its row', { tags: 'deep' }, async () => {
    const member = await worker.signUp('due-ones')
    for (let made = 0; made < 10; made++) await member.createToken()
    const make = () => member.post('/api/tokens', { name: 'Parallel' })
    await worker.sql`update api_tokens set delete_at = now() + interval '1 minute'
      where organization_id = ${member.organization.id} and name <> 'default'`
    expect((await make()).status).toBe(409)
    await worker.sql`update api_tokens set delete_at = now() where id in
         (select id from api_tokens where organization_id = ${member.organization.id} and name <> 'default' limit 3)`
    expect(countStatuses(await times(50, make))).toEqual({ 201: 3, 409: 47 })
  })

  const tooShort = 'Token name must be at least 3 characters'
  const tooLong = 'Token name must be at most 64 characters'
  const control = 'Token name must not contain control characters'
  const reserved = 'The name "default" is reserved'
  const none = 'Choose at least one permission'
  it.each([
    ['no name', {}, 'name', tooShort],
    ['a short name', { name: 'ab' }, 'name', tooShort],
    ['a name of two emojis', { name: '\u{1F9FE}\u{1F9FE}' }, 'name', tooShort],
    ['the reserved name with spaces', { name: ' \u00a0\tDefault\n ' }, 'name', reserved],
    ['none of two', { name: 'None', permissions: { read: false, validation: false } }, 'permissions', none],
    ['control characters', { name: 'abc\u0000def' }, 'name', control],
    ['10,000 characters', { name: 'a'.repeat(10_000) }, 'name', tooLong],
    ['an unknown expiry', { name: 'Odd one', expiry: 'tomorrow' }, 'expiry', expect.any(String)],
  ])('refuses %s', async (_what, body, path, message) => {
    const member = await worker.signUp(`refuse-${_what.replaceAll(/\W/g, '')}`)
    const answer = await member.post('/api/tokens', body)
    expect(answer.status).toBe(422)
    expect(answer.body).toMatchObject({ code: 'INVALID_INPUT', message, details: [{ path }] })
  })

  it.each([
    [undefined, { read: true, validation: false }],
    [{}, { read: true, validation: false }],
    [{ validation: true }, { read: true, validation: true }],
    [
      { read: false, validation: true },
      { read: true, validation: true },
    ],
  ])('gives the permissions %j as %j', async (permissions, given) => {
    const member = await worker.signUp(`permissions-${JSON.stringify(permissions)?.length}`)
    await worker.confirmPassword(member)
    const { body } = await member.post<CreatedToken>('/api/tokens', { name: 'Chosen', permissions })
    expect(body.permissions).toEqual(given)
    expect((await worker.validate(body.token)).status).toBe(200)
    await worker.forgetQuota(member.organization.id)
    expect((await worker.validate(body.token)).status).toBe(200)
    expect((await member.call<Token[]>('/api/tokens')).body).toMatchObject([{ permissions: given }])
  })
})

describe('DELETE /api/tokens/:tokenId', () => {
  it('deletes at once unless the schedule is unknown, and answers 404 the second time', async () => {
    const member = await worker.signUp('delete')
    const { id } = await member.createToken()
    const path = `/api/tokens/${id}`
    expect((await member.delete(`${path}?schedule=2days`)).status).toBe(422)
    expect((await member.call<Token[]>('/api/tokens')).body).toHaveLength(1)
    expect(await member.delete(path)).toMatchObject({ status: 200, body: { id, deleteAt: null } })
    expect((await member.delete(path)).status).toBe(404)
    expect((await member.call<Token[]>('/api/tokens')).body).toEqual([])
  })
})

describe('a token', () => {
  it.each([
    { read: false, validation: false },
    { read: false, validation: true },
  ])('that has only %j, which none is given today, may not validate', async (permissions) => {
    const member = await worker.signUp(`no-read-${permissions.validation}`)
    const { token, id } = await member.createToken()
    await worker.sql`update api_tokens set permissions = ${JSON.stringify(permissions)}::jsonb
      where id = ${id}`
    await worker.forgetQuota(member.organization.id)
    const { status, headers, body } = await worker.validate(token)
    expect([status, body.code]).toEqual([403, 'PERMISSION_MISSING'])
    expect(headers.get('WWW-Authenticate')).toContain('insufficient_scope')
  })

  it('shows when it was last used and in which country, ignoring refused calls', async () => {
    const member = await worker.signUp('last-used')
    const { token } = await member.createToken()
    const lastUse = async () => {
      await worker.settle()
      const [{ lastUsedAt, lastUsedCountry }] = (await member.call<[Token]>('/api/tokens')).body
      return { lastUsedAt, lastUsedCountry }
    }
    const never = { lastUsedAt: null, lastUsedCountry: null }
    expect(await lastUse()).toEqual(never)
    await worker.validate(token, { countryCode: 'DE' }, { cf: { country: 'DE' } })
    expect(await lastUse()).toEqual(never)
    const before = Date.now()
    await worker.validate(token, GERMAN, { cf: { country: 'AT' } })
    const { lastUsedAt, lastUsedCountry } = await lastUse()
    expect(Date.parse(lastUsedAt ?? '')).toBeGreaterThanOrEqual(before)
    expect(Date.parse(lastUsedAt ?? '')).toBeLessThanOrEqual(Date.now())
    expect(lastUsedCountry).toBe('AT')
    for (const [country, shown] of [
      ['T1', null],
      ['CH', 'CH'],
      ['XX', null],
    ] as const) {
      await worker.sql`update api_tokens set last_used_at = now() - interval '1 hour'`
      await worker.validate(token, GERMAN, { cf: { country } })
      expect((await lastUse()).lastUsedCountry).toBe(shown)
    }
    await worker.sql`update api_tokens set last_used_at = now() - interval '1 hour'`
    const batch = { items: [GERMAN], source: false }
    await worker.call('/api/tinproof/batches', withToken(token, batch, { cf: { country: 'FR' } }))
    expect((await lastUse()).lastUsedCountry).toBe('FR')
  })

  it('shows its calls on each of the last 30 days, without refused ones', async () => {
    const member = await worker.signUp('sparkline')
    const { id } = await member.createToken()
    await worker.sql`insert into activity_hours (organization_id, hour, token_id, country, outcome, calls)
      select ${member.organization.id}, (date_trunc('day', now() at time zone 'UTC') - days * interval '1 day'
        + interval '23 hours') at time zone 'UTC', ${id}, country, outcome, 2
        from (values (1, 'DE', 'confirmed'), (1, 'FR', 'invalid'), (2, 'DE', 'refused'), (29, 'DE', 'confirmed'),
          (30, 'DE', 'confirmed')) as c (days, country, outcome)`
    const days = Array(30).fill(0)
    expect((await member.call('/api/tokens/usage')).body).toEqual([
      { tokenId: id, days: days.with(28, 4).with(0, 2) },
    ])
    const stranger = await worker.signUp('sparkline-stranger')
    expect((await stranger.call('/api/tokens/usage')).body).toEqual([])
  })

  it('works after its organization is reactivated, although Redis was down when it was suspended', async () => {
    const member = await worker.signUp('back-again')
    const { token } = await member.createToken()
    expect((await worker.validate(token)).status).toBe(200)
    await worker.settle()
    await worker.fault({ service: 'upstash', times: 1 })
    await worker.updateOrganization(member.organization.id, { status: 'SUSPENDED' })
    await worker.redisAnswers()
    await worker.updateOrganization(member.organization.id, { status: 'ACTIVE' })
    await worker.settle()
    expect((await worker.validate(token)).status).toBe(200)
  })

  it('is distinguished from a mistyped one by its checksum', () => {
    for (let count = 0; count < 200; count++) {
      const organizationId = generateOrganizationId()
      const { token } = generateToken(organizationId)
      expect(organizationOf(token)).toBe(organizationId)
      const at = 8 + (count % 52)
      const other = token.charAt(at) === 'A' ? 'B' : 'A'
      expect(organizationOf(token.slice(0, at) + other + token.slice(at + 1))).toBeUndefined()
    }
  })
})
