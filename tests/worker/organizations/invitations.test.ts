import { describe, expect, it } from 'vitest'
import {
  type Answer,
  countStatuses,
  type ErrorBody,
  type Member,
  openWorker,
  refusal,
  times,
} from '#tests/worker/harness.ts'
import { overlap } from '#tests/worker/overlap.ts'
import type {
  InvitationInfo,
  InvitationSent,
  MemberRole,
  OrganizationDetail,
} from '#worker/organizations/contract.ts'
import { sendInvitation } from '#worker/organizations/send-invitation.ts'

const worker = await openWorker('invitations')
const owner = await worker.signUp('owner')
await worker.confirmPassword(owner)

type Invited = InvitationSent & ErrorBody
type Joined = OrganizationDetail & ErrorBody

const invite = (by: Member, email: string, role?: MemberRole, organization = owner.organization.id) =>
  by.post<Invited>('/api/organization/invite', { email, ...(role && { role }), organizationId: organization })
const look = (token: string) => worker.post<InvitationInfo & ErrorBody>('/api/invitations/find', { token })
const accept = (by: Member, token: string) => by.post<Joined>('/api/invitations/accept', { token })

/** Calls the verb directly, without rate limits. */
const inviteAtOnce = ({ user, organization }: Member, email: string) =>
  sendInvitation(
    worker.context(),
    { email, role: 'member' },
    {
      inviter: { ...user, isPlatformAdmin: false },
      organization: {
        ...organization,
        createdAt: new Date(organization.createdAt),
        deleteAt: null,
        pastDueSince: null,
        twoFactorRequiredAt: null,
        resetDate: new Date(organization.quota.resetDate),
      },
    },
  )

/** Returns the token from the email. */
async function invited(email: string, role?: MemberRole, by = owner): Promise<string> {
  const { status, body } = await invite(by, email, role, by.organization.id)
  if (status !== 201) throw new Error(`invite: ${status} ${JSON.stringify(body)}`)
  return worker.linkTo(email)
}

const memberOfOwners = (name: string, role: MemberRole) => worker.colleague(owner.organization.id, role, name)

const rowsTo = (email: string) =>
  worker.sql<{ id: number; status: string; role: string }>`select id, status, role
    from organization_invitations where email = ${email} order by id`

const membershipsOf = (member: Member) =>
  worker.sql<{ role: string }>`select role from organization_memberships where user_id = ${member.user.id}
    and organization_id = ${owner.organization.id}`

describe('POST /api/organization/invite', () => {
  it('sends a link that is valid for 7 days and stores only the hash of its token', async () => {
    const { status, body } = await invite(owner, ' New.Colleague@Example.test ')
    expect(status).toBe(201)
    expect(body).toMatchObject({ email: 'new.colleague@example.test', role: 'member' })
    const days = (Date.parse(body.expiresAt) - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(6.9)
    expect(days).toBeLessThanOrEqual(7)
    const [message] = await worker.emailsTo('new.colleague@example.test')
    expect(message?.text).toContain(owner.organization.name)
    expect(message?.text).toContain(owner.user.email)
    const token = await worker.linkTo('new.colleague@example.test')
    expect(message?.html).toContain(`http://localhost/auth#invitation=${token}`)
    const [row] = await worker.sql<{ token: string }>`select token from organization_invitations
      where email = 'new.colleague@example.test'`
    expect(row?.token).toMatch(/^[0-9a-f]{64}$/)
    expect(JSON.stringify(body)).not.toContain(token)
  })

  const answers = async (own: MemberRole, role: MemberRole, status: number) => {
    const inviter = await memberOfOwners(`as.${own}.for.${role}`, own)
    const email = `${own}.invites.${role}@example.test`
    if (status === 201 && role === 'admin') {
      expect(refusal(await invite(inviter, email, role))).toEqual([403, 'CONFIRMATION_REQUIRED'])
      expect(await worker.emailsTo(email)).toEqual([])
      await worker.confirmPassword(inviter)
    }
    const answer = await invite(inviter, email, role)
    expect(answer.status).toBe(status)
    if (status === 403) {
      expect(answer.body.code).toBe('ROLE_TOO_LOW')
      expect(await worker.emailsTo(email)).toEqual([])
    }
  }
  it.each<[MemberRole, MemberRole, number]>([
    ['admin', 'admin', 201],
    ['admin', 'system_admin', 403],
    ['manager', 'admin', 403],
    ['manager', 'manager', 201],
    ['member', 'member', 403],
  ])('by a %s, of a %s answers %i', answers)

  it('lets only platform administrators grant system_admin', async () => {
    const platform = await memberOfOwners('platform', 'member')
    await worker.sql`update users set role = 'SUPER_ADMIN' where id = ${platform.user.id}`
    await worker.enableTwoFactor(platform)
    await worker.confirmPassword(platform)
    const { status, body } = await invite(platform, 'next.platform@example.test', 'system_admin')
    expect([status, body.role]).toEqual([201, 'system_admin'])
  })

  it('refuses an existing member', async () => {
    await memberOfOwners('already', 'member')
    expect(refusal(await invite(owner, 'already@example.test'))).toEqual([409, 'ALREADY_MEMBER'])
    expect(await worker.emailsTo('already@example.test')).toEqual([])
    expect(refusal(await invite(owner, owner.user.email))).toEqual([409, 'ALREADY_MEMBER'])
  })

  it('does not reveal whether the email address has an account', async () => {
    await worker.signUp('with.account')
    const [known, unknown] = await Promise.all([
      invite(owner, 'with.account@example.test'),
      invite(owner, 'without.account@example.test'),
    ])
    const shape = ({ status, body }: Answer<Invited>) => [status, Object.keys(body)]
    expect(shape(known)).toEqual(shape(unknown))
  })

  it('replaces a pending invitation: one row, and only the new link works', async () => {
    const first = await invited('renewed@example.test')
    await worker.sql`update organization_invitations set expires_at = now()
      where email = 'renewed@example.test'`
    const second = await invited('renewed@example.test', 'manager')
    expect(second).not.toBe(first)
    expect(await worker.emailsTo('renewed@example.test')).toHaveLength(2)
    expect(refusal(await look(first))).toEqual([404, 'INVITATION_NOT_FOUND'])
    expect((await look(second)).body).toMatchObject({ role: 'manager' })
    const rows = await worker.sql`select 1 from organization_invitations where email = 'renewed@example.test'`
    expect(rows).toHaveLength(1)
  })

  it('does not let a manager replace a pending invitation for an admin', async () => {
    const manager = await memberOfOwners('replacing-manager', 'manager')
    const email = 'future-admin@example.test'
    const token = await invited(email, 'admin')
    for (const role of ['member', 'manager'] as const) {
      expect(refusal(await invite(manager, email, role))).toEqual([403, 'ROLE_TOO_LOW'])
    }
    expect((await look(token)).body).toMatchObject({ email, role: 'admin' })
    expect(await rowsTo(email)).toMatchObject([{ status: 'pending', role: 'admin' }])
    expect((await invite(owner, email, 'member')).status).toBe(201)
    expect((await look(token)).status).toBe(404)
  })

  it('creates one under 10 parallel calls without rate limit, also beside an expired one', {
    tags: 'deep',
  }, async () => {
    const email = 'unlimited@example.test'
    const before = await inviteAtOnce(owner, email)
    await worker.sql`update organization_invitations set expires_at = now() where id = ${before.id}`
    const sent = await times(10, () => inviteAtOnce(owner, email))
    const [{ id } = { id: 0 }] = sent
    expect(new Set(sent.map((one) => one.id))).toEqual(new Set([id]))
    expect(await rowsTo(email)).toEqual([{ id, status: 'pending', role: 'member' }])
  })

  it('keeps accepted and revoked invitations for the email address', { tags: 'deep' }, async () => {
    const email = 'history@example.test'
    for (const status of ['accepted', 'revoked']) {
      const { id } = await inviteAtOnce(owner, email)
      await worker.sql`update organization_invitations set status = ${status} where id = ${id}`
    }
    const other = await worker.signUp('history.host')
    await inviteAtOnce(other, email)
    await inviteAtOnce(owner, email)
    const states = (await rowsTo(email)).map(({ status }) => status)
    expect(states).toEqual(['accepted', 'revoked', 'pending', 'pending'])
  })
})

describe('POST /api/invitations/find', () => {
  it('returns email address, organization and role to anyone with the link', async () => {
    const { status, body, headers } = await look(await invited('looker@example.test', 'manager'))
    expect(status).toBe(200)
    expect(body).toEqual({
      email: 'looker@example.test',
      organizationName: owner.organization.name,
      role: 'manager',
      requiresTwoFactor: false,
    })
    expect(headers.get('Cache-Control')).toBe('no-store')
  })

  it('answers 404 for an invitation that has expired, was revoked or used, or is of a suspended organization', async () => {
    const change = (email: string, set: string) =>
      worker.sql(`update organization_invitations set ${set} where email = $1`, [email])
    const over = await invited('over@example.test')
    await change('over@example.test', "expires_at = now() - interval '1 second'")
    const revoked = await invited('revoked@example.test')
    await change('revoked@example.test', "status = 'revoked'")
    const used = await invited('used@example.test')
    await change('used@example.test', "status = 'accepted'")
    const other = await worker.signUp('later.suspended')
    const suspended = await invited('suspended.guest@example.test', 'member', other)
    await worker.updateOrganization(other.organization.id, { status: 'SUSPENDED' })
    const guests = ['over', 'revoked', 'used', 'suspended.guest']
    for (const [index, token] of [over, revoked, used, suspended].entries()) {
      expect(refusal(await look(token))).toEqual([404, 'INVITATION_NOT_FOUND'])
      const guest = await worker.signUp(guests[index] ?? '')
      expect(refusal(await accept(guest, token))).toEqual([404, 'INVITATION_NOT_FOUND'])
    }
  })
})

describe('POST /api/invitations/accept', () => {
  it('makes the user a member with the role of the invitation and returns the organization', async () => {
    const token = await invited('joins@example.test', 'manager')
    const guest = await worker.signUp('joins')
    const { status, body } = await accept(guest, token)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id: owner.organization.id,
      name: owner.organization.name,
      role: 'manager',
      onboarding: 'checklist',
      tier: 'FREE',
      status: 'ACTIVE',
      quota: { monthlyLimit: 100 },
    })
    expect(await membershipsOf(guest)).toEqual([{ role: 'manager' }])
    const list = await guest.call<{ id: string }[]>('/api/user/organizations')
    expect(list.body.map(({ id }) => id)).toEqual([guest.organization.id, owner.organization.id])
  })

  it('answers the same user again, but not after they left', async () => {
    const token = await invited('once@example.test')
    const guest = await worker.signUp('once')
    const first = await accept(guest, token)
    expect(first.status).toBe(200)
    expect((await accept(guest, token)).body).toEqual(first.body)
    expect(await membershipsOf(guest)).toHaveLength(1)
    await guest.post('/api/organization/leave', { organizationId: owner.organization.id })
    expect(refusal(await accept(guest, token))).toEqual([404, 'INVITATION_NOT_FOUND'])
    expect(await membershipsOf(guest)).toEqual([])
  })

  it('refuses another member who has a used link', { tags: 'deep' }, async () => {
    const token = await invited('used.by.one@example.test')
    const guest = await worker.signUp('used.by.one')
    const other = await memberOfOwners('used.by.other', 'member')
    await accept(guest, token)
    expect(refusal(await accept(other, token))).toEqual([404, 'INVITATION_NOT_FOUND'])
  })

  it('creates one membership under 10 parallel calls', async () => {
    const token = await invited('race@example.test')
    const guest = await worker.signUp('race')
    const answers = await times(10, () => accept(guest, token))
    expect(countStatuses(answers)).toEqual({ 200: 10 })
    expect(await membershipsOf(guest)).toHaveLength(1)
  })

  it('leaves no pending invitation if the email address is invited again at the same time', {
    tags: 'deep',
  }, async () => {
    const guest = await worker.signUp('eager')
    const token = await invited('eager@example.test')
    const [accepting, inviting] = await overlap(
      worker,
      ['insert', 'organization_memberships'],
      () => accept(guest, token),
      () => invite(owner, 'eager@example.test', 'admin'),
    )
    expect(accepting.status).toBe(200)
    expect(refusal(inviting)).toEqual([409, 'ALREADY_MEMBER'])
    expect(await rowsTo('eager@example.test')).toMatchObject([{ status: 'accepted' }])
    expect(await membershipsOf(guest)).toEqual([{ role: 'member' }])
  })

  it('refuses a link that is being replaced by another one', async () => {
    const guest = await worker.signUp('late')
    const token = await invited('late@example.test')
    const [inviting, accepting] = await overlap(
      worker,
      ['insert', 'mails'],
      () => invite(owner, 'late@example.test'),
      () => accept(guest, token),
    )
    expect(inviting.status).toBe(201)
    expect(refusal(accepting)).toEqual([404, 'INVITATION_NOT_FOUND'])
    expect(await membershipsOf(guest)).toEqual([])
  })

  it('refuses another email address and keeps the invitation', async () => {
    const token = await invited('meant@example.test', 'admin')
    const thief = await worker.signUp('thief')
    expect(refusal(await accept(thief, token))).toEqual([403, 'INVITATION_NOT_YOURS'])
    expect(await membershipsOf(thief)).toEqual([])
    const meant = await worker.signUp('meant')
    expect((await accept(meant, token)).body.role).toBe('admin')
  })

  it('keeps the role of a user who became a member in the meantime', async () => {
    const token = await invited('meanwhile@example.test', 'admin')
    const guest = await memberOfOwners('meanwhile', 'member')
    const { status, body } = await accept(guest, token)
    expect([status, body.role]).toEqual([200, 'member'])
    expect(await membershipsOf(guest)).toEqual([{ role: 'member' }])
  })
})
