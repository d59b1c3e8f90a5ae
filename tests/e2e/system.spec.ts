import { test } from './account-fixture.ts'
import { becomeAdministrator, confirmAsAdministrator } from './become-administrator.ts'
import { expect, expectAccessible, toast } from './fixtures.ts'

const path = '**/api/admin/system'

test('an administrator sees problems, jobs and incidents, and what fails to refresh', async ({
  page,
  context,
  account,
  fakes,
  allowConsole,
}) => {
  allowConsole(/(400|503) .*\/api\/admin\/system\)/)
  await becomeAdministrator(context, fakes, await account.colleague('member'))
  await page.clock.install()

  // The page doesn't read a refusal again by itself, so Retry stays.
  await page.route(path, (route) => route.fulfill({ status: 400, json: {} }))
  await page.goto('/admin')
  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'System' }).click()
  await expect(page.getByRole('main').getByText('Failed to load the state of the system')).toBeVisible()
  await page.unroute(path)
  await page.getByRole('button', { name: 'Retry' }).click()

  await page.getByText(/^\d+ jobs without problems$/).click()
  const jobs = page.getByRole('table', { name: 'Jobs without problems' })
  await expect(jobs.getByRole('row').filter({ hasText: 'alert-operator' })).toContainText('Succeeded')
  await expect(page.getByRole('figure')).toHaveCount(4)
  await page.getByRole('tab', { name: '30 days' }).click()
  await expect(page.getByRole('slider', { name: 'Recorded calls by day' })).toBeAttached()
  await expectAccessible(page)

  await page.route(path, async (route) => {
    const system = await (await route.fetch()).json()
    const problem = {
      code: 'CALLS_DEAD',
      message: "Answered calls that can't be recorded: 20,000.",
      advice: 'Fix the cause and deploy. To give calls up, delete their rows from `dead_calls`.',
      since: '2026-11-20T12:00:00.000Z',
    }
    const incident = {
      id: 1,
      code: 'REDIS_DOWN',
      startedAt: '2026-11-20T10:00:00.000Z',
      endedAt: '2026-11-20T12:05:00.000Z',
    }
    const longest = { ...incident, id: 2, code: 'JOB_FAILING/delete-expired-records' }
    const [job, ...others] = system.jobs
    const jobs = [{ ...job, succeeded: false, failures: 12_345, error: 'TimeoutError' }, ...others]
    const late = { ...problem, code: 'JOB_LATE/count-usage', advice: 'The job takes too long.' }
    const queue = { queue: 'down', oldestCall: null }
    await route.fulfill({
      json: { ...system, ...queue, problems: [problem, late], incidents: [incident, longest], jobs },
    })
  })
  await page.clock.fastForward(31_000)
  const problems = page.getByRole('region', { name: '2 problems' })
  await expect(problems).toContainText("Answered calls that can't be recorded: 20,000.")
  await expect(problems.getByRole('code')).toHaveText('dead_calls')
  await expect(page.getByRole('region', { name: 'Oldest call' })).toContainText('Unknown')
  await expect(page.getByRole('row').filter({ hasText: 'REDIS_DOWN' })).toContainText('2 hours 5 minutes')
  await expect(page.getByRole('table', { name: 'Jobs with problems' }).getByRole('row')).toHaveText([
    /^Job/,
    /Failed 12,345 timesTimeoutError/,
    /^count-usage/,
  ])
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 800 })
  const incidents = page.getByRole('table', { name: 'Incidents' })
  const hidden = incidents.locator('..').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
  expect(await hidden).toBe(0)

  await page.route(path, (route) => route.fulfill({ status: 503, json: {} }))
  await page.clock.fastForward(31_000)
  await expect(page.getByText('Failed to refresh')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Oldest call' })).toBeVisible()
  await page.unroute(path)
  await page.clock.fastForward(31_000)
  await expect(page.getByText('Failed to refresh')).toBeHidden()
})

test('an administrator trusts a suspected register', async ({
  page,
  context,
  account,
  fakes,
  allowConsole,
}) => {
  allowConsole(/403 .*\/trust/)
  await becomeAdministrator(context, fakes, await account.colleague('member'))
  // Confirmed, so that jobs keep it. Of its own, because both widths run at once.
  const register = `vies:${crypto.randomUUID().slice(0, 8)}`
  await fakes.sql('test', 'insert into suspected_registers (register, confirmed_at) values ($1, now())', [
    register,
  ])
  await page.route(path, async (route) => {
    const system = await (await route.fetch()).json()
    const problem = {
      code: `REGISTER_SUSPECTED/${register}`,
      message: 'VIES XX refuses numbers that it listed.',
      advice: 'Look up some of its numbers.',
      since: '2026-11-20T12:00:00.000Z',
    }
    await route.fulfill({ json: { ...system, problems: [problem] } })
  })
  await page.goto('/admin/system')
  const trust = page.getByRole('button', { name: 'Trust Its Answers' })
  await trust.click()
  await page.unroute(path)
  await confirmAsAdministrator(page)
  await expect(toast(page, 'Register trusted')).toBeVisible()
  // Without waiting for the next refresh.
  await expect(trust).toBeHidden()
})
