import { describe, expect, it } from 'vitest'
import { countStatuses, GERMAN, type Member, openWorker, refusal, times } from '#tests/worker/harness.ts'
import type { Activity } from '#worker/activity/contract.ts'
import { hashToken } from '#worker/lib/hash.ts'
import type { CreatedProject, Project } from '#worker/projects/contract.ts'
import { organizationOf } from '#worker/token-format.ts'
import type { Token } from '#worker/tokens/contract.ts'

const worker = await openWorker('projects')

let people = 0
async function signUp(): Promise<Member> {
  const member = await worker.signUp(`projects-${people++}`)
  await worker.confirmPassword(member)
  return member
}

const make = async (member: Member, body: Record<string, unknown> = {}) => {
  const made = await member.post<CreatedProject>('/api/projects', { name: 'Web shop', ...body })
  expect(made.status).toBe(201)
  return made.body
}
const list = async (member: Member) => (await member.call<Project[]>('/api/projects')).body

describe('POST /api/projects', () => {
  it('returns the key once and stores only its hash', async () => {
    const member = await signUp()
    const { apiKey, ...project } = await make(member, { name: '  Web shop ', description: ' Of the north. ' })
    expect(organizationOf(apiKey)).toBe(member.organization.id)
    expect(project).toEqual({
      id: expect.any(Number),
      name: 'Web shop',
      description: 'Of the north.',
      usedCount: 0,
      key: {
        tokenId: expect.any(Number),
        obfuscatedToken: `tp_live_••••••••${apiKey.slice(-4)}`,
        createdBy: member.user.email,
        createdAt: expect.any(String),
        lastUsedAt: null,
        revokedAt: null,
      },
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    })
    expect(Math.abs(Date.parse(project.createdAt) - Date.now())).toBeLessThan(60_000)
    expect(await list(member)).toEqual([project])
    const stored =
      await worker.sql`select to_jsonb(p) || to_jsonb(t) as row from projects p join api_tokens t on t.token = p.api_key
        where p.id = ${project.id}`
    expect(JSON.stringify(stored)).toContain(hashToken(apiKey))
    expect(JSON.stringify(stored)).not.toContain(apiKey)
  })

  it('allows two projects with the same name and lists the newest first', async () => {
    const member = await signUp()
    const first = await make(member)
    const second = await make(member)
    expect(first.apiKey).not.toBe(second.apiKey)
    expect((await list(member)).map(({ id }) => id)).toEqual([second.id, first.id])
  })

  it.each([
    [undefined, null],
    [' \n ', null],
    ['Two\nlines', 'Two\nlines'],
    ['\u{1F9FE}'.repeat(250), '\u{1F9FE}'.repeat(250)],
  ])('keeps the description %j as %j', async (description, kept) => {
    const member = await signUp()
    expect((await make(member, { description })).description).toBe(kept)
    expect(await list(member)).toMatchObject([{ description: kept }])
  })

  const tooShort = 'Project name must be at least 3 characters'
  const tooLong = 'Description must be at most 500 characters'
  it.each([
    ['no name', { name: undefined }, 'name', tooShort],
    ['a short name', { name: 'ab' }, 'name', tooShort],
    ['the name of another token', { name: ' Default ' }, 'name', 'The name "default" is reserved'],
    ['a name of two emojis', { name: '\u{1F9FE}\u{1F9FE}' }, 'name', tooShort],
    [
      'a name of two lines',
      { name: 'Web\nshop' },
      'name',
      'Project name must not contain control characters',
    ],
    ['a long name', { name: 'a'.repeat(10_000) }, 'name', 'Project name must be at most 64 characters'],
    ['a long text', { description: 'a'.repeat(10_000) }, 'description', tooLong],
  ])('refuses %s', async (_what, body, path, message) => {
    const member = await signUp()
    const answer = await member.post('/api/projects', { name: 'Web shop', ...body })
    expect(answer.status).toBe(422)
    expect(answer.body).toMatchObject({ code: 'INVALID_INPUT', message, details: [{ path }] })
    expect(await list(member)).toEqual([])
  })

  it('creates exactly 100, the last 5 under 50 parallel calls', { tags: 'deep' }, async () => {
    const member = await signUp()
    await worker.sql`with keys as (
         insert into api_tokens (name, token, prefix, last_four, organization_id, permissions)
         select 'Project ' || n, 'key of ' || n, 'tp_live_', '0000', ${member.organization.id}, '{"read":true,"validation":true}'
           from generate_series(1, 95) n returning name, token)
       insert into projects (name, api_key, organization_id) select name, token, ${member.organization.id} from keys`
    const answers = await times(50, () => member.post('/api/projects', { name: 'Parallel' }))
    expect(countStatuses(answers)).toEqual({ 201: 5, 409: 45 })
    const codes = new Set(answers.map(({ body }) => body.code))
    expect(codes).toEqual(new Set([undefined, 'PROJECT_LIMIT_REACHED']))
    const projects = await list(member)
    expect(projects).toHaveLength(100)
    await member.delete(`/api/projects/${projects[0]?.id}`)
    await make(member)
    expect((await member.post('/api/projects', { name: 'One more' })).status).toBe(409)
    await make(await signUp())
  })
})

describe('the key of a project', () => {
  it('validates, also with registers, and counts toward its project only', async () => {
    const member = await signUp()
    const [shop, office] = [await make(member), await make(member, { name: 'Back office' })]
    for (let call = 0; call < 3; call++) expect((await worker.validate(shop.apiKey)).status).toBe(200)
    expect((await worker.validate(office.apiKey)).status).toBe(200)
    expect((await worker.validate(shop.apiKey, { countryCode: 'DE' })).status).toBe(422)
    await member.post('/api/tinproof/validate', GERMAN)
    await worker.settle()
    const counts = async () =>
      Object.fromEntries((await list(member)).map(({ name, usedCount }) => [name, usedCount]))
    expect(await counts()).toEqual({ 'Web shop': 3, 'Back office': 1 })
    const [used] = (await list(member)).filter(({ id }) => id === shop.id)
    expect(used?.key.lastUsedAt).not.toBeNull()
    const calls = await member.call<Activity[]>(`/api/activity?tokenId=${shop.key.tokenId}`)
    expect(calls.body.filter(({ status }) => status === 200).map(({ tokenName }) => tokenName)).toEqual([
      'Web shop',
      'Web shop',
      'Web shop',
    ])
    await worker.sql`update activity_hours set hour = date_trunc('month', now(), 'UTC') - interval '1 hour'
      where token_id = any(${[shop.key.tokenId, office.key.tokenId]})`
    expect(await counts()).toEqual({ 'Web shop': 0, 'Back office': 0 })
  })

  it('is neither listed among the API tokens nor counted toward their limit', async () => {
    const member = await signUp()
    const { key } = await make(member)
    for (let made = 0; made < 10; made++) await member.createToken()
    const tokens = (await member.call<Token[]>('/api/tokens')).body
    expect(tokens).toHaveLength(10)
    expect(tokens.map(({ id }) => id)).not.toContain(key.tokenId)
    const revoked = await member.delete(`/api/tokens/${key.tokenId}`)
    expect(refusal(revoked)).toEqual([404, 'TOKEN_NOT_FOUND'])
    await make(member)
  })

  it('can be replaced: the old one stops at once, the calls stay', async () => {
    const member = await signUp()
    const { apiKey, ...before } = await make(member)
    expect((await worker.validate(apiKey)).status).toBe(200)
    await worker.settle()
    const replaced = await member.post<CreatedProject>(`/api/projects/${before.id}/key`)
    expect(replaced.status).toBe(201)
    const { apiKey: next, ...after } = replaced.body
    expect(organizationOf(next)).toBe(member.organization.id)
    expect(after).toMatchObject({ id: before.id, usedCount: 1, key: { tokenId: before.key.tokenId } })
    expect(after.key).toMatchObject({
      obfuscatedToken: `tp_live_••••••••${next.slice(-4)}`,
      lastUsedAt: null,
      revokedAt: null,
    })
    expect((await worker.validate(apiKey)).status).toBe(401)
    expect((await worker.validate(next)).status).toBe(200)
    await worker.settle()
    expect(await list(member)).toMatchObject([{ id: before.id, usedCount: 2 }])
  })

  it('leaves one working key when two people replace it at once', async () => {
    const member = await signUp()
    const { id, apiKey } = await make(member)
    const answers = await times(5, () => member.post<CreatedProject>(`/api/projects/${id}/key`))
    const created = answers.filter(({ status }) => status === 201)
    expect(created.length).toBeGreaterThan(0)
    const keys = [apiKey, ...created.map(({ body }) => body.apiKey)]
    const statuses = await Promise.all(keys.map(async (key) => (await worker.validate(key)).status))
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  })

  it('can be replaced after it was revoked', async () => {
    const member = await signUp()
    const { id } = await make(member)
    await worker.sql`update api_tokens set expires_at = now() where token = (select api_key from projects
      where id = ${id})`
    expect((await list(member))[0]?.key.revokedAt).not.toBeNull()
    const { body } = await member.post<CreatedProject>(`/api/projects/${id}/key`)
    expect(body.key.revokedAt).toBeNull()
    expect((await worker.validate(body.apiKey)).status).toBe(200)
  })
})

describe('DELETE /api/projects/:projectId', () => {
  it('deletes a project once under parallel calls, and its key', { tags: 'deep' }, async () => {
    const member = await signUp()
    const kept = await make(member)
    const { id, apiKey } = await make(member)
    // Calls of a paid tier are answered from Redis.
    await worker.updateOrganization(member.organization.id, { tier: 'PRO' })
    expect((await worker.validate(apiKey)).status).toBe(200)
    await worker.settle()
    const answers = await times(10, () => member.delete(`/api/projects/${id}`))
    expect(countStatuses(answers)).toEqual({ 204: 1, 404: 9 })
    expect((await list(member)).map((project) => project.id)).toEqual([kept.id])
    expect((await worker.validate(apiKey)).status).toBe(401)
    expect(await worker.sql`select from api_tokens where token = ${hashToken(apiKey)}`).toEqual([])
  })
})
