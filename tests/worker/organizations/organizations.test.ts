import { describe, expect, it } from 'vitest'
import { type ErrorBody, GERMAN, type Member, openWorker, refusal } from '#tests/worker/harness.ts'
import type { Organization, OrganizationDetail } from '#worker/organizations/contract.ts'
import { createOrganization } from '#worker/organizations/create.ts'

const worker = await openWorker('organizations')

type Told = OrganizationDetail & ErrorBody

const create = (by: Member, name: unknown) => by.post<Told>('/api/user/organizations', { name })
const rename = (by: Member, name: unknown, organizationId = by.organization.id) =>
  by.patch<Told>('/api/organization', { name, organizationId })
const list = async (by: Member) => (await by.call<Organization[]>('/api/user/organizations')).body

const ownedBy = async (member: Member) => {
  const rows = await worker.sql<{ role: string }>`select role from organization_memberships
    where user_id = ${member.user.id}`
  return rows.filter(({ role }) => role === 'admin').length
}

const giveOrganizations = (member: Member, count: number) =>
  worker.sql`with made as (
       insert into organizations (id, name)
       select 'org_' || ${member.user.id} || '_' || n, 'Given' from generate_series(1, ${count} - 1) n returning id
     ),
     quota as (
       insert into organization_quotas (organization_id, monthly_limit, reset_date)
       select id, 100, now() + interval '1 day' from made
     )
     insert into organization_memberships (user_id, organization_id, role) select ${member.user.id}::int, id, 'admin' from made`

const oddNames = [
  '<script>alert(1)</script>',
  '"; drop table organizations; --',
  '{{7*7}} %00 \\u0000 %s',
  'Ünïcode & Söhne 株式会社 🧾',
  'a'.repeat(80),
]

const refusedNames: Record<string, unknown[]> = {
  'The name must be at least 2 characters': [undefined, 'a', ' '.repeat(10), 42, ['Acme'], { name: 'Acme' }],
  'The name must be at most 80 characters': ['a'.repeat(81), 'a'.repeat(10_000)],
  'The name must not contain control characters': [
    ...['Acme\u0000Ltd', 'Acme\nBcc: all@example.test', 'Acme \ud800'],
  ],
}

describe('POST /api/user/organizations', () => {
  it('creates an organization with the user as admin, a quota and a default token', async () => {
    const member = await worker.signUp('founder')
    const { status, body } = await create(member, '  Acme Ltd ')
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.stringMatching(/^org_[0-9A-Za-z]{16}$/),
      name: 'Acme Ltd',
      tier: 'FREE',
      status: 'ACTIVE',
      role: 'admin',
      createdAt: expect.stringMatching(/Z$/),
      usedCount: 0,
      monthlyLimit: 0,
      vatNumber: null,
      batchRetentionDays: 30,
      keepsRecords: false,
      recordYears: null,
      monitorDigest: 'weekly',
      onboarding: 'checklist',
      statusReason: null,
      deleteAt: null,
      twoFactorDueAt: null,
      graceEndsAt: null,
      twoFactorRequiredAt: null,
      quota: { monthlyLimit: 0, usedCount: 0, resetDate: expect.stringMatching(/-01T00:00:00.000Z$/) },
    })
    expect((await list(member)).map(({ id, role }) => [id, role])).toEqual([
      [member.organization.id, 'admin'],
      [body.id, 'admin'],
    ])
    const token = await worker.sql`select name, created_by from api_tokens where organization_id = ${body.id}`
    expect(token).toEqual([{ name: 'default', created_by: member.user.id }])
    await worker.updateOrganization(body.id, { tier: 'PRO' })
    const validated = await member.post('/api/tinproof/validate', { ...GERMAN, organizationId: body.id })
    expect(validated.status).toBe(200)
    const detail = await member.call<Told>(`/api/organization?organizationId=${body.id}`)
    expect(detail.body).toMatchObject({ id: body.id, usedCount: 1 })
    expect((await member.call<Told>('/api/organization')).body).toMatchObject({ usedCount: 0 })
  })

  it('creates one although the first response was lost', async () => {
    const member = await worker.signUp('repeating')
    const lost = { service: 'neon', content: 'commit', after: true } as const
    expect((await worker.during(lost, () => create(member, 'Acme'))).status).toBe(503)
    const repeated = await Promise.all([create(member, 'Acme'), create(member, 'Acme')])
    const [, made] = await list(member)
    expect(repeated.map(({ status, body }) => [status, body.id])).toEqual(Array(2).fill([201, made?.id]))
    const colleague = await worker.colleague(made?.id ?? '', 'admin')
    expect((await create(colleague, 'Acme')).body.id).not.toBe(made?.id)
    await worker.sql`with joined as (
        update organization_memberships set created_at = created_at - interval '11 minutes' where organization_id = ${made?.id})
      update organizations set created_at = created_at - interval '11 minutes' where id = ${made?.id}`
    expect((await create(member, 'Acme')).body.id).not.toBe(made?.id)
    expect(await list(member)).toHaveLength(3)
  })

  it('keeps unusual names unchanged', async () => {
    const member = await worker.signUp('odd')
    for (const name of oddNames) expect((await create(member, name)).body.name).toBe(name)
    expect((await list(member)).slice(1).map(({ name }) => name)).toEqual(oddNames)
  })

  it('refuses invalid names', async () => {
    const member = await worker.signUp('nameless')
    for (const [message, names] of Object.entries(refusedNames))
      for (const name of names) {
        const answer = await create(member, name)
        expect([...refusal(answer), answer.body.message]).toEqual([422, 'INVALID_INPUT', message])
        expect(answer.body.details?.[0]?.path).toBe('name')
      }
    for (const raw of ['[]', 'null', '"Acme"']) {
      const answer = await member.call('/api/user/organizations', { raw })
      expect(refusal(answer)).toEqual([422, 'INVALID_INPUT'])
    }
    expect(await list(member)).toHaveLength(1)
  })

  it('refuses the 11th organization of an admin, not counting those with another role', async () => {
    const member = await worker.signUp('eleven')
    const host = await worker.signUp('host')
    await worker.join(member, host.organization.id, 'manager')
    await giveOrganizations(member, 9)
    expect((await create(member, 'The tenth')).status).toBe(201)
    expect(refusal(await create(member, 'The eleventh'))).toEqual([409, 'ORGANIZATION_LIMIT_REACHED'])
    await worker.sql`update users set role = 'SUPER_ADMIN' where id = ${member.user.id}`
    expect(refusal(await create(member, 'The eleventh'))).toEqual([409, 'ORGANIZATION_LIMIT_REACHED'])
    expect(await ownedBy(member)).toBe(10)
  })

  it('creates exactly 1 under 50 parallel calls if 1 is left', async () => {
    const member = await worker.signUp('last-one')
    await giveOrganizations(member, 9)
    const made = await Promise.allSettled(
      Array.from({ length: 50 }, (_, n) =>
        createOrganization(worker.context(), { name: `Number ${n}` }, member.user.id),
      ),
    )
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const reasons = made.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
    expect(reasons.map(({ code }) => code)).toEqual(Array(49).fill('ORGANIZATION_LIMIT_REACHED'))
    expect(await ownedBy(member)).toBe(10)
  })
})

describe('PATCH /api/organization', () => {
  it('renames the organization and returns it with its current usage', async () => {
    const member = await worker.signUp('renamer')
    const colleague = await worker.signUp('reader')
    await worker.join(colleague, member.organization.id, 'member')
    const { token } = await member.createToken()
    await worker.validate(token)
    await worker.settle()
    const { status, body } = await rename(member, ' Renamed & Sons ')
    expect(status).toBe(200)
    expect(body).toEqual({
      ...member.organization,
      name: 'Renamed & Sons',
      usedCount: 1,
      quota: { ...member.organization.quota, usedCount: 1 },
    })
    expect((await list(colleague)).map(({ name }) => name)).toContain('Renamed & Sons')
    const [row] = await worker.sql`select updated_at > created_at as is_updated from organizations
      where id = ${member.organization.id}`
    expect(row).toEqual({ is_updated: true })
    await worker.settle()
  })

  it('refuses a platform administrator who is a member', async () => {
    const owner = await worker.signUp('owner')
    const { id } = owner.organization
    const platform = await worker.signUp('platform')
    await worker.join(platform, id, 'member')
    await worker.sql`update users set role = 'SUPER_ADMIN' where id = ${platform.user.id}`
    expect(refusal(await rename(platform, 'Taken over', id))).toEqual([403, 'ROLE_TOO_LOW'])
    await worker.sql`update organization_memberships set role = 'system_admin'
      where user_id = ${platform.user.id}`
    expect((await rename(platform, 'Put right', id)).body).toMatchObject({
      name: 'Put right',
      role: 'system_admin',
    })
  })
})

describe('GET /api/user/organizations', () => {
  it("lists the user's organizations with their roles, in the order of joining", async () => {
    const member = await worker.signUp('lister')
    const host = await worker.signUp('list-host')
    await worker.join(member, host.organization.id, 'manager')
    const { body: third } = await create(member, 'The third')
    await worker.updateOrganization(host.organization.id, { tier: 'PRO', status: 'SUSPENDED' })
    const {
      id: _id,
      quota: _quota,
      vatNumber: _vatNumber,
      batchRetentionDays: _days,
      keepsRecords: _keeps,
      recordYears: _years,
      monitorDigest: _digest,
      onboarding: _step,
      ...shown
    } = third
    expect(await list(member)).toEqual([
      expect.objectContaining({ id: member.organization.id, role: 'admin', tier: 'FREE' }),
      expect.objectContaining({
        id: host.organization.id,
        role: 'manager',
        tier: 'PRO',
        status: 'SUSPENDED',
        monthlyLimit: 1_000,
      }),
      { id: third.id, ...shown },
    ])
    expect((await list(host)).map(({ id }) => id)).toEqual([host.organization.id])
  })
})
