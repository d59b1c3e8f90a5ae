import { beforeEach, describe, expect, it } from 'vitest'
import { GERMAN, type Member, refusal } from '#tests/worker/harness.ts'
import { openTeam } from '#tests/worker/organizations/team.ts'
import { overlap } from '#tests/worker/overlap.ts'
import type { CreatedProject, Project } from '#worker/projects/contract.ts'
import type { CreatedToken, Token } from '#worker/tokens/contract.ts'

const { worker, admin, second, manager, member, organizationId, place, remove, reset } =
  await openTeam('token_permissions')
const inTeam = { 'x-organization-id': organizationId }

beforeEach(async () => {
  await reset()
  await worker.sql`delete from projects where organization_id = ${organizationId}`
  await worker.sql`delete from api_tokens where organization_id = ${organizationId} and name <> 'default'`
})

const create = (who: Member) => who.createToken({ organizationId })
const list = async (who: Member) => (await who.call<Token[]>('/api/tokens', { headers: inTeam })).body
const revoke = (who: Member, { id }: { id: number }, schedule = '') =>
  who.call(`/api/tokens/${id}${schedule}`, { method: 'DELETE', headers: inTeam })
const keep = (who: Member, { id }: { id: number }) =>
  who.call(`/api/tokens/${id}/schedule`, { method: 'DELETE', headers: inTeam })
const limit = (who: Member, { id }: { id: number }) =>
  who.patch(`/api/tokens/${id}`, { allowedIps: ['203.0.113.7'] }, { headers: inTeam })
const rotate = (who: Member, { id }: { id: number }) =>
  who.post(`/api/tokens/${id}/rotate`, { oldSecretEnds: '1day' }, { headers: inTeam })
const endOld = (who: Member, { id }: { id: number }) =>
  who.call(`/api/tokens/${id}/old-secret`, { method: 'DELETE', headers: inTeam })
const createProject = async (who: Member) => {
  await worker.confirmPassword(who)
  const made = await who.post<CreatedProject>('/api/projects', { name: 'Web shop', organizationId })
  expect(made.status).toBe(201)
  return made.body
}

describe('the creator of a token', () => {
  it('is shown in the list and in the answers that create and keep it', async () => {
    const byMember = await create(member)
    const byAdmin = await create(admin)
    await revoke(member, byMember, '?schedule=7days')
    const kept = await keep(manager, byMember)
    expect(kept.body).toMatchObject({ createdBy: member.user.email, deleteAt: null })
    expect([byMember.createdBy, byAdmin.createdBy]).toEqual([member.user.email, admin.user.email])
    expect((await list(manager)).map(({ id, createdBy }) => [id, createdBy])).toEqual([
      [byAdmin.id, admin.user.email],
      [byMember.id, member.user.email],
    ])
  })

  it('stays after the creator has been removed, and is null once the account is gone', async () => {
    const leaver = await worker.signUp('creator-who-leaves')
    await place(leaver, 'member')
    await create(leaver)
    expect((await remove(admin, leaver.user.id, { revokeTokens: false })).status).toBe(204)
    expect(await list(admin)).toMatchObject([{ createdBy: leaver.user.email }])
    await worker.sql`delete from users where id = ${leaver.user.id}`
    expect(await list(admin)).toMatchObject([{ createdBy: null }])
  })
})

describe('managing tokens', () => {
  type Who = () => Member
  const mayManage = async (_who: string, _of: string, who: Who, creator: Who) => {
    const token = await create(creator())
    await worker.confirmPassword(who())
    const limited = await limit(who(), token)
    const scheduled = await revoke(who(), token, '?schedule=1day')
    const kept = await keep(who(), token)
    const rotated = await rotate(who(), token)
    const ended = await endOld(who(), token)
    const revoked = await revoke(who(), token)
    const answers = [limited, scheduled, kept, rotated, ended, revoked]
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
    expect((await worker.validate(token.token)).status).toBe(401)
  }
  const allowed = 'lets %s limit, schedule, keep, rotate and revoke a token of %s'
  it.each([
    ['a manager', 'an admin', () => manager, () => admin],
    ['a member', 'themselves', () => member, () => member],
  ] as const)(allowed, mayManage)
  it.each([
    ['an admin', 'a member', () => admin, () => member],
    ['an admin', 'a manager', () => admin, () => manager],
    ['a manager', 'a member', () => manager, () => member],
  ] as const)(allowed, { tags: 'deep' }, mayManage)

  const isRefused = async (_of: string, creator: Who) => {
    await place(second, 'member')
    const token = await create(creator())
    await worker.confirmPassword(member)
    const answers = [
      await limit(member, token),
      await revoke(member, token, '?schedule=1day'),
      await keep(member, token),
      await rotate(member, token),
      await endOld(member, token),
      await revoke(member, token),
    ]
    expect(answers.map(refusal)).toEqual(Array(6).fill([403, 'ROLE_TOO_LOW']))
    expect(await list(admin)).toMatchObject([{ id: token.id, deleteAt: null }])
    expect((await worker.validate(token.token)).status).toBe(200)
  }
  const refused = 'refuses a member the tokens of %s'
  it.each([['another member', () => second]] as const)(refused, isRefused)
  it.each([
    ['an admin', () => admin],
    ['a manager', () => manager],
  ] as const)(refused, { tags: 'deep' }, isRefused)
})

describe('removing a member', () => {
  it('revokes every token and project key they created, and nothing else', async () => {
    await place(second, 'manager')
    const own = await Promise.all([create(second), create(second)])
    const project = await createProject(second)
    const others = [await create(admin), await create(member)]
    const otherProject = await createProject(admin)
    const elsewhere = await second.createToken()
    // Cached in Redis, so that revoking must reach it.
    for (const { token } of [...own, ...others]) expect((await worker.validate(token)).status).toBe(200)
    expect((await worker.validate(project.apiKey)).status).toBe(200)
    await worker.settle()
    const removed = await remove(admin, second.user.id)
    expect(removed.status).toBe(204)
    const statusOf = async (token: string) => (await worker.validate(token)).status
    expect(await Promise.all([...own.map(({ token }) => token), project.apiKey].map(statusOf))).toEqual([
      401, 401, 401,
    ])
    const kept = [...others.map(({ token }) => token), otherProject.apiKey, elsewhere.token]
    expect(await Promise.all(kept.map(statusOf))).toEqual([200, 200, 200, 200])
    expect((await list(admin)).map(({ id }) => id).toSorted()).toEqual(others.map(({ id }) => id).toSorted())
    const { body } = await admin.call<Project[]>('/api/projects', { headers: inTeam })
    expect(body.map(({ id, key }) => [id, key.revokedAt === null])).toEqual([
      [otherProject.id, true],
      [project.id, false],
    ])
  })

  it.each([
    ['refused', () => remove(manager, member.user.id, { revokeTokens: true }), 403],
    ['the last admin', () => remove(second, admin.user.id, { revokeTokens: true }), 409],
  ])('revokes nothing if the removal is %s', async (_what, attempt, status) => {
    await place(second, 'system_admin')
    const tokens = [await create(member), await create(admin)]
    expect((await attempt()).status).toBe(status)
    for (const { token } of tokens) expect((await worker.validate(token)).status).toBe(200)
  })

  it('revokes a token that the member is creating at the same time', async () => {
    await place(second, 'member')
    const [created, removed] = await overlap(
      worker,
      ['insert', 'api_tokens'],
      () => second.post<CreatedToken>('/api/tokens', { name: 'Late', organizationId }),
      () => remove(admin, second.user.id, { revokeTokens: true }),
    )
    expect([created.status, removed.status]).toEqual([201, 204])
    expect((await worker.validate(created.body.token)).status).toBe(401)
    expect(await list(admin)).toEqual([])
  })

  it('keeps tokens and project keys if the admin wants that', async () => {
    await place(second, 'manager')
    const token = await create(second)
    const { apiKey } = await createProject(second)
    expect((await remove(admin, second.user.id, { revokeTokens: false })).status).toBe(204)
    expect((await list(admin)).map(({ id, deleteAt }) => [id, deleteAt])).toEqual([[token.id, null]])
    for (const each of [token.token, apiKey]) expect((await worker.validate(each)).status).toBe(200)
  })

  it('keeps the token of the dashboard when the founder is removed', async () => {
    await place(second, 'admin')
    expect((await remove(second, admin.user.id, { revokeTokens: true })).status).toBe(204)
    const tested = await second.post('/api/tinproof/validate', GERMAN, { headers: inTeam })
    expect(tested.status).toBe(200)
  })
})
