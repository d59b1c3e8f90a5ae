import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import type { FakesClient } from '#tests/fakes/client.ts'
import { test } from './account-fixture.ts'
import { expect, expectAccessible } from './fixtures.ts'

// Ahead of UTC, where an evening in UTC is the next day.
test.use({ timezoneId: 'Asia/Tokyo' })

const rows = (page: Page) => page.getByRole('table', { name: 'Calls', exact: true }).getByRole('row')
const heading = (page: Page) => page.getByRole('heading', { level: 1, name: 'Activity' })

async function pick(page: Page, filter: string, option: string | RegExp) {
  await page.getByRole('combobox', { name: filter }).click()
  await page.getByRole('option', { name: option }).click()
}

type Filled = { organizationId: string; newToken: (name: string) => Promise<{ id: number }> }

const DELETED = 2_000_000_000

/** A UTC day, such as 2026-01-31. */
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

/** 123 calls: one refused yesterday evening (UTC), two of a deleted token that morning, the others before. */
async function fill(fakes: FakesClient, { organizationId, newToken }: Filled) {
  const yesterday = daysAgo(1)
  const { id } = await newToken('Checkout')
  await fakes.sql(
    'test',
    `insert into api_activities
       (request_id, organization_id, token_id, method, endpoint, status_code, outcome, response_time, country, error_code, timestamp)
     select gen_random_uuid(), $1,
            coalesce(token, (select id from api_tokens where organization_id = $1 and name = 'default')),
            'POST', '/api/tinproof/validate', status, outcome, milliseconds, country, code,
            at::timestamptz - n * interval '1 minute'
       from (values
              (120, $2 || 'T12:00:00Z', 200::smallint, 'confirmed', 12, 'DE', null, null::int),
              (2, $3 || 'T08:00:00Z', 200, 'unconfirmed', 12, null, null, $4::int),
              (1, $3 || 'T20:30:15Z', 422, 'refused', 1240, 'FR', 'UNSUPPORTED_COUNTRY', $5::int)
            ) as calls (count, at, status, outcome, milliseconds, country, code, token),
            generate_series(0, count - 1) n
      order by at, n desc`,
    [organizationId, daysAgo(2), yesterday, DELETED, id],
  )
  return { yesterday, tokenId: id }
}

test('lists every call, 50 per page', async ({ page, account, fakes }) => {
  await fill(fakes, account)
  await page.goto('/')
  await page.getByRole('link', { name: 'See all activity' }).click()
  await expect(page).toHaveURL('/activity')
  await expect(heading(page)).toBeFocused()
  await expect(rows(page)).toHaveCount(51)
  const newest = rows(page).nth(1)
  for (const text of ['Refused', 'Not accepted 422', 'France', 'Checkout'])
    await expect(newest.getByText(text)).toBeVisible()
  // The evening in UTC is the next morning in Tokyo.
  const time = newest.getByRole('time')
  await expect(time).toContainText('5:30 AM')
  await expect(time).toHaveAttribute('title', /5:30:15/)
  await expect(rows(page).nth(2)).toContainText('Deleted token')
  await expect(rows(page).nth(4)).toContainText('Dashboard')

  await page.getByRole('link', { name: 'Older' }).click()
  await expect(page).toHaveURL(/\/activity\?before=\d+$/)
  await expect(page.getByRole('region', { name: 'API Calls' })).toBeFocused()
  await page.getByRole('link', { name: 'Older' }).click()
  await expect(rows(page)).toHaveCount(24)
  await expect(page.getByRole('link', { name: 'Older' })).toHaveCount(0)
  await expectAccessible(page)
  await page.goBack()
  await expect(rows(page)).toHaveCount(51)
  await page.getByRole('link', { name: 'Newest' }).click()
  await expect(page).toHaveURL('/activity')
  await expect(newest).toContainText('Checkout')
})

test('shows usage, keeps its filters in the URL, and downloads what they show', {
  tag: '@any-width',
}, async ({ page, account, fakes }) => {
  const { yesterday, tokenId } = await fill(fakes, account)
  const day = page.getByLabel('Day (UTC)')
  const token = page.getByRole('combobox', { name: 'Token' })
  await page.goto('/tokens')
  await page.getByRole('link', { name: 'See its calls' }).click()
  await expect(page).toHaveURL(`/activity?token=${tokenId}`)
  await expect(rows(page)).toHaveCount(2)
  await pick(page, 'Token', /^All$/)
  await expect(rows(page)).toHaveCount(51)

  await day.fill(yesterday)
  await expect(rows(page)).toHaveCount(4)
  await pick(page, 'Token', `Deleted token ${DELETED}`)
  await expect(page).toHaveURL(`/activity?token=${DELETED}&day=${yesterday}`)
  await expect(rows(page)).toHaveCount(3)
  await page.reload()
  await expect(day).toHaveValue(yesterday)
  await expect(token).toHaveText(`Deleted token ${DELETED}`)
  await expect(rows(page)).toHaveCount(3)
  await page.goBack()
  await expect(rows(page)).toHaveCount(4)
  await expect(token).toHaveText('All')
  await pick(page, 'Status', 'Limit reached 429')
  await expect(page.getByText('No calls match these filters')).toBeVisible()
  await page.getByRole('button', { name: 'Clear Filters' }).first().click()
  await expect(page).toHaveURL('/activity')
  await expect(rows(page)).toHaveCount(51)

  await pick(page, 'Token', 'Checkout')
  await expect(rows(page)).toHaveCount(2)
  const download = async () => {
    const downloading = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download CSV' }).click()
    const file = await downloading
    expect(file.suggestedFilename()).toMatch(/\.csv$/)
    return (await readFile(await file.path(), 'utf8')).trim().split(/\r?\n/)
  }
  const lines = await download()
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(`${yesterday}T20:30:15.000Z,POST,/api/tinproof/validate,422,refused`)
  await page.getByRole('button', { name: 'Clear Filters' }).click()
  await expect(rows(page)).toHaveCount(51)
  expect(await download()).toHaveLength(124)

  // Another organization has no such token.
  expect((await account.post('/api/user/organizations', { name: 'Another' })).status).toBe(201)
  await page.goto(`/activity?token=${tokenId}`)
  await page.getByRole('button', { name: /Organization: / }).click()
  await page.getByRole('menuitemradio', { name: /Another/ }).click()
  await expect(page).toHaveURL('/activity')
  await expect(page.getByText('No calls yet')).toBeVisible()
})
