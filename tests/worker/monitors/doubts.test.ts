// @module-tag deep
import { afterEach, describe, expect, it } from 'vitest'
import { refusal } from '#tests/worker/harness.ts'
import { overlap } from '#tests/worker/overlap.ts'
import { firstOf, numbersOf, take } from '#tests/worker/registers/register-customer.ts'
import type { Monitor, MonitorList } from '#worker/monitors/contract.ts'
import { norway, norwegianNumbers, openMonitorWorker, swiss, wayOf } from './monitor-worker.ts'

const [, ...more] = norwegianNumbers
const opened = await openMonitorWorker('doubts')
const { worker, customer, other, call, create, read, run, check, wait, batchesOf } = opened
const { setMode, subscribe, events, checkForHours, reset } = opened
afterEach(reset)

describe('a register’s "no"', () => {
  it('isn’t reported if the register lists the number again within the hour', async () => {
    await subscribe()
    const monitor = await create(norway())
    await check()
    await setMode('brreg', 'denies')
    await check(24 * 60)
    await check(31)
    await setMode('brreg', 'normal')
    await check(31)
    expect(await read(monitor)).toMatchObject({ differsSince: null, changedAt: null, history: [{}] })
    expect(await events()).toEqual([])
  })

  it('isn’t reported while a fallback lists the number', async () => {
    const czech = firstOf(numbersOf('CZ.DIC', { from: 25_600_000 }, (n) => `CZ${n}`))
    const monitor = await create({ countryCode: 'CZ', tin: czech, type: 'CZ.DIC' })
    await check()
    expect((await read(monitor)).answer?.register).toBe('VIES')
    await setMode('vies', 'denies')
    await checkForHours()
    expect(wayOf(await read(monitor))).toEqual(['confirmed'])
    await setMode('adis', 'denies')
    await checkForHours()
    expect(wayOf(await read(monitor))).toEqual(['confirmed', 'result invalid'])
  })
})

describe('a register without an answer', () => {
  it('is never a change, and is reported once after 12 hours', async () => {
    await subscribe()
    const monitors = [await create(norway()), await create(norway(more[0])), await create(swiss)]
    await check()
    for (const mode of ['down', 'html', 'hang'] as const) {
      await setMode('brreg', mode)
      await setMode('gleif', 'down')
      await wait(24 * 60)
      await run()
      const batches = await batchesOf()
      expect(batches).toHaveLength(2)
      for (const id of batches) {
        await worker.deliver(id)
        await worker.makeDue(id)
        await worker.deliver(id)
      }
      await run()
      const [waiting = ''] = await batchesOf()
      expect(await batchesOf()).toHaveLength(1)
      await setMode('brreg', 'down')
      await worker.reachDeadline(waiting)
      await run()
    }
    for (const { id } of monitors.slice(0, 2)) {
      const monitor = await read({ id })
      expect([wayOf(monitor), monitor.failingSince]).toEqual([['confirmed'], expect.any(String)])
      expect(Date.parse(monitor.nextCheckAt ?? '')).toBeLessThan(Date.now() + 86_400_000)
    }
    expect((await call<MonitorList>('?state=failing', customer)).body.monitors).toHaveLength(2)
    expect(await events()).toMatchObject([{ type: 'monitor.failing', data: { register: 'brreg', count: 2 } }])
    await setMode('brreg', 'normal')
    worker.limiters.reset()
    await check(24 * 60)
    expect((await read(monitors[0] ?? { id: '' })).failingSince).toBeNull()
  })

  it('is reported again after it answered, also beside a number that never gets an answer', async () => {
    await subscribe()
    const [lost, one] = [await create(norway()), await create(norway(more[0]))]
    const paused = await create(norway(more[1]))
    await check()
    const fail = async () => {
      await setMode('brreg', 'down')
      await setMode('gleif', 'down')
      await wait(24 * 60)
      await run()
      for (const id of await batchesOf()) {
        await worker.deliver(id)
        await worker.reachDeadline(id)
      }
      await run()
      await setMode('brreg', 'normal')
      worker.limiters.reset()
    }
    await fail()
    await call(`/${paused.id}`, customer, { paused: true }, 'PATCH')
    expect((await read(paused)).failingSince).toBeNull()
    await wait(24 * 60)
    // Its register doesn't answer for this one.
    await worker.sql`update monitors set next_check_at = now() + interval '1 year' where id = ${lost.id}`
    await check()
    expect((await read(one)).failingSince).toBeNull()
    expect((await read(lost)).failingSince).not.toBeNull()
    await fail()
    expect(await events()).toMatchObject([
      { type: 'monitor.failing', data: { count: 3 } },
      { type: 'monitor.failing', data: { count: 1 } },
    ])
  })
})

describe('a register with an outage', () => {
  const outage = (hours: number) =>
    worker.sql`insert into status_outages (component, started_at) values ('brreg', now() - make_interval(hours => ${hours}::int))`
  const makeOverdue = (hours: number) =>
    worker.sql`update monitors set next_check_at = now() - make_interval(hours => ${hours}::int)`

  it('is reported once after 12 hours, though no check begins', async () => {
    await subscribe()
    const monitors = [await create(norway()), await create(norway(more[0]))]
    await check()
    await outage(13)
    await makeOverdue(11)
    await run()
    expect(await events()).toEqual([])
    await makeOverdue(12)
    await Promise.all([run(), run()])
    expect(await events()).toMatchObject([{ type: 'monitor.failing', data: { register: 'brreg', count: 2 } }])
    expect((await call<MonitorList>('?state=failing', customer)).body.monitors).toHaveLength(2)
    const late = await create(norway(more[1]))
    await makeOverdue(30)
    await run()
    expect((await read(late)).failingSince).not.toBeNull()
    expect([await batchesOf(), await events()]).toMatchObject([[], [{}]])
    await worker.sql`update status_outages set ended_at = now()`
    await check()
    for (const { id } of [...monitors, late])
      expect(await read({ id })).toMatchObject({ failingSince: null, answer: { result: 'confirmed' } })
  })

  it('isn’t reported for 12 hours after it began', async () => {
    await subscribe()
    await create(norway())
    await check()
    await outage(11)
    await makeOverdue(13)
    await run()
    expect([await batchesOf(), await events()]).toEqual([[], []])
  })
})

describe('a register that suddenly refuses many numbers', () => {
  async function refuseAll() {
    const monitors: Monitor[] = []
    for (const tin of norwegianNumbers) monitors.push(await create(norway(tin), other))
    const swissMonitor = await create(swiss)
    await check()
    await setMode('brreg', 'denies')
    await checkForHours()
    const reported = async () => {
      const { body } = await call<MonitorList>('?result=invalid', other)
      return body.monitors.length
    }
    return { monitors, swissMonitor, reported }
  }

  it('is suspected: nothing is reported until it lists them again', async () => {
    const { monitors, reported, swissMonitor } = await refuseAll()
    expect(await reported()).toBe(0)
    expect(await worker.sql`select register from suspected_registers`).toEqual([{ register: 'brreg' }])
    await wait(12 * 60)
    await setMode('uid', 'denies')
    await call(`/${swissMonitor.id}/check`, customer, {})
    await check()
    expect(await reported()).toBe(0)
    await check(61)
    expect(wayOf(await read(swissMonitor))).toEqual(['confirmed', 'result invalid'])
    await setMode('brreg', 'normal')
    await check(24 * 60)
    for (const monitor of monitors)
      expect(await read(monitor, other)).toMatchObject({ differsSince: null, history: [{}] })
    await run()
    expect(await worker.sql`select from suspected_registers`).toEqual([])
  })

  /** Checks some of eight numbers, and returns how many of all are reported. */
  async function denyHongKong(from: number) {
    const numbers = take(numbersOf('HK.BRN', { from }), 8)
    const monitors = await Promise.all(numbers.map((tin) => create({ countryCode: 'HK', tin })))
    await check()
    await setMode('hkcr', 'denies')
    return async (from: number, to: number) => {
      const ids = monitors.slice(from, to).map(({ id }) => id)
      await worker.sql`update monitors set next_check_at = now() where id = any(${ids})`
      await check()
      const { body } = await call<MonitorList>('', customer)
      return body.monitors.filter(({ changedAt }) => changedAt !== null).length
    }
  }

  it('is suspected in the check that would have confirmed a few', async () => {
    const doubt = await denyHongKong(12_346_000)
    expect(await doubt(0, 3)).toBe(0)
    await wait(61)
    expect(await doubt(0, 8)).toBe(0)
  })

  it('is suspected, also after it refused a few, and if it lists only some numbers', async () => {
    const doubt = await denyHongKong(12_345_000)
    expect(await doubt(0, 3)).toBe(0)
    await wait(31)
    expect(await doubt(3, 4)).toBe(0)
    await wait(31)
    expect(await doubt(0, 3)).toBe(3)
    expect(await doubt(4, 7)).toBe(3)
    await wait(31)
    expect(await doubt(3, 4)).toBe(3)
  })

  it('is believed when an administrator trusts it', async () => {
    const { monitors, reported } = await refuseAll()
    const { problems } = (await worker.health()).body
    expect(problems.map(({ code }) => code)).toContain('REGISTER_SUSPECTED/brreg')
    const trust = (register: string) =>
      worker.administrator.post(`/api/admin/registers/${register}/trust`, {})
    expect(refusal(await trust('uid'))).toEqual([404, 'REGISTER_NOT_FOUND'])
    expect((await trust('brreg')).status).toBe(200)
    await check()
    expect(await reported()).toBe(monitors.length)
    const entries = await worker.sql`select subject from audit_entries where event = 'admin.register_trusted'`
    expect(entries).toEqual([{ subject: 'brreg' }])
    expect((await worker.health()).body.problems).toEqual([])
  })

  it('is trusted while answers of it are being applied', async () => {
    await refuseAll()
    await worker.sql`update monitors set next_check_at = now() where differs_since is not null`
    await run()
    for (const id of await batchesOf()) await worker.finish(id)
    const [, trusted] = await overlap(worker, ['update', 'monitors'], run, () =>
      worker.administrator.post('/api/admin/registers/brreg/trust', {}),
    )
    expect(trusted).toMatchObject({ status: 200 })
    expect(await worker.sql`select from batches where state = 'completed'`).toEqual([])
  })

  it('is trusted while monitors beyond the plan’s limit are paused', async () => {
    await refuseAll()
    // Written in another order than that of their IDs.
    for (const id of ['monitor_z', 'monitor_a'])
      await worker.sql`insert into monitors (id, organization_id, live, country_code, register, number_hash, details, every,
          phase, next_check_at, differs_since)
        values (${id}, ${other.organizationId}, true, 'NO', 'brreg', ${id}, 'unused', 'day', 0, now(), now())`
    await worker.sql`insert into monitors (id, organization_id, live, country_code, number_hash, details, every, phase,
        next_check_at, created_at)
      select 'monitor_' || n, ${other.organizationId}, true, 'MX', n, 'unused', 'day', 0, now() + interval '1 day',
          now() - interval '1 day' from generate_series(1, 10) n`
    await worker.updateOrganization(other.organizationId, { tier: 'FREE' })
    const [, trusted] = await overlap(worker, ['update', 'monitors', "new.paused_by = 'plan'"], run, () =>
      worker.administrator.post('/api/admin/registers/brreg/trust', {}),
    )
    expect(trusted).toMatchObject({ status: 200 })
    const active =
      await worker.sql`select from monitors where organization_id = ${other.organizationId} and paused_by is null`
    expect(active).toHaveLength(10)
    await worker.updateOrganization(other.organizationId, { tier: 'ENTERPRISE' })
  })

  it('is believed when its next day’s answers are the same', async () => {
    const { monitors, reported } = await refuseAll()
    await check(24 * 60)
    expect(await reported()).toBe(monitors.length)
  })
})
