import { beforeEach, describe, expect, it } from 'vitest'
import { GERMAN, type Member, refusal } from '#tests/worker/harness.ts'
import { remindTwoFactor } from '#worker/jobs/remind-two-factor.ts'
import { sendEmails } from '#worker/jobs/send-emails.ts'
import type { InvitationInfo, Organization, OrganizationDetail } from '#worker/organizations/contract.ts'
import { openTeam } from './team.ts'

const team = await openTeam('required_two_factor')
const { worker, admin, second, manager, member, organizationId, place } = team
const inTeam = { headers: { 'x-organization-id': organizationId } }
await worker.enableTwoFactor(admin)

const require = (by: Member, required = true) =>
  by.put<OrganizationDetail & { code?: string }>('/api/organization/two-factor', { required, organizationId })
const requireSince = (days: number) =>
  worker.sql`update organizations set two_factor_required_at = now() - make_interval(days => ${days}, mins => 1)
    where id = ${organizationId}`
const joinedSince = (who: Member, days: number) =>
  worker.sql`update organization_memberships set created_at = now() - make_interval(days => ${days}, mins => 1)
    where organization_id = ${organizationId} and user_id = ${who.user.id}`
const subjectsTo = async ({ user }: Member) =>
  (await worker.emailsTo(user.email)).map(({ subject }) => subject)
const ofTeam = async (who: Member) =>
  (await who.call<Organization[]>('/api/user/organizations')).body.find(({ id }) => id === organizationId)

beforeEach(async () => {
  await team.reset()
  await worker.confirmPassword(admin)
  await worker.sql`update organizations set two_factor_required_at = null where id = ${organizationId}`
  await worker.sql`delete from two_factors where user_id <> all(${[admin, worker.administrator].map(({ user }) => user.id)})`
  for (const who of [admin, manager, member]) await joinedSince(who, 30)
})

describe('PUT /api/organization/two-factor', () => {
  it('needs two-factor sign-in of one’s own', async () => {
    await place(second, 'admin')
    await worker.confirmPassword(second)
    expect(refusal(await require(second))).toEqual([403, 'TWO_FACTOR_REQUIRED'])
    expect((await ofTeam(member))?.twoFactorDueAt).toBeNull()
  })

  it('gives 7 days, emails each member who lacks it once, and shows admins who that is', async () => {
    await worker.enableTwoFactor(manager)
    const { status, body } = await require(admin)
    expect(status).toBe(200)
    expect(body.twoFactorDueAt).toBeNull()
    const due = Date.parse((await ofTeam(member))?.twoFactorDueAt ?? '')
    expect(due - Date.parse(body.twoFactorRequiredAt ?? '')).toBe(7 * 86_400_000)
    expect((await require(admin)).body.twoFactorRequiredAt).toBe(body.twoFactorRequiredAt)
    expect(await subjectsTo(member), 'left to the job').toEqual([])
    await sendEmails(worker.context())
    expect(await subjectsTo(member)).toEqual(['Turn on two-factor sign-in'])
    expect([...(await subjectsTo(admin)), ...(await subjectsTo(manager))]).toEqual([])
    const path = '/api/organization/members'
    expect((await admin.call(path, inTeam)).body).toMatchObject(
      [true, true, false].map((hasTwoFactor) => ({ hasTwoFactor })),
    )
    expect(JSON.stringify((await manager.call(path, inTeam)).body)).not.toContain('hasTwoFactor')
    expect((await require(admin, false)).body.twoFactorRequiredAt).toBeNull()
    const entries = await worker.sql`select before, after from audit_entries
      where event = 'organization.two_factor_changed' order by id`
    expect(entries).toEqual([
      { before: { required: false }, after: { required: true } },
      { before: { required: true }, after: { required: false } },
    ])
  })
})

describe('an organization that requires two-factor sign-in', () => {
  const calls: [string, string, object?][] = [
    ['GET', '/api/organization'],
    ['GET', '/api/tokens'],
    ['GET', '/api/activity'],
    ['POST', '/api/tokens', { name: 'New token' }],
    ['POST', '/api/tinproof/validate', GERMAN],
    ['GET', '/api/tinproof/batches'],
  ]
  const answers = async (who: Member) => {
    const all: unknown[] = []
    for (const [method, path, body] of calls)
      all.push(refusal(await who.call(path, { method, ...inTeam, ...(body && { body }) })))
    return all
  }
  const blocked = calls.map(() => [403, 'ORGANIZATION_NEEDS_TWO_FACTOR'])

  it('is closed to a member after the grace period until it is on, and only that one', async () => {
    const { token } = await member.createToken({ organizationId })
    await requireSince(6)
    expect((await member.call('/api/tokens', inTeam)).status).toBe(200)
    await requireSince(7)
    expect(await answers(member)).toEqual(blocked)
    const leaver = await worker.colleague(organizationId)
    await joinedSince(leaver, 7)
    expect((await leaver.call('/api/tokens', inTeam)).status).toBe(403)
    expect((await leaver.post('/api/organization/leave', { organizationId })).status).toBe(204)
    expect((await member.call('/api/tokens')).status).toBe(200)
    expect((await ofTeam(member))?.twoFactorDueAt).toBeTruthy()
    expect((await worker.validate(token)).status).toBe(200)
    expect((await admin.call('/api/tokens', inTeam)).status).toBe(200)
    await worker.enableTwoFactor(member)
    expect((await member.call('/api/tokens', inTeam)).status).toBe(200)
    expect((await ofTeam(member))?.twoFactorDueAt).toBeNull()
  })

  it('gives a new member 7 days, too, and says so in the invitation', async () => {
    await requireSince(30)
    await joinedSince(member, 6)
    expect((await member.call('/api/tokens', inTeam)).status).toBe(200)
    await joinedSince(member, 7)
    expect(await answers(member)).toEqual(blocked)
    await team.inviteAs(admin, 'invited@example.test')
    const token = await worker.linkTo('invited@example.test')
    const { body } = await worker.post<InvitationInfo>('/api/invitations/find', { token })
    expect(body).toMatchObject({ requiresTwoFactor: true })
  })

  it('keeps its members from turning it off, and is named', async () => {
    await requireSince(1)
    await worker.enableTwoFactor(member)
    await worker.confirmPassword(member)
    const turnOff = () => member.delete('/api/user/two-factor')
    const { status, body } = await turnOff()
    expect([status, body.code]).toEqual([409, 'TWO_FACTOR_NEEDED'])
    expect(body.message).toContain(`"${admin.organization.name}"`)
    await worker.sql`update organizations set two_factor_required_at = null where id = ${organizationId}`
    expect((await turnOff()).status).toBe(204)
  })

  it('reminds each member who lacks it once, in the last day', async () => {
    const countReminders = async () =>
      (await subjectsTo(manager)).filter((subject) => subject.startsWith('One day left')).length
    const remind = async () => {
      const before = await countReminders()
      await remindTwoFactor(worker.context())
      expect(await countReminders(), 'left to the job').toBe(before)
      await sendEmails(worker.context())
      return countReminders()
    }
    await worker.enableTwoFactor(member)
    await requireSince(5)
    expect(await remind()).toBe(0)
    await requireSince(7)
    expect(await remind()).toBe(0)
    await requireSince(6)
    await worker.sql`update organizations set status = 'DISABLED' where id = ${organizationId}`
    expect(await remind(), 'of a deleted organization').toBe(0)
    await worker.sql`update organizations set status = 'ACTIVE' where id = ${organizationId}`
    expect([await remind(), await remind()]).toEqual([1, 1])
    await worker.sql`update organization_memberships set two_factor_reminded_at = now() - interval '30 days'`
    await requireSince(6)
    expect([await remind(), await remind()]).toEqual([2, 2])
    expect(await subjectsTo(member)).not.toContain('One day left to turn on two-factor sign-in')
  })
})
