import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Context } from '#worker/context.ts'
import { queueQuotaEmails, selectDueQuotas } from '#worker/jobs/queue-quota-emails.ts'
import { sendEmails } from '#worker/jobs/send-emails.ts'
import type { Tier } from '#worker/organizations/contract.ts'
import { type Member, openWorker, refusal } from '../harness.ts'
import { whileLocked } from '../overlap.ts'

let made = 0
const worker = await openWorker('quota_emails')

let admin: Member
let organizationId: string
beforeEach(async () => {
  await worker.sql`delete from mails`
  await worker.sql`update organization_quotas set used_count = 0`
  admin = await worker.signUp(`quota-admin-${++made}`)
  organizationId = admin.organization.id
})

const context = (now = new Date()): Context => ({ ...worker.context(), now })

const dueQuotas = () => selectDueQuotas(context().db, new Date())

const use = (count: number, id = organizationId) =>
  worker.sql`update organization_quotas set used_count = ${count} where organization_id = ${id}`
const change = (body: object) =>
  worker.administrator.put(`/api/admin/organizations/${organizationId}`, { reason: 'A test', ...body })
const setTier = (tier: Tier) => worker.updateOrganization(organizationId, { tier })
const setLimit = (limit: number) =>
  worker.sql`update organization_quotas set monthly_limit = ${limit} where organization_id = ${organizationId}`
const colleague = (role: string) => worker.colleague(organizationId, role)

/** Runs the job, sends what it queued, and returns the number of emails. */
async function run(now?: Date): Promise<number> {
  const { counts } = await queueQuotaEmails(context(now))
  await sendEmails(context())
  return counts.emails ?? 0
}
const inbox = (of = admin) => worker.fakes.mailbox(of.user.email)
/** Oldest first. */
const subjects = async (of = admin) => (await inbox(of)).map(({ subject }) => subject).toReversed()

const AT_80 = "You've used 80% of your monthly quota"
const AT_90 = "You've used 90% of your monthly quota"
const USED_UP = 'Your monthly quota is used up'

describe('quota emails', () => {
  it.each([
    [79, []],
    [80, [AT_80]],
    [89, [AT_80]],
    [90, [AT_90]],
    [99, [AT_90]],
    [100, [USED_UP]],
  ])('with %i of 100 used: %j', async (used, expected) => {
    await use(used)
    await run()
    expect(await subjects()).toEqual(expected)
  })

  it('sends each threshold once a month', async () => {
    for (const used of [80, 81, 89, 90, 95, 100, 100]) {
      await use(used)
      await run()
    }
    expect(await subjects()).toEqual([AT_80, AT_90, USED_UP])
  })

  it('starts again in the next month, even before cron resets the quota', async () => {
    await use(100)
    await run()
    await worker.sql`update organization_quotas set reset_date = reset_date + interval '1 month'
      where organization_id = ${organizationId}`
    expect(await run()).toBe(1)
    expect(await subjects()).toEqual([USED_UP, USED_UP])
  })

  it('sends nothing about a month that is over', async () => {
    await use(100)
    expect(await run(new Date('2100-01-01'))).toBe(0)
  })

  it('has thresholds of its own for a higher limit, and repeats none when a plan ends', {
    tags: 'deep',
  }, async () => {
    await use(100)
    await run()
    await setTier('PRO')
    expect(await run()).toBe(0)
    await use(800)
    await run()
    await setLimit(100)
    expect(await run()).toBe(0)
    await setLimit(1000)
    expect(await run()).toBe(0)
    expect(await subjects()).toEqual([USED_UP, AT_80])
  })

  it('says that the quota is used up after an administrator lowered the limit, once', {
    tags: 'deep',
  }, async () => {
    await change({ tier: 'ENTERPRISE', contractLimit: 20_000 })
    await use(16_500)
    await run()
    await change({ contractLimit: 16_501 })
    expect(await run()).toBe(0)
    await change({ contractLimit: 15_000 })
    expect(await run()).toBe(1)
    await change({ contractLimit: 14_000 })
    expect(await run()).toBe(0)
    expect(await subjects()).toEqual([AT_80, USED_UP])
  })

  it('says that the quota is used up after a plan ended, once', { tags: 'deep' }, async () => {
    const { subscriptionId } = await worker.buy(admin, 'PRO')
    await use(850)
    await run()
    await worker.deliverWebhooks(worker.paddle.cancel(subscriptionId))
    expect(await run()).toBe(1)
    expect(await run()).toBe(0)
    const ofQuota = (await subjects()).filter((subject) => [AT_80, USED_UP].includes(subject))
    expect(ofQuota).toEqual([AT_80, USED_UP])
    expect((await inbox()).at(0)?.text).toContain('has used all of its 100 validations this month')
  })

  it('does not offer an upgrade while the last payment is past due or the plan is paused', {
    tags: 'deep',
  }, async () => {
    const { subscriptionId } = await worker.buy(admin, 'PRO')
    await worker.deliverWebhooks(worker.paddle.failRenewal(subscriptionId))
    await use(850)
    await run()
    const [pastDue] = await inbox()
    expect(pastDue?.subject).toBe(AT_80)
    expect(pastDue?.text).toContain('Update payment method:\nhttp://localhost/organization/billing')
    expect(pastDue?.text).not.toContain('upgrade')
    await worker.deliverWebhooks(worker.paddle.pause(subscriptionId))
    await run()
    const [paused] = await inbox()
    expect(paused?.subject).toBe(USED_UP)
    expect(paused?.text).toContain('Your plan is paused. If you need more before then, resume it.')
  })

  it('explains when a Free quota resets and how to upgrade', async () => {
    await use(100)
    await run()
    const [message] = await inbox()
    const plansLink = `http://localhost/products?organizationId=${admin.organization.id}`
    expect(message?.text).toContain('has used all of its 100 validations this month')
    expect(message?.text).toMatch(
      /429 \(QUOTA_EXCEEDED\) until the quota resets on \w+ 1, \d{4} at 00:00 UTC/,
    )
    expect(message?.text).toContain(`Upgrade to Pro:\n${plansLink}\n`)
    expect(message?.text).toContain('1,000 validations a month')
    expect(message?.text).toContain('Turn off quota emails in your profile:\nhttp://localhost/profile')
    expect(message?.html).toContain(`href="${plansLink}"`)
    expect(message?.html).toContain('href="http://localhost/profile"')
  })

  it('offers the next plan, and support on the largest', async () => {
    await setTier('PRO')
    await use(900)
    await run()
    await setTier('ENTERPRISE')
    await use(10_000)
    await run()
    const [enterprise, pro] = await inbox()
    expect(pro?.text).toContain('has used 900 of its 1,000 validations')
    expect(pro?.text).toContain('Upgrade to Enterprise')
    expect(enterprise?.text).toContain(`Contact support:\n${worker.settings.SUPPORT_EMAIL}`)
    expect(enterprise?.text).not.toContain('Upgrade')
  })

  it('goes to the admins who want it, and to nobody else', async () => {
    const [second, off] = [await colleague('admin'), await colleague('admin')]
    const [manager, member] = [await colleague('manager'), await colleague('member')]
    await off.patch('/api/user/preferences', { quotaEmails: false })
    await use(80)
    expect(await run()).toBe(2)
    expect(await subjects(admin)).toEqual([AT_80])
    expect(await subjects(second)).toEqual([AT_80])
    for (const other of [off, manager, member]) expect(await subjects(other)).toEqual([])
  })

  it('does not try again for an organization that nobody gets emails for', async () => {
    await admin.patch('/api/user/preferences', { quotaEmails: false })
    await use(80)
    expect(await run()).toBe(0)
    expect(await dueQuotas()).toEqual([])
    await admin.patch('/api/user/preferences', { quotaEmails: true })
    expect(await run()).toBe(0)
  })

  it.each(['SUSPENDED', 'DISABLED'] as const)(
    'waits until a %s organization is active again',
    async (status) => {
      await worker.updateOrganization(organizationId, { status })
      await use(100)
      expect(await run()).toBe(0)
      expect(await dueQuotas()).toEqual([])
      await worker.updateOrganization(organizationId, { status: 'ACTIVE' })
      expect(await run()).toBe(1)
    },
  )

  it('passes over a quota that a call is writing', async () => {
    const other = await worker.signUp(`quota-other-${made}`)
    await use(90)
    await use(90, other.organization.id)
    const isWritten = `organization_quotas where organization_id = '${organizationId}'`
    expect(await whileLocked(worker, isWritten, () => run())).toBe(1)
    expect([await subjects(), await subjects(other)]).toEqual([[], [AT_90]])
  })

  it.each([
    ['before', false],
    ['after', true],
  ])('sends once if the database fails %s the change', { tags: 'deep' }, async (_when, after) => {
    await use(80)
    const due = await dueQuotas()
    expect(due).toHaveLength(1)
    for (const failing of [1, 2, 3]) {
      await worker.fault({ service: 'neon', times: failing, after })
      await queueQuotaEmails(context()).catch(() => undefined)
      await worker.clearFaults('neon')
    }
    await run()
    await run()
    expect(await subjects()).toEqual([AT_80])
  })

  it('works through more organizations than one batch', { tags: 'deep' }, async () => {
    await worker.sql`with made as (insert into organizations (id, name) select 'crowd_' || i, 'Crowd' from generate_series(1, 120) as i returning id),
            quota as (insert into organization_quotas (organization_id, monthly_limit, used_count, reset_date)
                      select id, 100, 85, now() + interval '1 hour' from made)
       insert into organization_memberships (user_id, organization_id, role) select ${admin.user.id}, id, 'admin' from made`
    expect((await queueQuotaEmails(context())).counts).toEqual({ emails: 120 })
    expect((await queueQuotaEmails(context())).counts).toEqual({ emails: 0 })
    await worker.sql`delete from organizations where id like 'crowd_%'`
  })
})

describe('20,000 organizations', { tags: 'deep' }, () => {
  beforeAll(async () => {
    await worker.sql`with made as (insert into organizations (id, name) select 'many_' || i, 'Many' from generate_series(1, 20000) as i returning id)
       insert into organization_quotas (organization_id, monthly_limit, used_count, reset_date, warned_count, warned_until)
       select id, 100, used, reset, used, reset
         from (select id, (row_number() over ())::int % 100 as used, now() + interval '10 days' as reset from made) as input`
    await worker.sql`analyze organization_quotas`
    await worker.sql`analyze organizations`
  })

  it('are not scanned for the few that are due', async () => {
    for (const id of ['many_7', 'many_12000', 'many_19999']) await use(100, id)
    const { sql, params } = dueQuotas().toSQL()
    const lines = await worker.sql<{ 'QUERY PLAN': string }>(`explain (analyze, buffers) ${sql}`, params)
    const plan = lines.map((line) => line['QUERY PLAN']).join('\n')
    expect(plan).toContain('organization_quotas_warning_idx')
    expect(plan).not.toContain('Seq Scan')
    const pages = Number(/Buffers: shared hit=(\d+)/.exec(plan)?.[1])
    expect(pages).toBeLessThan(100)
    expect((await dueQuotas()).map(({ organizationId: id }) => id).toSorted()).toEqual([
      'many_12000',
      'many_19999',
      'many_7',
    ])
  })

  it('are counted without writing an index, unless a call reaches a threshold', async () => {
    await worker.sql`
      create or replace function hot_updates(first integer, last integer) returns bigint language plpgsql as $$
      declare before bigint := pg_stat_get_xact_tuples_hot_updated('organization_quotas'::regclass);
      begin
        for used in first .. last loop
          update organization_quotas set used_count = used where organization_id = 'many_20';
        end loop;
        return pg_stat_get_xact_tuples_hot_updated('organization_quotas'::regclass) - before;
      end $$`
    const hotUpdates = async (first: number, last: number) =>
      Number((await worker.sql<{ count: string }>`select hot_updates(${first}, ${last}) as count`)[0]?.count)
    await hotUpdates(20, 39)
    // A row moves to another page when its own is full.
    expect(await hotUpdates(40, 59)).toBeGreaterThan(10)
    expect(await hotUpdates(80, 80)).toBe(0)
  })
})

describe('preferences', () => {
  const read = () => admin.call('/api/user/preferences')
  const update = (body: unknown) => admin.patch('/api/user/preferences', body)

  it('are on at first, and change for one user', async () => {
    const other = await worker.signUp(`quota-other-${made}`)
    expect(await read()).toMatchObject({ status: 200, body: { quotaEmails: true } })
    expect(await update({ quotaEmails: false })).toMatchObject({ status: 200, body: { quotaEmails: false } })
    expect(await update({ quotaEmails: false })).toMatchObject({ status: 200, body: { quotaEmails: false } })
    expect(await read()).toMatchObject({ body: { quotaEmails: false } })
    expect(
      await worker.sql`select before, after from audit_entries where event = 'preferences.changed'
        and account_id = ${admin.user.id}`,
    ).toEqual([{ before: { quotaEmails: true }, after: { quotaEmails: false } }])
    expect(await other.call('/api/user/preferences')).toMatchObject({ body: { quotaEmails: true } })
  })

  it.each([{}, { quotaEmails: 'no' }, { quotaEmails: null }, []])('refuse %j', async (body) => {
    expect(refusal(await update(body))).toEqual([422, 'INVALID_INPUT'])
    expect(await read()).toMatchObject({ body: { quotaEmails: true } })
  })
})
