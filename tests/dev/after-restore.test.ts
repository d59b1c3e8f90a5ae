import { expect, inject, it } from 'vitest'
import { afterRestore } from '#db/after-restore.ts'
import { addOrganizations } from '#tests/bench/organizations.ts'
import { fakesClient, settingsFor } from '#tests/fakes/client.ts'
import { organizationOf } from '#worker/token-format.ts'

const [RESTORED, LOST] = ['test_after_restore', 'test_after_restore_lost']
const fakes = fakesClient(inject('fakesUrl'))
const urlOf = (database: string) => settingsFor(inject('workerSettings'), database).DATABASE_URL ?? ''
const add = (database: string) => addOrganizations(urlOf(database), { count: 1, limit: 100 })

/** By organization: the ID of its token, and whether it has expired. */
async function tokens() {
  const rows = await fakes.sql<{ organization: string; id: number; expired: boolean }>(
    RESTORED,
    `select organization_id as organization, id, coalesce(expires_at <= now(), false) as expired from api_tokens`,
  )
  return new Map(rows.map(({ organization, ...token }) => [organization, token]))
}

it('ends tokens, links, invitations, monitors and webhook endpoints that had ended, and no others', async () => {
  await fakes.createDatabase(RESTORED, inject('databaseTemplate'))
  const [kept, revoked, replaced] = [await add(RESTORED), await add(RESTORED), await add(RESTORED)].map(
    ([token = '']) => organizationOf(token) ?? '',
  )
  for (const id of ['kept', 'deleted']) {
    await fakes.sql(
      RESTORED,
      `insert into monitors (id, organization_id, live, country_code, number_hash, details, every, phase, next_check_at)
       values ($2, $1, true, 'DE', $2, '', 'day', 0, now())`,
      [kept, id],
    )
    await fakes.sql(
      RESTORED,
      `insert into webhook_endpoints (id, organization_id, url, events, live, secret) values ($2, $1, '', '{}', true, '')`,
      [kept, id],
    )
  }
  for (const id of ['kept', 'stopped']) {
    await fakes.sql(
      RESTORED,
      `insert into records (id, organization_id, reference_id, live, content, search, link, link_secret, expires_at)
       values ($2, $1, gen_random_uuid(), true, '', '{}', $2, '', now() + interval '1 day')`,
      [kept, id],
    )
  }
  for (const id of ['kept', 'accepted', 'revoked'])
    await fakes.sql(
      RESTORED,
      `insert into organization_invitations (email, organization_id, token, expires_at)
       values ($2, $1, $2, now() + interval '1 day')`,
      [kept, id],
    )
  await fakes.createDatabase(LOST, RESTORED)
  const time = new Date()
  await fakes.sql(LOST, 'delete from api_tokens where organization_id = $1', [revoked])
  await fakes.sql(LOST, `update api_tokens set token = 'another' where organization_id = $1`, [replaced])
  for (const table of ['monitors', 'webhook_endpoints'])
    await fakes.sql(LOST, `delete from ${table} where id = 'deleted'`)
  await fakes.sql(LOST, `update records set link = null, link_secret = null where id = 'stopped'`)
  for (const status of ['accepted', 'revoked'])
    await fakes.sql(LOST, `update organization_invitations set status = $1 where token = $1`, [status])
  for (let lost = 0; lost < 3; lost++) await add(LOST)
  const [afterwards = ''] = (await add(RESTORED)).map(organizationOf)

  const restore = { restoredUrl: urlOf(RESTORED), lostUrl: urlOf(LOST), time }
  expect((await afterRestore(restore, { apply: false })).ended.tokens).toBe(2)
  const expired = async () => [...(await tokens())].flatMap(([id, token]) => (token.expired ? [id] : []))
  expect(await expired()).toEqual([])

  for (const [tokens, others] of [
    [2, 1],
    [0, 0],
  ])
    expect((await afterRestore(restore, { apply: true })).ended).toMatchObject({
      tokens,
      records: 0,
      links: others,
      invitations: others,
      monitors: others,
      endpoints: others,
    })
  for (const table of ['monitors', 'webhook_endpoints'])
    expect(await fakes.sql(RESTORED, `select id from ${table}`)).toEqual([{ id: 'kept' }])
  expect(await fakes.sql(RESTORED, 'select id, link from records order by id')).toEqual([
    { id: 'kept', link: 'kept' },
    { id: 'stopped', link: null },
  ])
  expect(
    await fakes.sql(RESTORED, `select token, status from organization_invitations order by token`),
  ).toEqual([
    { token: 'accepted', status: 'pending' },
    { token: 'kept', status: 'pending' },
    { token: 'revoked', status: 'revoked' },
  ])
  expect((await expired()).sort()).toEqual([revoked, replaced].sort())
  const [later = ''] = (await add(RESTORED)).map(organizationOf)
  const ids = await tokens()
  expect(ids.get(kept ?? '')?.id).toBe(1)
  expect(ids.get(afterwards)?.id).toBe(4)
  expect(ids.get(later)?.id).toBe(7)
})

it('deletes the outage that the first cron found, and no other', async () => {
  const [restored, lost] = ['test_after_restore_outage', 'test_after_restore_outage_lost']
  await fakes.createDatabase(restored, inject('databaseTemplate'))
  await fakes.createDatabase(lost, restored)
  const time = new Date(Date.now() - 12 * 3_600_000)
  const at = (hours: number) => new Date(time.getTime() + hours * 3_600_000).toISOString()
  for (const [component, from, to] of [
    ['api', -2, -1],
    ['api', -0.01, 12],
    ['api', 11, 12],
    ['vies:DE', -1, 12],
  ] as const)
    await fakes.sql(
      restored,
      'insert into status_outages (component, started_at, ended_at) values ($1, $2, $3)',
      [component, at(from), at(to)],
    )
  for (const [code, from, to] of [
    ['JOBS_STOPPED', -2, -1],
    ['JOBS_STOPPED', -0.01, 12],
    ['EMAILS_WAIT', -1, 12],
  ] as const)
    await fakes.sql(
      restored,
      'insert into alerts (code, created_at, emailed_at, ended_at) values ($1, $2, $2, $3)',
      [code, at(from), at(to)],
    )
  const urls = { restoredUrl: urlOf(restored), lostUrl: urlOf(lost) }
  const left = async () =>
    (
      await fakes.sql<{ name: string }>(
        restored,
        `select component as name, started_at from status_outages
         union all select code, created_at from alerts order by started_at`,
      )
    ).map(({ name }) => name)
  await afterRestore({ ...urls, time }, { apply: false })
  expect(await left()).toHaveLength(7)
  await afterRestore({ ...urls, time }, { apply: true })
  expect((await left()).toSorted()).toEqual(['EMAILS_WAIT', 'JOBS_STOPPED', 'api', 'api', 'vies:DE'])
})
