import { afterEach, describe, expect, it } from 'vitest'
import { exported } from '#tests/worker/organizations/exported.ts'
import { firstOf, norwegian } from '#tests/worker/registers/register-customer.ts'
import type { BatchList } from '#worker/batches/contract.ts'
import { queueMonitorDigests } from '#worker/jobs/queue-monitor-digests.ts'
import { sendEmails } from '#worker/jobs/send-emails.ts'
import type { MonitorList } from '#worker/monitors/contract.ts'
import { decryptFor, encryptFor } from '#worker/monitors/secrets.ts'
import { MONITORS, norway, norwegianNumbers, openMonitorWorker, swiss, wayOf } from './monitor-worker.ts'

const [, ...more] = norwegianNumbers
const opened = await openMonitorWorker('checks')
const { worker, customer, other, call, create, read, run, check, wait, batchesOf } = opened
const { setMode, subscribe, events, reset } = opened
const { token: testToken } = await customer.member.createToken({
  live: false,
  permissions: { read: true, validation: true },
})
afterEach(reset)

describe('a check', () => {
  it('goes on if other monitors or their last answers are unreadable', { tags: 'deep' }, async () => {
    await subscribe()
    const broken = [(await create(norway(), other)).id, (await create(norway(more[0]))).id]
    const [monitor, unanswered, late] = [
      await create(norway()),
      await create(norway(more[1])),
      await create(norway(more[2])),
    ]
    const lose = (column: string, ids: string[]) =>
      worker.sql(
        `update monitors set ${column} = regexp_replace(${column}, '^[^.]+', 'lost') where id = any($1)`,
        [ids],
      )
    await lose('details', broken)
    await check()
    await lose('answer', [unanswered.id])
    await wait(24 * 60)
    await run()
    await lose('answer', [late.id])
    await check()
    expect(Date.parse((await read(monitor)).checkedAt ?? '')).toBeGreaterThan(Date.now() - 60_000)
    const due = await worker.sql<{ id: string }>`
      select id from monitors where next_check_at <= now() and failing_since is null and batch_id is null`
    expect(due.map(({ id }) => id).sort()).toEqual([...broken, unanswered.id, late.id].sort())
    expect(await events()).toEqual([])
  })

  it('that fails because of us is repeated, and isn’t reported', { tags: 'deep' }, async () => {
    await subscribe()
    const monitor = await create(norway())
    await run()
    await worker.sql`update batch_chunks set attempt = 20`
    for (const id of await batchesOf()) await worker.deliver(id)
    await check()
    expect(await read(monitor)).toMatchObject({ answer: { result: 'confirmed' }, failingSince: null })
    expect(await events()).toEqual([])
  })

  it('is free, isn’t a batch of the customer, and is repeated within the interval', async () => {
    await subscribe()
    const before = await customer.quota()
    const monitors = [await create(norway()), await create({ ...swiss, every: 'month' })]
    await check()
    for (const [index, days] of [1, 30].entries()) {
      const monitor = await read(monitors[index] ?? { id: '' })
      const search = encodeURIComponent(monitor.answer?.name ?? '')
      const { monitors: found } = (await call<MonitorList>(`?search=${search}`, customer)).body
      expect(found.map(({ id }) => id)).toEqual([monitor.id])
      expect(monitor).toMatchObject({ answer: { result: 'confirmed' }, changedAt: null, failingSince: null })
      expect(wayOf(monitor)).toEqual(['confirmed'])
      const next = Date.parse(monitor.nextCheckAt ?? '') - Date.parse(monitor.checkedAt ?? '')
      expect([next > 0, next <= days * 86_400_000]).toEqual([true, true])
    }
    await check(31 * 24 * 60)
    expect(wayOf(await read(monitors[0] ?? { id: '' }))).toEqual(['confirmed'])
    expect(await customer.quota()).toBe(before)
    expect((await customer.call<BatchList>('')).body.batches).toEqual([])
    expect(
      await worker.sql`select from activity_days where organization_id = ${customer.organizationId}`,
    ).toEqual([])
    expect(await events()).toEqual([])
  })

  it('starts with a message, and its end is applied with another', { tags: 'deep' }, async () => {
    const isAsked = () => worker.queue.messages.some(({ monitors }) => monitors === true)
    const forget = () => worker.queue.messages.splice(0)
    forget()
    const monitor = await create(norway())
    expect(isAsked()).toBe(true)
    await worker.deliverMessage({ monitors: true })
    const [id = ''] = await batchesOf()
    forget()
    await worker.finish(id)
    expect(isAsked()).toBe(true)
    await worker.deliverMessage({ monitors: true })
    expect((await read(monitor)).answer?.result).toBe('confirmed')
    forget()
    await call(`/${monitor.id}/check`, customer, {})
    expect(isAsked()).toBe(true)
  })

  it('reports another name once, to the organization’s endpoints', { tags: 'deep' }, async () => {
    await subscribe()
    await subscribe(other)
    const monitor = await create(norway())
    await check()
    await setMode('brreg', 'renames')
    for (let day = 0; day < 3; day++) {
      await check(24 * 60)
    }
    const changed = await read(monitor)
    expect(wayOf(changed)).toEqual(['confirmed', 'name confirmed'])
    expect(changed.history[0]).toMatchObject({ before: { result: 'confirmed' }, after: { name: 'RENAMED' } })
    const { origin } = new URL(String(worker.settings.APP_ORIGIN))
    const data = {
      monitorId: monitor.id,
      countryCode: 'NO',
      changed: ['name'],
      previousResult: 'confirmed',
      result: 'confirmed',
      url: `${origin}${MONITORS}/${monitor.id}`,
    }
    expect(await events()).toEqual([{ type: 'monitor.changed', live: true, data }])
    const second = await read(await create(norway(more[0])))
    expect((await exported(customer.member)).json('monitors.json')).toEqual([second, changed])
    expect((await exported(other.member)).json('monitors.json')).toEqual([])
  })

  it('compares the name that the customer gave, also another one', { tags: 'deep' }, async () => {
    const monitor = await create({ ...norway(), name: 'Completely Unrelated Zebra' })
    await check()
    const { answer } = await read(monitor)
    expect(answer?.result).toBe('different_name')
    await call(`/${monitor.id}`, customer, { name: answer?.name ?? '' }, 'PATCH')
    await check()
    expect(wayOf(await read(monitor))).toEqual(['different_name', 'result confirmed'])
  })

  it('finds out that our rules have changed', { tags: 'deep' }, async () => {
    await subscribe()
    const monitor = await create(norway())
    await check()
    const [row] = await worker.sql<{ answer: string }>`select answer from monitors`
    const answer = await decryptFor<object>(worker.context(), monitor.id, row?.answer ?? '')
    const before = { ...answer, result: 'invalid', isFormatValid: false, name: null, address: null }
    const encrypted = await encryptFor(worker.context(), monitor.id, before as never)
    await worker.sql`update monitors set answer = ${encrypted}, result = 'invalid'`
    await check(24 * 60)
    expect(await events()).toMatchObject([
      { type: 'rule.changed', data: { changed: ['result', 'rules'], previousResult: 'invalid' } },
    ])
  })

  it.each(['changes_tomorrow', 'webhook_fails'])(
    'of a test token reaches no register: %s',
    { tags: 'deep' },
    async (sandbox) => {
      await subscribe()
      await subscribe(customer, false)
      await setMode('brreg', 'down')
      const monitor = await create({ ...norway(), sandbox }, { token: testToken })
      await check()
      await call(`/${monitor.id}/check`, { token: testToken }, {})
      await check()
      expect(wayOf(await read(monitor, { token: testToken }))).toEqual(['confirmed', 'result invalid'])
      const [event, ...others] = await events()
      expect([event, others]).toMatchObject([{ type: 'monitor.changed', live: false }, []])
      expect(event?.data.sandbox).toBe(sandbox === 'webhook_fails' ? sandbox : undefined)
    },
  )
})

describe('a register’s "no"', { tags: 'deep' }, () => {
  it('is reported after an hour of them, and its "yes" at once', async () => {
    await subscribe()
    const monitor = await create(norway())
    await check()
    await setMode('brreg', 'denies')
    await wait(24 * 60)
    for (const minutes of [31, 28]) {
      await check()
      const doubted = await read(monitor)
      expect([wayOf(doubted), doubted.answer?.result]).toEqual([['confirmed'], 'confirmed'])
      expect(Date.parse(doubted.nextCheckAt ?? '')).toBeLessThan(Date.now() + 31 * 60_000)
      expect(doubted.differsSince).not.toBeNull()
      await wait(minutes)
    }
    await check(3)
    const reported = await read(monitor)
    expect([wayOf(reported), reported.differsSince]).toEqual([['confirmed', 'result invalid'], null])
    await setMode('brreg', 'normal')
    await check(24 * 60)
    expect(wayOf(await read(monitor))).toEqual(['confirmed', 'result invalid', 'result confirmed'])
    expect((await events()).map(({ data }) => data.result)).toEqual(['invalid', 'confirmed'])
  })
})

describe('a register that lists only some of the numbers', { tags: 'deep' }, () => {
  it('has ended the registration if it hasn’t listed the number for an hour', async () => {
    await subscribe()
    const monitor = await create({ countryCode: 'HK', tin: '12345000' })
    await check()
    await setMode('hkcr', 'denies')
    await check(24 * 60)
    expect([wayOf(await read(monitor)), await events()]).toEqual([['confirmed'], []])
    for (const minutes of [31, 31]) {
      await check(minutes)
    }
    const reported = await read(monitor)
    expect([wayOf(reported), reported.failingSince]).toEqual([['confirmed', 'result format_only'], null])
    expect((await events()).map(({ type }) => type)).toEqual(['monitor.changed'])
  })
})

describe('a register without an answer', () => {
  it('is asked again later and later', { tags: 'deep' }, async () => {
    // The answers to others are in the cache.
    await create(norway(firstOf(norwegian({ from: 925_000_000, ends: '4' }))))
    await setMode('brreg', 'down')
    await setMode('gleif', 'down')
    await run()
    const [id = ''] = await batchesOf()
    const pauses: number[] = []
    for (const minutes of [0, 8, 60]) {
      await worker.sql(`update batches set created_at = created_at - interval '${minutes} minutes'`)
      await worker.makeDue(id)
      await worker.deliver(id)
      const [next] = await worker.sql<{ seconds: number }>(
        'select extract(epoch from next_at - served_at)::float as seconds from batch_partitions',
      )
      pauses.push([15, 120, 300].filter((least) => (next?.seconds ?? 0) >= least).length)
    }
    expect(pauses).toEqual([1, 2, 3])
  })
})

describe('a register with an outage', () => {
  it('gets no new checks until it has recovered, which is no problem of ours', { tags: 'deep' }, async () => {
    const monitor = await create(norway())
    const other = await create(swiss)
    const test = await create(norway(), { token: testToken })
    await worker.sql`insert into status_outages (component, started_at) values ('brreg', now() - interval '2 hours')`
    await wait(120)
    expect((await worker.health()).body.problems).toMatchObject([{ code: 'MONITORS_WAIT' }])
    await check()
    expect((await read(other)).answer?.result).toBe('confirmed')
    expect((await read(test)).answer?.result).toBe('confirmed')
    expect([(await read(monitor)).checkedAt, (await worker.health()).body.problems]).toEqual([null, []])
    await worker.sql`update status_outages set ended_at = now()`
    await check()
    expect((await read(monitor)).answer?.result).toBe('confirmed')
  })
})

describe('an answer is applied once', () => {
  it.each([
    ['before the commit', 'commit', false],
    ['before the monitor is written', 'update "monitors"', false],
    ['before the event is written', 'insert into "events"', false],
    ['and the reply to the commit is lost', 'commit', true],
  ] as const)('if the Worker dies %s', { tags: 'deep' }, async (_when, content, after) => {
    await subscribe()
    const monitor = await create(norway())
    await check()
    await setMode('brreg', 'renames')
    await wait(24 * 60)
    await run()
    for (const id of await batchesOf()) await worker.finish(id)
    await worker.fault({ service: 'neon', mode: 'reset', times: 1, content, after })
    await run().catch(() => undefined)
    await worker.clearFaults('neon')
    await Promise.all([run(), run(), run()])
    expect(wayOf(await read(monitor))).toEqual(['confirmed', 'name confirmed'])
    expect(await events()).toHaveLength(1)
    expect(await batchesOf()).toEqual([])
  })

  it('and not at all if the monitor was deleted, paused or got another name meanwhile', {
    tags: 'deep',
  }, async () => {
    const [deleted, paused, renamed] = [
      await create(norway()),
      await create(norway(more[0])),
      await create(norway(more[1])),
    ]
    await check()
    await setMode('brreg', 'renames')
    await wait(24 * 60)
    await run()
    const [batchId = ''] = await batchesOf()
    await call(`/${deleted.id}`, customer, undefined, 'DELETE')
    await call(`/${paused.id}`, customer, { paused: true }, 'PATCH')
    await call(`/${renamed.id}`, customer, { name: 'Something else' }, 'PATCH')
    await worker.finish(batchId)
    await run()
    expect(wayOf(await read(renamed))).toEqual(['confirmed'])
    expect(await read(paused)).toMatchObject({ pausedBy: 'member', nextCheckAt: null })
    for (const id of await batchesOf()) await worker.finish(id)
    await run()
    expect(wayOf(await read(renamed))).toEqual(['confirmed', 'result name different_name'])
  })
})

describe('the email of changes', () => {
  const digest = () => queueMonitorDigests(worker.context())
  const isSentOnce = async (monitorDigest: string, days: number) => {
    const owner = await worker.customer()
    const sent = async () =>
      (await worker.emailsTo(owner.member.user.email)).filter(({ subject }) => /monitored/.test(subject))
    await owner.member.patch('/api/organization', { monitorDigest })
    const monitor = await create({ ...norway(), customId: 'crm-17' }, owner)
    await check()
    const age = (by: number) =>
      worker.sql(`update monitor_changes set created_at = now() - interval '${by} days'`)
    await age(days)
    await digest()
    expect(await sent()).toEqual([])
    await setMode('brreg', 'renames')
    await check(24 * 60)
    await digest()
    expect(await sent()).toEqual([])
    await age(days)
    await worker.sql`update organizations set monitor_digest_at = null`
    await owner.member.patch('/api/organization', { monitorDigest: 'none' })
    await digest()
    await owner.member.patch('/api/organization', { monitorDigest })
    await worker.updateOrganization(owner.organizationId, { status: 'SUSPENDED' })
    await digest()
    await sendEmails(worker.context())
    expect(await sent()).toEqual([])
    await worker.updateOrganization(owner.organizationId, { status: 'ACTIVE' })
    await Promise.all([digest(), digest()])
    await sendEmails(worker.context())
    const emails = await sent()
    expect(emails).toHaveLength(1)
    expect(emails[0]?.text).toContain('NO: crm-17: name changed')
    expect(emails[0]?.text).not.toContain(monitor.tin)
  }
  const title = 'is sent once, %s, and not without a change'
  it.each([['daily', 1]] as const)(title, isSentOnce)
  it.each([['weekly', 7]] as const)(title, { tags: 'deep' }, isSentOnce)

  it('has the changes that were still being written when the day ended', { tags: 'deep' }, async () => {
    const owner = await worker.customer()
    await owner.member.patch('/api/organization', { monitorDigest: 'daily' })
    const monitors = [await create(norway(), owner), await create(norway(more[0]), owner)]
    await check()
    await setMode('brreg', 'renames')
    await check(24 * 60)
    const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
    const changeAt = (time: string, { id } = monitors[0] ?? { id: '' }) =>
      worker.sql`update monitor_changes set created_at = ${`${day}T${time}Z`} where monitor_id = ${id}`
    const digestAt = (time: string) =>
      queueMonitorDigests({ ...worker.context(), now: new Date(`${day}T${time}Z`) })
    await changeAt('05:50:00')
    // Not committed yet.
    await changeAt('07:00:00', monitors[1])
    await digestAt('06:14:59')
    await changeAt('05:59:59', monitors[1])
    await digestAt('06:15:00')
    await sendEmails(worker.context())
    const [email, ...others] = await worker.emailsTo(owner.member.user.email)
    expect([email?.subject, others]).toEqual(['2 changes to monitored numbers', []])
  })

  it('has all changes since the last one, as after days without cron, or when emails were weekly', {
    tags: 'deep',
  }, async () => {
    const owner = await worker.customer()
    await owner.member.patch('/api/organization', { monitorDigest: 'daily' })
    const [told] = [await create(norway(), owner), await create(norway(more[0]), owner)]
    await check()
    await setMode('brreg', 'renames')
    await check(24 * 60)
    await worker.sql`update monitor_changes set created_at = now() - interval '3 days'`
    await worker.sql`update monitor_changes set created_at = now() - interval '5 days' where monitor_id = ${told.id}`
    await worker.sql`update organizations set monitor_digest_at = now() - interval '4 days'`
    await digest()
    await sendEmails(worker.context())
    const [email] = await worker.emailsTo(owner.member.user.email)
    expect(email?.subject).toBe('A monitored number changed')
    const since = new Date(Date.now() - 4 * 86_400_000)
    expect(email?.text).toContain(
      `changed since ${since.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })}`,
    )
  })

  it('leaves out a change that is unreadable, and holds up no other organization', {
    tags: 'deep',
  }, async () => {
    const healthy = await worker.customer()
    const broken = await create(norway(), other)
    await create(norway(more[0]), other)
    await create(norway(), healthy)
    await check()
    await setMode('brreg', 'renames')
    await check(24 * 60)
    await worker.sql`update monitor_changes set created_at = now() - interval '1 day'`
    await worker.sql`update monitors set details = regexp_replace(details, '^[^.]+', 'lost') where id = ${broken.id}`
    for (const { member } of [healthy, other])
      await member.patch('/api/organization', { monitorDigest: 'daily' })
    await digest()
    await sendEmails(worker.context())
    const digestOf = async ({ member }: typeof other) => {
      const [email] = await worker.emailsTo(member.user.email)
      return [email?.subject, email?.text.match(/name changed/g)?.length]
    }
    expect(await digestOf(healthy)).toEqual(['A monitored number changed', 1])
    expect(await digestOf(other)).toEqual(['2 changes to monitored numbers', 1])
  })
})

describe('an organization', () => {
  it('that is suspended isn’t checked until it is active again', { tags: 'deep' }, async () => {
    const monitor = await create(swiss, other)
    await worker.updateOrganization(other.organizationId, { status: 'SUSPENDED' })
    await run()
    expect(await batchesOf()).toEqual([])
    await worker.updateOrganization(other.organizationId, { status: 'ACTIVE' })
    await check()
    expect((await read(monitor, other)).answer?.result).toBe('confirmed')
  })

  it('whose checks are overdue is a problem of ours', { tags: 'deep' }, async () => {
    await create(swiss)
    const codes = async () => (await worker.health()).body.problems.map(({ code }) => code)
    await wait(59)
    expect(await codes()).toEqual([])
    await wait(2)
    expect(await codes()).toEqual(['MONITORS_WAIT'])
    await run()
    const [id = ''] = await batchesOf()
    await worker.finish(id)
    await worker.sql`update batch_lookups set rows = regexp_replace(rows, '^[^.]+', 'lost')`
    await run()
    expect(await codes()).toEqual([])
    await worker.sql`update batches set ended_at = ended_at - interval '61 minutes'`
    expect(await codes()).toEqual(['MONITORS_WAIT'])
    await worker.sql`delete from batches`
    await check()
    expect(await codes()).toEqual([])
  })

  it('keeps its oldest monitors active after a downgrade, and resumes the others once the plan allows them', {
    tags: 'deep',
  }, async () => {
    const owner = await worker.customer({ tier: 'PRO' })
    const ids: string[] = []
    for (let index = 0; index < 12; index++)
      ids.push((await create({ countryCode: 'MX', tin: `ABC${680101 + index}P76` }, owner)).id)
    await worker.updateOrganization(owner.organizationId, { tier: 'FREE' })
    await check()
    const paused = (await call<MonitorList>('?state=paused', owner)).body.monitors
    expect(paused.map(({ id, pausedBy }) => [id, pausedBy])).toEqual([
      [ids[11], 'plan'],
      [ids[10], 'plan'],
    ])
    const { body } = await call<MonitorList>('?result=format_only', owner)
    expect(body.monitors).toHaveLength(10)
    await call(`/${ids[11]}`, owner, { paused: true }, 'PATCH')
    await worker.updateOrganization(owner.organizationId, { tier: 'PRO' })
    await check()
    expect((await call<MonitorList>('?result=format_only', owner)).body.monitors).toHaveLength(11)
    expect((await call<MonitorList>('?state=paused', owner)).body.monitors).toMatchObject([
      { id: ids[11], pausedBy: 'member' },
    ])
  })
})
