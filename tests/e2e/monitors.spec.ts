import { Webhook } from 'standardwebhooks'
import { PASSWORD } from '#tests/dev/create-account.ts'
import type { ReceivedWebhook } from '#tests/fakes/webhooks.ts'
import type { JobName } from '#worker/jobs/contract.ts'
import { test } from './account-fixture.ts'
import { validate } from './dashboard-page.ts'
import { expect, expectAccessible, setting } from './fixtures.ts'

const tin = '923700064'
const register = { namespace: 'test', register: 'brreg' }

test.afterEach(({ fakes }) => fakes.switchRegister({ ...register, mode: 'normal' }))

test('reports that a register ended a number, by webhook and email', {
  tag: '@any-width',
}, async ({ page, account, fakes }) => {
  const { organizationId, post, email } = account
  const sql = (text: string) => fakes.sql<Record<string, unknown>>('test', text, [organizationId])
  const run = async (...names: JobName[]) => {
    await fakes.sql('test', 'update job_runs set next_run_at = now() where name = any($1)', [names])
    await fetch(setting('TINPROOF_CRON_URL'))
  }
  const check = async () => {
    await sql(
      `update monitors set next_check_at = now() - interval '1 minute', checked_at = null where organization_id = $1`,
    )
    const isChecked = async () => {
      await run('check-monitors')
      const [monitor] = await sql('select checked_at from monitors where organization_id = $1')
      return monitor?.checked_at !== null
    }
    await expect.poll(isChecked).toBe(true)
  }
  const url = `https://hooks.example.com/monitors/${organizationId}`
  await post('/api/user/confirm-password', { password: PASSWORD })
  const created = await post('/api/webhooks', { url, events: ['monitor.changed'], organizationId })
  const { secret } = await created.json()

  await page.goto('/')
  await validate(page, 'Norway', tin)
  await page.getByRole('button', { name: 'Monitor', exact: true }).click()
  await page.getByRole('button', { name: 'Start Monitoring' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await check()

  await fakes.switchRegister({ ...register, mode: 'denies' })
  await check()
  expect(await fakes.takeWebhooks('test', url)).toEqual([])
  await sql(
    `update monitors set differs_since = differs_since - interval '2 hours' where organization_id = $1`,
  )
  await check()
  const events: ReceivedWebhook[] = []
  const isReceived = async () => events.push(...(await fakes.takeWebhooks('test', url)))
  await expect.poll(isReceived).toBe(1)
  const [event] = events
  expect(new Webhook(secret).verify(event?.body ?? '', event?.headers ?? {})).toMatchObject({
    type: 'monitor.changed',
    data: { previousResult: 'confirmed', result: 'invalid' },
  })

  await sql(`update organizations set monitor_digest = 'daily', monitor_digest_at = null where id = $1`)
  await sql(
    `update monitor_changes set created_at = created_at - interval '1 day' where organization_id = $1`,
  )
  await run('queue-monitor-digests')
  await run('send-emails')
  const digest = async () =>
    (await fakes.mailbox(email)).find(({ subject }) => subject === 'A monitored number changed')
  await expect.poll(async () => (await digest())?.text).toContain('→')
  const link = (await digest())?.text.match(/https?:\/\/\S*monitor\S+/)?.[0] ?? ''
  await page.goto(link)
  await page.getByRole('table').getByRole('link').first().click()
  await expect(
    page.getByRole('list').filter({ hasText: 'First result' }).getByText('changed to'),
  ).toBeAttached()
  await expectAccessible(page)
})
