import { beforeEach, describe, expect, it } from 'vitest'
import { type Member, refusal, statusesOf } from '#tests/worker/harness.ts'
import type { Token } from '#worker/tokens/contract.ts'
import { AS_THEY_WERE, openTeam } from './team.ts'

const team = await openTeam('leave')
const { worker, admin, second, manager, member, stranger, organizationId } = team
const { place, roles } = team
beforeEach(team.reset)

const path = '/api/organization/leave'
const leave = (who: Member) => who.post(path, { organizationId })

const organizationsOf = async (who: Member) => {
  const { body } = await who.call<{ id: string }[]>('/api/user/organizations')
  return body.map(({ id }) => id)
}

describe('POST /api/organization/leave', () => {
  it.each([['manager'], ['member'], ['admin']] as const)(
    'removes the membership of a %s and keeps account, session and tokens',
    async (role) => {
      await place(second, role)
      const created = await second.post<{ id: number; token: string }>('/api/tokens', {
        name: 'Made by who leaves',
        organizationId,
      })
      expect(await leave(second)).toMatchObject({ status: 204, body: undefined })
      expect(await roles()).toEqual(AS_THEY_WERE)
      const gone = await second.call(`/api/organization?organizationId=${organizationId}`)
      expect(refusal(gone)).toEqual([404, 'ORGANIZATION_NOT_FOUND'])
      expect(await organizationsOf(second)).toEqual([second.organization.id])
      expect((await worker.validate(created.body.token)).status).toBe(200)
      await worker.settle()
      await admin.delete(`/api/tokens/${created.body.id}`)
    },
  )

  it('ends the tokens that the member created in 7 days, and emails the admins', async () => {
    const name = 'web \u202eshop'
    const create = async (path: string, body: object) =>
      (await second.post<{ id: number; token: string; apiKey: string }>(path, { ...body, organizationId }))
        .body
    await place(second, 'manager')
    const token = await create('/api/tokens', { name })
    const sooner = await create('/api/tokens', { name: 'Ends sooner', expiry: '30days' })
    await second.delete(`/api/tokens/${sooner.id}?schedule=1day&organizationId=${organizationId}`)
    await worker.confirmPassword(second)
    const project = await create('/api/projects', { name: 'Storefront' })
    const other = await member.createToken({ organizationId, name: 'Of another' })
    expect((await worker.validate(token.token)).status).toBe(200)
    await worker.settle()
    const before = (await worker.emailsTo(admin.user.email)).length
    await leave(second)
    const [email, ...earlier] = await worker.emailsTo(admin.user.email)
    expect(earlier).toHaveLength(before)
    expect(email?.text).toContain(second.user.email)
    expect(email?.text).toContain('“web shop”')
    expect(email?.text).toContain('“Storefront”')
    expect(email?.text).not.toContain('Of another')
    expect(email?.text).toContain(`http://localhost/tokens?organizationId=${organizationId}\n`)
    const list = async () => (await admin.call<Token[]>(`/api/tokens?organizationId=${organizationId}`)).body
    const daysLeft = async (id: number) => {
      const at = (await list()).find((each) => each.id === id)?.deleteAt
      return at && Math.round((Date.parse(at) - Date.now()) / 86_400_000)
    }
    expect(await Promise.all([token, sooner, other].map(({ id }) => daysLeft(id)))).toEqual([7, 1, null])
    await admin.delete(`/api/tokens/${token.id}/schedule?organizationId=${organizationId}`)
    await worker.sql`update api_tokens set delete_at = now() where delete_at is not null and organization_id = ${organizationId}`
    await worker.sql`update api_tokens set expires_at = now() where expires_at is not null and organization_id = ${organizationId}`
    await worker.forgetQuota(organizationId)
    const answers = [token.token, sooner.token, project.apiKey, other.token].map((each) =>
      worker.validate(each),
    )
    expect(statusesOf(await Promise.all(answers))).toEqual([200, 401, 401, 200])
  })

  it('emails nobody about a member without tokens', async () => {
    await place(second, 'member')
    await worker.sql`delete from projects where organization_id = ${organizationId}`
    await worker.sql`delete from api_tokens where created_by = ${second.user.id}`
    const before = (await worker.emailsTo(admin.user.email)).length
    await leave(second)
    expect(await worker.emailsTo(admin.user.email)).toHaveLength(before)
  })

  it('ignores a user id in the body', async () => {
    const body = { organizationId, userId: manager.user.id }
    expect((await member.post(path, body)).status).toBe(204)
    expect(await roles()).toEqual({ admin: 'admin', manager: 'manager' })
  })

  it('works in a suspended organization', async () => {
    await worker.updateOrganization(organizationId, { status: 'SUSPENDED' })
    const answers = [await leave(member), await leave(admin)]
    await worker.updateOrganization(organizationId, { status: 'ACTIVE' })
    expect(answers.map((answer) => answer.status)).toEqual([204, 409])
    expect(await roles()).toEqual({ admin: 'admin', manager: 'manager' })
  })

  it('refuses the last admin until there is another', async () => {
    await place(second, 'system_admin')
    expect(refusal(await leave(admin))).toEqual([409, 'LAST_ADMIN'])
    expect(await roles()).toEqual({ ...AS_THEY_WERE, second: 'system_admin' })
    await place(member, 'admin')
    expect((await leave(admin)).status).toBe(204)
    expect(refusal(await leave(member))).toEqual([409, 'LAST_ADMIN'])
    expect((await leave(second)).status).toBe(204)
    expect(await roles()).toEqual({ manager: 'manager', member: 'admin' })
  })

  it('keeps a user without organizations signed in, able to create one', async () => {
    const own = stranger.organization.id
    await worker.sql`delete from organization_memberships where user_id = ${stranger.user.id}`
    await place(stranger, 'member')
    expect((await leave(stranger)).status).toBe(204)
    expect(await organizationsOf(stranger)).toEqual([])
    expect(refusal(await stranger.call('/api/organization'))).toEqual([404, 'ORGANIZATION_NOT_FOUND'])
    const made = await stranger.post<{ id: string }>('/api/user/organizations', { name: 'A new start' })
    expect(made.status).toBe(201)
    expect((await stranger.call('/api/user')).body).toMatchObject({ organizationId: made.body.id })
    await worker.join(stranger, own, 'admin')
  })
})
