import { beforeEach, describe, expect, it } from 'vitest'
import { type ErrorBody, type Member, refusal } from '#tests/worker/harness.ts'
import { overlap } from '#tests/worker/overlap.ts'
import type { Member as OrganizationMember } from '#worker/organizations/contract.ts'
import { AS_THEY_WERE, openTeam } from './team.ts'

const team = await openTeam('members')
const { worker, admin, second, manager, member, stranger, organizationId } = team
const { place, changeRole, remove, roles, inviteAs, statesOf } = team
beforeEach(team.reset)

const list = (by: Member) =>
  by.call<OrganizationMember[] & ErrorBody>(`/api/organization/members?organizationId=${organizationId}`)

describe('GET /api/organization/members', () => {
  it('lists members with their roles in the order of joining, and nothing else about them', async () => {
    const { status, body } = await list(member)
    expect(status).toBe(200)
    const joinedAt = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    expect(body).toEqual([
      { id: admin.user.id, email: 'admin@example.test', role: 'admin', joinedAt },
      { id: manager.user.id, email: 'manager@example.test', role: 'manager', joinedAt },
      { id: member.user.id, email: 'member@example.test', role: 'member', joinedAt },
    ])
  })
})

describe('PATCH /api/organization/user-role', () => {
  it('changes a role from the next call on, and accepts the same role again', async () => {
    const promoted = await changeRole(admin, member.user.id, 'admin')
    expect(promoted.status).toBe(200)
    expect(promoted.body).toEqual({
      id: member.user.id,
      email: 'member@example.test',
      role: 'admin',
      joinedAt: expect.stringMatching(/Z$/),
    })
    const again = await changeRole(admin, member.user.id, 'admin')
    expect([again.status, again.body]).toEqual([200, promoted.body])
    expect((await changeRole(member, manager.user.id, 'member')).status).toBe(200)
    expect((await changeRole(admin, member.user.id, 'manager')).status).toBe(200)
    expect(refusal(await changeRole(member, manager.user.id, 'member'))).toEqual([403, 'ROLE_TOO_LOW'])
    expect(await roles()).toEqual({ admin: 'admin', manager: 'member', member: 'manager' })
  })

  it('refuses oneself', async () => {
    await place(second, 'admin')
    for (const role of ['admin', 'member']) {
      expect(refusal(await changeRole(admin, admin.user.id, role))).toEqual([403, 'NOT_ON_YOURSELF'])
    }
    expect(await roles()).toEqual({ ...AS_THEY_WERE, second: 'admin' })
  })

  it('lets only platform administrators grant system_admin', async () => {
    await place(second, 'admin')
    expect(refusal(await changeRole(second, member.user.id, 'system_admin'))).toEqual([403, 'ROLE_TOO_LOW'])
    const platformRole = (role: string | null) =>
      worker.sql`update users set role = ${role} where id = ${second.user.id}`
    await platformRole('SUPER_ADMIN')
    // Platform administrators need two-factor sign-in.
    expect(refusal(await changeRole(second, member.user.id, 'system_admin'))).toEqual([403, 'ROLE_TOO_LOW'])
    await worker.enableTwoFactor(second)
    expect((await changeRole(second, member.user.id, 'system_admin')).body.role).toBe('system_admin')
    await place(second, 'member')
    const asMember = await changeRole(second, member.user.id, 'admin')
    await platformRole(null)
    expect(refusal(asMember)).toEqual([403, 'ROLE_TOO_LOW'])
    expect(await roles()).toEqual({ ...AS_THEY_WERE, member: 'system_admin', second: 'member' })
  })

  it('refuses to demote the last admin', async () => {
    await place(second, 'system_admin')
    expect(refusal(await changeRole(second, admin.user.id, 'member'))).toEqual([409, 'LAST_ADMIN'])
    expect((await changeRole(second, admin.user.id, 'admin')).status).toBe(200)
    expect((await changeRole(second, member.user.id, 'admin')).status).toBe(200)
    expect((await changeRole(second, admin.user.id, 'member')).status).toBe(200)
    expect(await roles()).toEqual({
      ...AS_THEY_WERE,
      admin: 'member',
      member: 'admin',
      second: 'system_admin',
    })
  })

  it('answers 404 for users outside the organization, existing or not', async () => {
    const answers = await Promise.all(
      [stranger.user.id, 2_147_483_647].map((userId) => changeRole(admin, userId, 'member')),
    )
    expect(answers.map(refusal)).toEqual(Array(2).fill([404, 'MEMBER_NOT_FOUND']))
    const { requestId: _one, ...first } = answers[0]?.body ?? {}
    const { requestId: _two, ...other } = answers[1]?.body ?? {}
    expect(first).toEqual(other)
  })

  it.each([
    ['half a user id', 1.5, 'member'],
    ['a user id beyond the column', 2_147_483_648, 'member'],
    ['no user id', undefined, 'member'],
    ['no role', 1, undefined],
    ['an unknown role', 1, 'owner'],
  ])('refuses %s', async (_what, userId, role) => {
    expect(refusal(await changeRole(admin, userId, role))).toEqual([422, 'INVALID_INPUT'])
  })
})

describe('an admin who is demoted', () => {
  const invite = (role: string, email: string) =>
    second.post('/api/organization/invite', { email, role, organizationId })

  beforeEach(async () => {
    await place(second, 'admin')
    await worker.confirmPassword(second)
  })

  it.each([
    ['manager', ['revoked', 'pending', 'pending']],
    ['member', ['revoked', 'revoked', 'pending']],
  ])('to %s leaves no invitation to a higher role', async (role, expected) => {
    const emailOf = (invited: string) => `${invited}.by.${role}@members.test`
    const invited = ['admin', 'manager', 'member']
    for (const each of invited) expect((await invite(each, emailOf(each))).status).toBe(201)
    await changeRole(admin, second.user.id, role)
    const states = []
    for (const each of invited) states.push(...(await statesOf(emailOf(each))))
    expect(states).toEqual(expected)
  })
})

describe('DELETE /api/organization/remove-member', () => {
  it('removes the membership and keeps the account', async () => {
    expect(await remove(admin, manager.user.id)).toMatchObject({ status: 204, body: undefined })
    expect(await roles()).toEqual({ admin: 'admin', member: 'member' })
    expect(refusal(await list(manager))).toEqual([404, 'ORGANIZATION_NOT_FOUND'])
    for (const gone of [manager, stranger])
      expect(refusal(await remove(admin, gone.user.id))).toEqual([404, 'MEMBER_NOT_FOUND'])
    const own = await manager.call<{ id: string }[]>('/api/user/organizations')
    expect(own.body.map(({ id }) => id)).toEqual([manager.organization.id])
  })

  it('refuses oneself and the last admin', async () => {
    expect(refusal(await remove(admin, admin.user.id))).toEqual([403, 'NOT_ON_YOURSELF'])
    await place(second, 'system_admin')
    expect(refusal(await remove(second, admin.user.id))).toEqual([409, 'LAST_ADMIN'])
    await place(member, 'admin')
    expect((await remove(second, admin.user.id)).status).toBe(204)
    expect(await roles()).toEqual({ manager: 'manager', member: 'admin', second: 'system_admin' })
  })

  it('revokes invitations by and for the user; a demotion does not', async () => {
    await inviteAs(manager, 'by.manager@members.test')
    await inviteAs(admin, 'by.admin@members.test')
    await worker.sql`insert into organization_invitations (email, organization_id, role, token, expires_at)
       values ('manager@example.test', ${organizationId}, 'admin', 'unreadable', now() + interval '1 day')`
    const states = async () => [
      ...(await statesOf('by.manager@members.test')),
      ...(await statesOf(manager.user.email)),
      ...(await statesOf('by.admin@members.test')),
    ]
    await changeRole(admin, manager.user.id, 'member')
    expect(await states()).toEqual(['pending', 'pending', 'pending'])
    await remove(admin, manager.user.id)
    expect(await states()).toEqual(['revoked', 'revoked', 'pending'])
    const token = await worker.linkTo('by.manager@members.test')
    expect((await worker.post('/api/invitations/find', { token })).status).toBe(404)
  })

  it('revokes an invitation that the user is sending at the same time', async () => {
    const [inviting, removing] = await overlap(
      worker,
      ['insert', 'mails'],
      () => inviteAs(manager, 'written@members.test'),
      () => remove(admin, manager.user.id),
    )
    expect([inviting.status, removing.status]).toEqual([201, 204])
    expect(await statesOf('written@members.test')).toEqual(['revoked'])
  })
})

const demote = (by: Member, whom: Member) => changeRole(by, whom.user.id, 'member')
const dismiss = (by: Member, whom: Member) => remove(by, whom.user.id)
const leave = (by: Member) => by.post('/api/organization/leave', { organizationId })

describe('two admins who', () => {
  it.each([
    ['remove each other', dismiss, dismiss],
    ['demote each other', demote, demote],
    ['remove and demote each other', dismiss, demote],
    ['leave', leave, leave],
  ])('%s at the same time leave exactly one', async (_what, first, other) => {
    for (let round = 0; round < 4; round++) {
      await place(admin, 'admin')
      await place(second, 'admin')
      const pair = [() => first(admin, second), () => other(second, admin)]
      if (round % 2 === 1) pair.reverse()
      const answers = await Promise.all(pair.map((call) => call()))
      const done = answers.filter(({ status }) => status < 300)
      const refused = answers.filter(({ status }) => status >= 300)
      expect([done.length, refused.length]).toEqual([1, 1])
      expect(['ROLE_TOO_LOW', 'ORGANIZATION_NOT_FOUND', 'LAST_ADMIN']).toContain(refused[0]?.body.code)
      const left = Object.values(await roles()).filter((role) => role === 'admin')
      expect(left).toHaveLength(1)
    }
  })
})
