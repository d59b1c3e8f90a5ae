import { beforeEach, describe, expect, it } from 'vitest'
import { countStatuses, GERMAN, type Member, openWorker, refusal, times } from '#tests/worker/harness.ts'
import { overlap } from '#tests/worker/overlap.ts'
import { deleteOrganizations } from '#worker/jobs/delete-organizations.ts'
import type { AccountDeletion } from '#worker/profile/contract.ts'
import type { Token } from '#worker/tokens/contract.ts'

const worker = await openWorker('account_deletion')

const password = 'correct horse battery'

let made = 0
let ann: Member
let bob: Member
beforeEach(async () => {
  made++
  ann = await worker.signUp(`leaver${made}`)
  bob = await worker.signUp(`stayer${made}`)
  await confirm(ann)
  await confirm(bob)
})

const confirm = (member: Member) => worker.confirmPassword(member)
const join = (member: Member, { organization }: Member, role: string) =>
  worker.join(member, organization.id, role)
const preview = async (who: Member) => (await who.call<AccountDeletion>('/api/user/deletion')).body
const remove = (who: Member) => who.delete('/api/user')
const isThere = async ({ user }: Member) =>
  (await worker.sql`select from users where id = ${user.id}`).length > 0
const organizationOf = async ({ organization }: Member) => {
  const [row] = await worker.sql<{ status: string; delete_at: string | null }>`select status, delete_at
    from organizations where id = ${organization.id}`
  return row
}
const invitationsTo = (email: string) =>
  worker.sql`select status from organization_invitations where email = ${email}`
const named = ({ organization: { id, name } }: Member) => ({ id, name })

describe('DELETE /api/user', () => {
  it('deletes the account, its sessions, and organizations without other members', async () => {
    const { token } = await ann.createToken()
    expect((await worker.validate(token)).status).toBe(200)
    await worker.settle()
    expect(await preview(ann)).toEqual({ blockedBy: [], organizations: [named(ann)] })
    const { status, headers } = await remove(ann)
    expect(status).toBe(204)
    expect(headers.get('Set-Cookie')).toMatch(/session=;.*Max-Age=0/i)
    expect(await isThere(ann)).toBe(false)
    expect((await ann.call('/api/user')).status).toBe(401)
    expect((await worker.validate(token)).status).toBe(401)
    expect(await organizationOf(ann)).toMatchObject({ status: 'DISABLED', delete_at: expect.any(String) })
    expect(await worker.sql`select from session where user_id = ${ann.user.id}`).toEqual([])
    await worker.sql`update organizations set delete_at = now() - interval '1 minute' where id = ${ann.organization.id}`
    await deleteOrganizations(worker.context())
    expect(await organizationOf(ann)).toBeUndefined()
  })

  it('leaves nothing that identifies the person', async () => {
    await worker.post('/api/auth/forgot-password', { email: ann.user.email })
    await ann.post('/api/user/email-change', { email: `next${made}@example.test` })
    await ann.post('/api/support/submit', {
      subject: 'Help',
      category: 'account',
      message: 'How do I delete my account?',
    })
    await worker.settle()
    await remove(ann)
    const [goodbye] = await worker.emailsTo(ann.user.email)
    expect(goodbye?.subject).toBe('Your account was deleted')
    expect(goodbye?.text).toContain("Their paid plans aren't renewed.")
    const columns = await worker.sql<{ table: string; column: string }>`
      select table_name as table, column_name as column from information_schema.columns
        where table_schema = 'public' and column_name in ('email', 'new_email') and table_name <> 'rate_limit'`
    expect(columns.length).toBeGreaterThan(2)
    for (const { table, column } of columns) {
      const rows = await worker.sql(`select from ${table} where ${column} = $1`, [ann.user.email])
      expect([table, rows.length]).toEqual([table, 0])
    }
  })

  it('keeps organizations with other members, and their tokens for 7 days', async () => {
    await join(ann, bob, 'manager')
    const token = await ann.createToken({ organizationId: bob.organization.id })
    expect(await preview(ann)).toMatchObject({ organizations: [named(ann)] })
    expect((await remove(ann)).status).toBe(204)
    expect((await worker.validate(token.token)).status).toBe(200)
    expect(await organizationOf(bob)).toMatchObject({ status: 'ACTIVE', delete_at: null })
    const tokens = await bob.call<Token[]>('/api/tokens')
    expect(tokens.body).toMatchObject([{ id: token.id, createdBy: null, deleteAt: expect.any(String) }])
    expect((await worker.emailsTo(bob.user.email))[0]?.text).toContain(`“${token.name}”`)
    const members = await bob.call<{ id: number }[]>('/api/organization/members')
    expect(members.body.map(({ id }) => id)).toEqual([bob.user.id])
  })

  it('writes none of the rows that its time would grow with', async () => {
    await join(ann, bob, 'manager')
    const [id, own] = [bob.organization.id, ann.user.id]
    await worker.sql`insert into records (id, organization_id, created_by, reference_id, live, content, search, expires_at)
      values (${id}, ${id}, ${own}, gen_random_uuid(), true, 'gone.A', '{}', now() + interval '1 day')`
    await worker.sql`insert into monitors (id, organization_id, created_by, live, country_code, number_hash, details, every, phase, next_check_at)
      values (${id}, ${id}, ${own}, true, 'DE', ${id}, 'gone.A', 'day', 0, now() + interval '1 day')`
    const rows = () => worker.sql`select 'record' as row, xmin::text from records where created_by = ${own}
      union all select 'monitor', xmin::text from monitors where created_by = ${own}
      union all select event, xmin::text from audit_entries where actor_id = ${own} or account_id = ${own}`
    const before = await rows()
    expect(before.length).toBeGreaterThan(3)
    expect((await remove(ann)).status).toBe(204)
    expect(await rows()).toEqual(expect.arrayContaining(before))
  })

  it('revokes the invitations that the person sent', async () => {
    await join(ann, bob, 'manager')
    const invite = { email: `friend${made}@example.test`, organizationId: bob.organization.id }
    expect((await ann.post('/api/organization/invite', invite)).status).toBe(201)
    await remove(ann)
    expect(await invitationsTo(invite.email)).toEqual([{ status: 'revoked' }])
  })

  it('refuses the only admin of an organization with other members, and names it', async () => {
    await join(bob, ann, 'manager')
    expect(await preview(ann)).toEqual({ blockedBy: [named(ann)], organizations: [] })
    expect(refusal(await remove(ann))).toEqual([409, 'ONLY_ADMIN'])
    expect(await isThere(ann)).toBe(true)
    expect(await organizationOf(ann)).toMatchObject({ status: 'ACTIVE' })
  })

  it('is possible once there is another admin, or once that organization is being deleted', async () => {
    await join(bob, ann, 'admin')
    expect(await preview(ann)).toEqual({ blockedBy: [], organizations: [] })
    expect((await remove(ann)).status).toBe(204)
    expect(await organizationOf(ann)).toMatchObject({ status: 'ACTIVE', delete_at: null })
    await worker.colleague(bob.organization.id)
    expect(refusal(await remove(bob))).toEqual([409, 'ONLY_ADMIN'])
    const body = { organizationId: bob.organization.id, name: bob.organization.name }
    expect((await bob.delete('/api/organization', body)).status).toBe(200)
    const before = await organizationOf(bob)
    expect((await remove(bob)).status).toBe(204)
    expect(await organizationOf(bob)).toEqual(before)
  })

  it('deletes a suspended organization with its only member, and it stays suspended until then', async () => {
    await worker.updateOrganization(ann.organization.id, { status: 'SUSPENDED' })
    expect((await remove(ann)).status).toBe(204)
    expect(await organizationOf(ann)).toMatchObject({ status: 'SUSPENDED', delete_at: expect.any(String) })
  })

  it('answers 503 and deletes nothing if its email cannot be stored', async () => {
    const answer = await worker.during({ service: 'neon', content: 'into "mails"' }, () => remove(ann))
    expect(refusal(answer)).toEqual([503, 'SERVICE_UNAVAILABLE'])
    expect([await isThere(ann), await organizationOf(ann)]).toMatchObject([true, { status: 'ACTIVE' }])
  })
})

describe('at the same time', () => {
  const adminsOf = ({ organization }: Member) =>
    worker.sql`select from organization_memberships where organization_id = ${organization.id}
      and role = 'admin'`

  it('two admins delete their accounts: one stays while there are other members', async () => {
    await join(bob, ann, 'admin')
    await worker.colleague(ann.organization.id)
    const answers = await Promise.all([remove(ann), remove(bob)])
    expect(countStatuses(answers)).toEqual({ 204: 1, 409: 1 })
    expect(await adminsOf(ann)).toHaveLength(1)
  })

  it('somebody joins the organization of an only member: it is never left without an admin', async () => {
    await ann.post('/api/organization/invite', { email: bob.user.email })
    const token = await worker.linkTo(bob.user.email)
    const [deleted, joined] = await Promise.all([remove(ann), bob.post('/api/invitations/accept', { token })])
    expect([
      [204, 404],
      [204, 403],
      [409, 200],
    ]).toContainEqual([deleted.status, joined.status])
    expect(await adminsOf(ann)).toHaveLength(deleted.status === 409 ? 1 : 0)
  })

  it('the account joins an organization: it leaves that, too', async () => {
    await bob.post('/api/organization/invite', { email: ann.user.email })
    const token = await worker.linkTo(ann.user.email)
    const [joined, deleted] = await overlap(
      worker,
      ['insert', 'audit_entries', "new.event = 'member.joined'"],
      () => ann.post('/api/invitations/accept', { token }),
      () => remove(ann),
    )
    expect([joined.status, deleted.status]).toEqual([200, 204])
    const members = worker.sql`select user_id from organization_memberships
      where organization_id = ${bob.organization.id}`
    expect(await members).toEqual([{ user_id: bob.user.id }])
  })

  it('a new organization of the account is deleted with it, or the account stays', {
    tags: 'deep',
  }, async () => {
    const [deleted, created] = await Promise.all([
      remove(ann),
      ann.post<{ id: string }>('/api/user/organizations', { name: 'At the last moment' }),
    ])
    expect(deleted.status).toBe(204)
    expect([201, 401, 409]).toContain(created.status)
    const orphans =
      await worker.sql`select from organizations o where name = 'At the last moment' and delete_at is null
        and not exists (select from organization_memberships m where m.organization_id = o.id)`
    expect(orphans).toEqual([])
  })

  it('a call with a session of the account ends in 401 or its answer', { tags: 'deep' }, async () => {
    const [deleted, ...calls] = await Promise.all([
      remove(ann),
      ...Array.from({ length: 5 }, () => ann.post('/api/tinproof/validate', GERMAN)),
    ])
    expect(deleted.status).toBe(204)
    // 429: a call that waits for the quota's row may find it released.
    for (const { status } of calls) expect([200, 401, 403, 404, 429]).toContain(status)
    await worker.settle()
  })

  it('is deleted once', async () => {
    const answers = await times(4, () => remove(ann))
    expect(countStatuses(answers)[204]).toBeGreaterThanOrEqual(1)
    for (const { status } of answers) expect([204, 401]).toContain(status)
    const mails = await worker.emailsTo(ann.user.email)
    expect(mails.filter(({ subject }) => subject === 'Your account was deleted')).toHaveLength(1)
  })

  it('the counters of its organizations are being corrected', { tags: 'deep' }, async () => {
    // Written in another order than that of their IDs.
    for (const id of ['org_z', 'org_a']) {
      await worker.sql`insert into organizations (id, name) values (${id}, ${id})`
      await worker.sql`insert into organization_memberships (user_id, organization_id, role) values (${ann.user.id}, ${id}, 'admin')`
      await worker.sql`insert into organization_quotas (organization_id, monthly_limit, reset_date, check_at)
        values (${id}, 100, now() + interval '1 day', now())`
    }
    const [, deleted] = await overlap(
      worker,
      ['update', 'organization_quotas', 'new.check_at is null'],
      () => worker.runJob('correct-counters'),
      () => remove(ann),
    )
    expect(deleted.status).toBe(204)
    const runs = await worker.sql`select succeeded from job_runs where name = 'correct-counters'`
    expect(runs).toEqual([{ succeeded: true }])
  })

  it.each([
    ['an email change', '/api/user/email-change', { email: 'next@example.test' }],
    ['two-factor sign-in', '/api/user/two-factor/setup', undefined],
    [
      'a password',
      '/api/user/change-password',
      { currentPassword: password, newPassword: `new ${password}` },
    ],
    ['a confirmation', '/api/user/confirm-password', { password }],
  ])(
    'that ends before %s is written answers like a signed-out session',
    { tags: 'deep' },
    async (_, path, body) => {
      const [, late] = await overlap(
        worker,
        ['delete', 'users'],
        () => remove(ann),
        () => ann.post(path, body),
      )
      expect(refusal(late)).toEqual([401, 'NOT_SIGNED_IN'])
    },
  )
})
