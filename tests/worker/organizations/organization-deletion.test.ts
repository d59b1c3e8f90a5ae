import { beforeEach, describe, expect, it } from 'vitest'
import {
  countStatuses,
  type ErrorBody,
  GERMAN,
  type Member,
  openWorker,
  refusal,
  times,
} from '#tests/worker/harness.ts'
import { countInserts, overlap } from '#tests/worker/overlap.ts'
import { deleteOrganizations } from '#worker/jobs/delete-organizations.ts'
import type { Organization, OrganizationDetail } from '#worker/organizations/contract.ts'
import type { CreatedProject } from '#worker/projects/contract.ts'

const worker = await openWorker('organization_deletion')
const DAY = 86_400_000

let made = 0
let owner: Member
let organizationId: string
beforeEach(async () => {
  owner = await worker.signUp(`deletion-${made++}`)
  organizationId = owner.organization.id
  await confirm(owner)
})

const confirm = (member: Member) => worker.confirmPassword(member)

const remove = (who: Member, body: object = {}) =>
  who.delete<OrganizationDetail & ErrorBody>('/api/organization', {
    organizationId,
    name: owner.organization.name,
    ...body,
  })
const restore = (who: Member) =>
  who.post<OrganizationDetail & ErrorBody>('/api/organization/restore', { organizationId })
const join = async (role: string) => {
  const member = await worker.colleague(organizationId, role, `deletion-${made++}`)
  await confirm(member)
  return member
}
const endGrace = (seconds = 60) =>
  worker.sql`update organizations set delete_at = now() - make_interval(secs => ${seconds}) where id = ${organizationId}`
const purge = () => deleteOrganizations(worker.context())
const exists = async () =>
  (await worker.sql`select from organizations where id = ${organizationId}`).length > 0
describe('DELETE /api/organization', () => {
  it('stops every token at once and deletes the organization after 7 days', async () => {
    const { token } = await owner.createToken()
    const project = await owner.post<CreatedProject>('/api/projects', { name: 'Web shop' })
    const keys = [token, project.body.apiKey]
    for (const key of keys) expect((await worker.validate(key)).status).toBe(200)
    await worker.settle()
    const { status, body } = await remove(owner)
    expect([status, body.status]).toEqual([200, 'DISABLED'])
    expect(Math.round((Date.parse(body.deleteAt ?? '') - Date.now()) / DAY)).toBe(7)
    for (const key of keys) expect((await worker.validate(key)).status).toBe(401)
    const tested = await owner.post('/api/tinproof/validate', GERMAN)
    expect(refusal(tested)).toEqual([403, 'ORGANIZATION_SUSPENDED'])
    expect(tested.body.message).toBe(
      'This organization will be deleted. Until then, an admin can restore it.',
    )
    const listed = await owner.call<Organization[]>('/api/user/organizations')
    expect(listed.body).toMatchObject([{ id: organizationId, status: 'DISABLED', deleteAt: body.deleteAt }])
  })

  it('refuses everything but viewing, leaving, exporting and restoring', async () => {
    const member = await join('member')
    await remove(owner)
    const refused = await Promise.all([
      owner.post('/api/tokens', { name: 'Too late' }),
      owner.patch('/api/organization', { name: 'Other' }),
      owner.post('/api/organization/invite', { email: 'late@example.test' }),
      owner.post('/api/projects', { name: 'Too late' }),
    ])
    expect(refused.map(refusal)).toEqual(refused.map(() => [403, 'ORGANIZATION_SUSPENDED']))
    const seen = await member.call<OrganizationDetail>(`/api/organization?organizationId=${organizationId}`)
    expect([seen.status, seen.body.status]).toEqual([200, 'DISABLED'])
    const left = await member.post('/api/organization/leave', { organizationId })
    expect(left.status).toBe(204)
  })

  it('emails every admin what ends, without the name of the organization in the subject', async () => {
    const [other, member] = [await join('admin'), await join('member')]
    await worker.sql`update organizations set name = 'Northern Goods', tier = 'PRO' where id = ${organizationId}`
    const inserts = await countInserts(worker, 'mails', async () => {
      expect((await remove(owner, { name: 'Northern Goods' })).status).toBe(200)
    })
    expect(inserts).toBe(1)
    for (const { user } of [owner, other]) {
      const [message, ...more] = await worker.emailsTo(user.email)
      expect(more).toEqual([])
      expect(message?.subject).not.toContain('Northern Goods')
      expect(message?.text).toContain('Northern Goods')
      expect(message?.text).toContain(owner.user.email)
      expect(message?.text).toContain("The Pro plan isn't renewed")
      expect(message?.text).toContain(`http://localhost/organization?organizationId=${organizationId}\n`)
    }
    expect(await worker.emailsTo(member.user.email)).toEqual([])
  })

  it('needs the exact name, whatever spaces are around it', async () => {
    for (const name of ['', 'another name', owner.organization.name.toUpperCase()]) {
      const { status, body } = await remove(owner, { name })
      expect([status, body.code, body.details?.[0]?.path]).toEqual([422, 'INVALID_INPUT', 'name'])
    }
    expect(await exists()).toBe(true)
    expect((await remove(owner, { name: ` ${owner.organization.name} ` })).status).toBe(200)
  })

  it('refuses a suspended organization, and stays suspended', async () => {
    await worker.updateOrganization(organizationId, { status: 'SUSPENDED' })
    expect(refusal(await remove(owner))).toEqual([403, 'ORGANIZATION_SUSPENDED'])
  })

  it('answers repeated and parallel calls with one date and one email', async () => {
    const answers = await times(5, () => remove(owner))
    expect(answers.every(({ status }) => status === 200 || status === 403)).toBe(true)
    const dates = answers.flatMap(({ body }) => (body.deleteAt ? [body.deleteAt] : []))
    expect(new Set(dates).size).toBe(1)
    await worker.settle()
    const [message, ...more] = await worker.emailsTo(owner.user.email)
    expect(more).toEqual([])
    expect(message?.text).not.toContain('renewed')
  })

  it('also revokes a token that is being created at the same time', { tags: 'deep' }, async () => {
    const [created, removed] = await overlap(
      worker,
      ['insert', 'api_tokens'],
      () => owner.post<{ token: string }>('/api/tokens', { name: 'Late' }),
      () => remove(owner),
    )
    expect([created.status, removed.status]).toEqual([201, 200])
    expect((await worker.validate(created.body.token)).status).toBe(401)
  })
})

describe('POST /api/organization/restore', () => {
  it('brings everything back but the tokens, for any admin, however often', async () => {
    const member = await join('member')
    const { token } = await owner.createToken()
    const project = await owner.post<CreatedProject>('/api/projects', { name: 'Web shop' })
    await owner.post('/api/tinproof/validate', GERMAN)
    await worker.settle()
    await remove(owner)
    for (const restorer of [await join('admin'), owner]) {
      const { status, body } = await restore(restorer)
      expect([status, body.status, body.deleteAt]).toEqual([200, 'ACTIVE', null])
    }
    const inOrganization = { headers: { 'x-organization-id': organizationId } }
    const members = await member.call<unknown[]>('/api/organization/members', inOrganization)
    const calls = await owner.call<unknown[]>('/api/activity', inOrganization)
    expect([members.body, calls.body].map((list) => list.length)).toEqual([3, 1])
    expect((await worker.validate(token)).status).toBe(401)
    expect((await owner.post('/api/tinproof/validate', GERMAN)).status).toBe(200)
    const replaced = await owner.post<CreatedProject>(`/api/projects/${project.body.id}/key`)
    expect((await worker.validate(replaced.body.apiKey)).status).toBe(200)
    expect((await worker.validate((await owner.createToken()).token)).status).toBe(200)
  })

  it.each(['SUSPENDED', 'DISABLED'] as const)(
    "keeps an administrator's %s",
    { tags: 'deep' },
    async (status) => {
      await remove(owner)
      await worker.updateOrganization(organizationId, { status })
      expect((await restore(owner)).body).toMatchObject({ status, deleteAt: null })
      expect((await restore(owner)).body.status).toBe(status)
    },
  )

  it('is too late once the grace period is over, even before cron runs', async () => {
    await remove(owner)
    await endGrace()
    expect(refusal(await restore(owner))).toEqual([404, 'ORGANIZATION_NOT_FOUND'])
    await purge()
    expect(await exists()).toBe(false)
  })
})

describe('the job that deletes organizations', () => {
  it('deletes all data of what is due, and of nothing else', async () => {
    const other = await worker.signUp(`deletion-${made++}`)
    await owner.createToken()
    await owner.post('/api/projects', { name: 'Web shop' })
    for (const who of [owner, other]) {
      await who.post('/api/organization/invite', { email: `guest${made++}@example.test` })
      await who.post('/api/tinproof/validate', GERMAN)
    }
    await worker.settle()
    await remove(owner)
    expect((await purge()).counts).toMatchObject({ organizations: 0 })
    await endGrace()
    expect((await purge()).counts).toMatchObject({ calls: 1, organizations: 1 })
    const tables = await worker.sql<{ table: string }>`
      select table_name as table from information_schema.columns
        where table_schema = 'public' and column_name = 'organization_id'`
    expect(tables.length).toBeGreaterThan(8)
    for (const { table } of tables) {
      const rows = await worker.sql(`select from ${table} where organization_id = $1`, [organizationId])
      expect([table, rows.length]).toEqual([table, 0])
    }
    const kept = await other.call<unknown[]>('/api/activity')
    expect(kept.body).toHaveLength(1)
    expect((await owner.call<Organization[]>('/api/user/organizations')).body).toEqual([])
    expect((await owner.call('/api/user')).status).toBe(200)
  })

  const large = {
    calls: `insert into api_activities (request_id, organization_id, method, endpoint, status_code, outcome, response_time)
      select gen_random_uuid(), $1, 'POST', '/api/tinproof/validate', 200, 'confirmed', 1 from generate_series(1, 100001)`,
    records: `insert into records (id, organization_id, reference_id, live, content, search, expires_at)
      select gen_random_uuid(), $1, gen_random_uuid(), true, 'test.A', '{}', now() from generate_series(1, 100001)`,
    chain: `insert into record_chain (organization_id, live, number, hash)
      select $1, true, n, 'hash' from generate_series(1, 100001) n`,
    events: `insert into events (id, organization_id, type, live, data)
      select gen_random_uuid(), $1, 'batch.completed', true, '{}' from generate_series(1, 100001)`,
    changes: `with monitor as (
        insert into monitors (id, organization_id, live, country_code, number_hash, details, every, phase, next_check_at)
        values ('monitor of ' || $1, $1, true, 'DE', 'hash', 'unused', 'day', 0, now()) returning id)
      insert into monitor_changes (monitor_id, organization_id, live, changed, details)
      select id, $1, true, '{}', 'unused' from monitor, generate_series(1, 100001)`,
    auditEntries: `with others as (delete from audit_entries where organization_id = $1)
      insert into audit_entries (organization_id, event, request_id)
      select $1, 'validation.pending', gen_random_uuid() from generate_series(1, 100001)`,
  }
  const deletes = async (name: string, insert: string, limit = 100_000) => {
    await remove(owner)
    await endGrace()
    await worker.sql(insert, [organizationId])
    expect(await purge()).toMatchObject({ counts: { [name]: limit, organizations: 0 }, hasMore: true })
    expect(await exists()).toBe(true)
    expect(await purge()).toMatchObject({ counts: { [name]: 1, organizations: 1 }, hasMore: false })
    expect(await exists()).toBe(false)
  }
  it.each(Object.entries(large))(
    'deletes %s in bounded statements and continues in the next run',
    { tags: 'deep' },
    (name, insert) => deletes(name, insert),
  )

  it('deletes batches in smaller statements, because each has many rows', { tags: 'deep' }, () =>
    deletes(
      'batches',
      `insert into batches (id, organization_id, request_id, state, live, source, fresh, deadline_at)
        select gen_random_uuid(), $1, gen_random_uuid(), 'completed', true, false, false, now()
          from generate_series(1, 2001)`,
      2_000,
    ),
  )

  it('waits a minute for a restore that began in time', { tags: 'deep' }, async () => {
    await owner.post('/api/tinproof/validate', GERMAN)
    await worker.settle()
    await remove(owner)
    await endGrace(30)
    expect((await purge()).counts).toEqual({ organizations: 0 })
  })

  it('deletes the others if one fails', { tags: 'deep' }, async () => {
    const other = await worker.signUp(`deletion-${made++}`)
    await remove(owner)
    await worker.sql`update organizations set delete_at = now() - interval '2 minutes' where id = ${organizationId}`
    await worker.sql`update organizations set delete_at = now() - interval '1 minute' where id = ${other.organization.id}`
    await worker.sql`create function refuse() returns trigger language plpgsql as $$
      begin raise exception 'It fails'; end $$`
    await worker.sql(`create trigger refuse before delete on organizations for each row
      when (old.id = '${organizationId}') execute function refuse()`)
    await expect(purge()).rejects.toThrow()
    expect(await exists()).toBe(true)
    expect(await worker.sql`select from organizations where id = ${other.organization.id}`).toEqual([])
    await worker.sql`drop function refuse cascade`
    expect((await purge()).counts).toMatchObject({ organizations: 1 })
  })

  it('drops the record of a call that was still running', { tags: 'deep' }, async () => {
    const { token } = await owner.createToken()
    const calling = worker.validate(token)
    await remove(owner)
    await endGrace()
    // PostgreSQL may abort it if it and the call wait for each other. Then the next run deletes the organization.
    await purge().catch(() => undefined)
    // 429 between the deletion, which releases the free quota, and the end of its tokens in caches.
    expect([200, 401, 403, 429]).toContain((await calling).status)
    await worker.settle()
    await purge()
    expect(await exists()).toBe(false)
    expect((await worker.validate(token)).status).toBe(401)
  })

  it('runs once when crons overlap', { tags: 'deep' }, async () => {
    await remove(owner)
    await endGrace()
    const results = await Promise.all([purge(), purge(), purge()])
    const total = results.reduce((sum, { counts }) => sum + (counts.organizations ?? 0), 0)
    expect(total).toBe(1)
    expect(countStatuses([await owner.call('/api/user')])).toEqual({ 200: 1 })
  })
})
