import { test } from './account-fixture.ts'
import { addDay, daysAgo } from './activity-rows.ts'
import { pickCountry, tinField } from './dashboard-page.ts'
import { expect, expectAccessible } from './fixtures.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test.describe('calls per day', () => {
  test('show in a chart, a table and the indicators', async ({ page, account, fakes }) => {
    const { organizationId } = account
    await addDay(fakes, organizationId, daysAgo(0), { valid: 12, invalid: 3, unknown: 2, refused: 1 })
    await addDay(fakes, organizationId, daysAgo(5), { valid: 40 })
    await addDay(fakes, organizationId, daysAgo(40), { valid: 38 })
    await account.newToken('Checkout')
    await page.goto('/')
    await expect(page.getByRole('region', { name: 'API Calls' })).toContainText('5750% more')
    await expect(page.getByRole('region', { name: 'Active API Tokens' })).toContainText('1 new in 30 days')
    await expect(page.getByRole('region', { name: 'API Quota Remaining' })).toContainText('17 used today')
    await expect(page.getByRole('region', { name: 'Service Tier' })).toContainText('Current plan')

    const card = page.getByRole('region', { name: 'Calls per day', exact: true })
    const totals = card.getByRole('list', { name: 'Total by outcome' }).getByRole('listitem')
    await expect(totals).toHaveText(['Valid52', 'Invalid3', 'No result2', 'Refused1'])

    const table = card.getByRole('table', { name: 'Calls per day by outcome' })
    await expect(table.getByRole('row')).toHaveCount(31)
    await expect(table.getByRole('columnheader')).toHaveText([
      'Day',
      'Valid',
      'Invalid',
      'No result',
      'Refused',
    ])
    await expect(table.getByRole('row').nth(1).getByRole('cell')).toHaveText(['12', '3', '2', '1'])
    await expect(table.getByRole('row').nth(6).getByRole('cell')).toHaveText(['40', '0', '0', '0'])

    const chart = card.getByRole('slider', { name: 'Day of the chart' })
    const weekday = new Date(daysAgo(5)).toLocaleDateString('en-US', {
      weekday: 'short',
      month: 'short',
      day: 'numeric',
      timeZone: 'UTC',
    })
    await chart.focus()
    await expect(chart).toHaveAttribute(
      'aria-valuetext',
      /: 18 calls, 12 Valid, 3 Invalid, 2 No result, 1 Refused$/,
    )
    for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowLeft')
    await expect(chart).toHaveAttribute('aria-valuetext', /: 40 calls, 40 Valid/)
    await expect(card.getByText(weekday)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(card.getByText(weekday)).toBeHidden()
    const { width = 0, height = 0 } = (await chart.boundingBox()) ?? {}
    await chart.hover({ position: { x: (width * 24.5) / 30, y: height / 2 } })
    await expect(card.getByText(weekday)).toBeVisible()

    await page.emulateMedia({ colorScheme: 'dark' })
    await card.getByRole('button', { name: 'View as table' }).click()
    await expect(chart).toBeHidden()
    await expect(table.getByRole('cell', { name: '40' })).toBeInViewport()
    await expectAccessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)
    await card.getByRole('button', { name: 'View as chart' }).click()
    await expect(chart).toBeVisible()
  })

  test('show an error and retry', { tag: '@any-width' }, async ({ page, allowConsole }) => {
    allowConsole(/status of 503/)
    const broken = { status: 503, json: { message: 'The service cannot answer right now.' } }
    await page.route('**/api/activity/days?*', (route) => route.fulfill(broken), { times: 1 })
    await page.goto('/')
    const card = page.getByRole('region', { name: 'Calls per day', exact: true })
    await expect(card.getByText('Failed to load calls per day')).toBeVisible()
    await expect(page.getByRole('region', { name: 'API Calls' })).toContainText('–')
    await card.getByRole('button', { name: 'Retry' }).click()
    await expect(card.getByText('No calls in the last 30 days')).toBeVisible()
    await expect(page.getByRole('region', { name: 'API Calls' })).toContainText('0No change')
    await pickCountry(page, 'Germany')
    await tinField(page).fill('136695976')
    await page.keyboard.press('Enter')
    await expect(card.getByRole('list', { name: 'Total by outcome' })).toContainText('Valid1')
    await expect(page.getByRole('region', { name: 'API Calls' })).toContainText('11 more')
  })
})
