import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import {
  countStatuses,
  type ErrorBody,
  type Member,
  openWorker,
  refusal,
  times,
} from '#tests/worker/harness.ts'
import type { InvitationSent, MemberRole, OpenInvitation } from '#worker/organizations/contract.ts'

const worker = await openWorker('open_invitations')
const admin = await worker.signUp('admin')
await worker.confirmPassword(admin)
const organizationId = admin.organization.id
const manager = await worker.colleague(organizationId, 'manager', 'manager')
const member = await worker.colleague(organizationId, 'member', 'member')
const stranger = await worker.signUp('stranger')

type Sent = InvitationSent & ErrorBody
const ours = () => ({ 'x-organization-id': organizationId })

const list = (by: Member) =>
  by.call<OpenInvitation[] & ErrorBody>('/api/organization/invitations', { headers: ours() })
const resend = (by: Pick<Member, 'call'>, id: number | string) =>
  by.call<Sent>(`/api/organization/invitations/${id}/resend`, { method: 'POST', headers: ours() })
const revoke = (by: Pick<Member, 'call'>, id: number | string) =>
  by.call(`/api/organization/invitations/${id}`, { method: 'DELETE', headers: ours() })
const calls = [resend, revoke]

const look = (token: string) =>
  worker.post('/api/invitations/find', { token }, { headers: { 'CF-Connecting-IP': '2001:db8::1' } })
const accept = (by: Member, token: string) =>
  by.post<{ role: string } & ErrorBody>(
    '/api/invitations/accept',
    { token },
    { headers: { 'CF-Connecting-IP': '2001:db8::2' } },
  )

/** The tokens in the emails to an email address, newest first. */
async function linksTo(email: string): Promise<string[]> {
  const messages = await worker.emailsTo(email)
  return messages.flatMap(({ text }) => text.match(/(?<=\/auth#invitation=)[0-9A-Za-z]{32}/) ?? [])
}

/** Returns the token from the email. */
async function invite(email: string, role: MemberRole = 'member', by = admin) {
  const { status, body } = await by.post<Sent>('/api/organization/invite', {
    email,
    role,
    organizationId: by === admin ? organizationId : by.organization.id,
  })
  if (status !== 201) throw new Error(`invite: ${status} ${JSON.stringify(body)}`)
  const [token = ''] = await linksTo(email)
  return { id: body.id, token }
}

const change = (id: number, set: string) =>
  worker.sql(`update organization_invitations set ${set} where id = $1`, [id])

const openTo = async (email: string) =>
  (await list(admin)).body.filter((one) => one.email === email).map(({ id, status }) => [id, status])

describe('GET /api/organization/invitations', () => {
  it('lists pending and expired invitations newest first', async () => {
    const ids = new Map<string, number>()
    for (const name of ['waits', 'over', 'older', 'forgotten', 'used', 'taken.back', 'newest']) {
      ids.set(name, (await invite(`${name}@open.list.test`)).id)
    }
    const set = (name: string, what: string) => change(ids.get(name) ?? 0, what)
    await set('over', "expires_at = now() - interval '1 second'")
    await set('older', "expires_at = now() - interval '29 days'")
    await set('forgotten', "expires_at = now() - interval '31 days'")
    await set('used', "status = 'accepted'")
    await set('taken.back', "status = 'revoked'")
    await set('waits', 'invited_by = null')
    const { status, body } = await list(manager)
    expect(status).toBe(200)
    expect(body.map((one) => [one.email, one.status, one.invitedBy])).toEqual([
      ['newest@open.list.test', 'pending', 'admin@example.test'],
      ['older@open.list.test', 'expired', 'admin@example.test'],
      ['over@open.list.test', 'expired', 'admin@example.test'],
      ['waits@open.list.test', 'pending', null],
    ])
    const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    expect(body[0]).toEqual({
      id: ids.get('newest'),
      email: 'newest@open.list.test',
      role: 'member',
      status: 'pending',
      invitedBy: 'admin@example.test',
      createdAt: instant,
      expiresAt: instant,
    })
  })
})

describe('POST /api/organization/invitations/{invitationId}/resend', () => {
  it('sends a new link that is valid for 7 days; the old one stops working', async () => {
    const email = 'open.resent@example.test'
    const { id, token } = await invite(email, 'manager')
    await change(id, "expires_at = now() + interval '1 hour'")
    const { status, body } = await resend(manager, id)
    expect(status).toBe(200)
    expect(body).toEqual({ id, email, role: 'manager', expiresAt: expect.stringMatching(/Z$/) })
    const days = (Date.parse(body.expiresAt) - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(6.9)
    expect(days).toBeLessThanOrEqual(7)
    const [renewed = '', ...older] = await linksTo(email)
    expect(older).toEqual([token])
    const [message] = await worker.fakes.mailbox(email)
    expect(message?.text).toContain(manager.user.email)
    expect(refusal(await look(token))).toEqual([404, 'INVITATION_NOT_FOUND'])
    const guest = await worker.signUp('open.resent')
    expect((await accept(guest, renewed)).body.role).toBe('manager')
    expect(await openTo(email)).toEqual([])
  })

  it.each([1, 29])('brings back one that expired %i days ago', async (days) => {
    const email = `open.after.${days}@example.test`
    const { id, token } = await invite(email)
    await change(id, `expires_at = now() - interval '${days} days'`)
    expect(await openTo(email)).toEqual([[id, 'expired']])
    expect((await resend(admin, id)).body.id).toBe(id)
    expect(await openTo(email)).toEqual([[id, 'pending']])
    const [renewed = ''] = await linksTo(email)
    expect([(await look(renewed)).status, (await look(token)).status]).toEqual([200, 404])
  })

  it('asks for the password before it sends one for an admin again', async () => {
    const { id } = await invite('open.admin@example.test', 'admin')
    const second = await worker.colleague(organizationId, 'admin', 'open.second.admin')
    expect(refusal(await resend(second, id))).toEqual([403, 'CONFIRMATION_REQUIRED'])
    await worker.confirmPassword(second)
    expect((await resend(second, id)).status).toBe(200)
  })

  it('refuses a user who became a member', async () => {
    const email = 'open.member.by.now@example.test'
    const { id, token } = await invite(email)
    await worker.colleague(organizationId, 'member', 'open.member.by.now')
    expect(refusal(await resend(admin, id))).toEqual([409, 'ALREADY_MEMBER'])
    expect(await linksTo(email)).toEqual([token])
  })

  it('counts toward the rate limits of inviting unless refused', { tags: 'deep' }, async () => {
    await worker.redisAnswers()
    const email = 'open.limited@example.test'
    const { id } = await invite(email, 'admin')
    const refused = await times(10, () => resend(manager, id))
    expect(countStatuses(refused)).toEqual({ 403: 10 })
    const answers = []
    for (let count = 0; count < 10; count++) answers.push(await resend(admin, id))
    expect(countStatuses(answers)).toEqual({ 200: 9, 429: 1 })
    expect(Number(answers.at(-1)?.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect(await linksTo(email)).toHaveLength(10)
    // Nobody can use up what other organizations have for the address.
    expect((await invite(email, 'member', stranger)).token).not.toBe('')
  })

  it('leaves one working link under 9 parallel calls', { tags: 'deep' }, async () => {
    await worker.redisAnswers()
    const email = 'open.nine@example.test'
    const { id } = await invite(email)
    const answers = await times(9, () => resend(admin, id))
    expect(countStatuses(answers)).toEqual({ 200: 9 })
    const looks = await Promise.all((await linksTo(email)).map(look))
    expect(countStatuses(looks)).toEqual({ 200: 1, 404: 9 })
  })
})

describe('the limits of inviting', () => {
  const inviteOnce = (by: Member, index: number, options = {}) =>
    by.call('/api/organization/invite', { body: { email: `crowd.${index}@limits.test` }, ...options })
  const from = (network: string) => ({ headers: { 'CF-Connecting-IP': network } })

  it('have nothing in common for customers of different networks', async () => {
    await worker.redisAnswers()
    const keys = async () => z.array(z.string()).parse(await worker.redis('KEYS', 'rate-limit:invite-*'))
    const keysOf = async (by: Member, index: number, network: string) => {
      await worker.redis('DEL', ...(await keys()))
      expect((await inviteOnce(by, index, from(network))).status).toBe(201)
      return await keys()
    }
    const one = await keysOf(admin, 7, '192.0.2.9')
    const other = await keysOf(stranger, 8, '192.0.2.10')
    expect(one).toHaveLength(5)
    expect(one.filter((key) => other.includes(key))).toEqual([])
  })
})

describe('DELETE /api/organization/invitations/{invitationId}', () => {
  it('revokes an invitation: its link stops working, and the email address can be invited again', async () => {
    const email = 'open.taken.back@example.test'
    const { id, token } = await invite(email)
    expect(await revoke(manager, id)).toMatchObject({ status: 204, body: undefined })
    expect(refusal(await look(token))).toEqual([404, 'INVITATION_NOT_FOUND'])
    const guest = await worker.signUp('open.taken.back')
    expect(refusal(await accept(guest, token))).toEqual([404, 'INVITATION_NOT_FOUND'])
    expect(refusal(await revoke(manager, id))).toEqual([404, 'INVITATION_NOT_FOUND'])
    expect(await openTo(email)).toEqual([])
    const again = await invite(email)
    expect((await accept(guest, again.token)).status).toBe(200)
  })

  it('removes an expired invitation from the list', async () => {
    const { id } = await invite('open.tidied@example.test')
    await change(id, "expires_at = now() - interval '1 day'")
    expect((await revoke(admin, id)).status).toBe(204)
    expect(await openTo('open.tidied@example.test')).toEqual([])
  })

  it('loses or wins against a parallel acceptance, never both', { tags: 'deep' }, async () => {
    const guest = await worker.signUp('open.race')
    for (let round = 0; round < 20; round++) {
      const [row] = await worker.sql<{ id: number }>`
        insert into organization_invitations (email, organization_id, token, expires_at)
         values ('open.race@example.test', ${organizationId}, encode(sha256(${`race-${round}`}::bytea), 'hex'), now() + interval '1 day')
         returning id`
      const pair = [() => accept(guest, `race-${round}`), () => revoke(admin, row?.id ?? 0)]
      if (round % 2 === 1) pair.reverse()
      const answers = await Promise.all(pair.map((call) => call()))
      const statuses = answers.map(({ status }) => status).sort()
      expect([
        [200, 404],
        [204, 404],
      ]).toContainEqual(statuses)
      const left = await worker.sql`delete from organization_memberships where user_id = ${guest.user.id}
        and organization_id = ${organizationId} returning id`
      expect(left).toHaveLength(statuses[0] === 200 ? 1 : 0)
    }
  })
})

describe('resending and revoking', () => {
  it.each<[MemberRole, MemberRole, number, number]>([
    ['admin', 'admin', 200, 204],
    ['admin', 'system_admin', 403, 403],
    ['manager', 'admin', 403, 403],
    ['manager', 'system_admin', 403, 403],
    ['manager', 'manager', 200, 204],
    ['manager', 'member', 200, 204],
    ['member', 'member', 403, 403],
  ])('by a %s, of an invitation as %s answers %i and %i', async (own, role, resent, revoked) => {
    const { id, token } = await invite(`open.${role}.by.${own}@example.test`)
    await change(id, `role = '${role}'`)
    const caller = own === 'admin' ? admin : own === 'manager' ? manager : member
    const answers = [await resend(caller, id), await revoke(caller, id)]
    expect(answers.map(({ status }) => status)).toEqual([resent, revoked])
    if (resent !== 403) return
    expect(answers.map(({ body }) => body?.code)).toEqual(Array(2).fill('ROLE_TOO_LOW'))
    expect((await look(token)).status).toBe(200)
  })

  it('is allowed for a platform administrator with any role', async () => {
    const { id } = await invite('open.by.platform@example.test')
    await change(id, "role = 'system_admin'")
    const platformRole = (role: string | null) =>
      worker.sql`update users set role = ${role} where id = ${member.user.id}`
    await platformRole('SUPER_ADMIN')
    await worker.enableTwoFactor(member)
    await worker.confirmPassword(member)
    const answers = [await list(member), await resend(member, id), await revoke(member, id)]
    await platformRole(null)
    await worker.sql`delete from two_factors where user_id = ${member.user.id}`
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 204])
  })

  it('does not reveal to a member which invitations exist', async () => {
    const { id } = await invite('open.silent@example.test')
    for (const call of calls) {
      for (const which of [id, 2_147_483_647]) {
        expect(refusal(await call(member, which))).toEqual([403, 'ROLE_TOO_LOW'])
      }
    }
  })

  it('answers 404 for invitations that were used or revoked, or are too old', async () => {
    const { id } = await invite('open.gone@example.test')
    const tooOld = "status = 'pending', expires_at = now() - interval '31 days'"
    for (const set of ["status = 'accepted'", "status = 'revoked'", tooOld]) {
      await change(id, set)
      for (const call of calls) {
        const answer = await call(admin, id)
        expect(refusal(answer)).toEqual([404, 'INVITATION_NOT_FOUND'])
        expect(answer.body).toMatchObject({
          message: 'This invitation is no longer pending. It may have been accepted or revoked.',
        })
      }
    }
  })
})
