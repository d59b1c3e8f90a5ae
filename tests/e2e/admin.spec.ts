import type { Page } from 'playwright/test'
import { test } from './account-fixture.ts'
import { becomeAdministrator, confirmAsAdministrator } from './become-administrator.ts'
import { expect, expectAccessible, toast } from './fixtures.ts'
import { isPhone } from './steps.ts'

const users = (page: Page) => page.getByRole('region', { name: 'Users', exact: true })
const rowOf = (page: Page, email: string) => page.getByRole('listitem', { name: email, exact: true })
const filters = (page: Page) => users(page).getByRole('search')

test('an administrator finds a user, sees their calls and makes them a lead', async ({
  page,
  context,
  account,
  fakes,
  allowConsole,
}) => {
  allowConsole(/(403|503) .*\/api\/admin\/(convert-to-lead|analytics)\//)
  await account.spend(11)
  await becomeAdministrator(context, fakes, await account.colleague('member'))
  await page.goto('/')
  if (isPhone(page)) await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('link', { name: 'Admin Panel' }).click()
  await expect(page.getByRole('heading', { name: 'Usage Analytics' })).toBeVisible()
  for (const title of ['Total Users', 'Pro Users', 'Enterprise Users', 'Monthly Revenue']) {
    await expect(page.getByRole('region', { name: title })).toBeVisible()
  }
  await expect(page.getByRole('region', { name: 'Monthly Revenue' })).toContainText('$')
  await expect(page.getByRole('figure')).toHaveCount(3)
  await expect(page.getByRole('region', { name: 'Needs Attention' })).toBeVisible()
  await expect(users(page).getByRole('status')).toHaveText(/^Showing all [\d,]+ users, newest first$/)
  await expectAccessible(page)

  await filters(page).getByLabel('Email').fill(account.email.toUpperCase())
  await filters(page).getByLabel('Email').press('Enter')
  await expect(users(page).getByRole('status')).toHaveText(/^Showing 1 of [\d,]+ users, newest first$/)
  await filters(page).getByRole('button', { name: 'API Usage' }).click()
  await expect(users(page).getByRole('status')).toHaveText(/^Showing 1 of [\d,]+ users, highest usage first$/)
  await filters(page).getByLabel('Tier').click()
  await page.getByRole('option', { name: 'Enterprise' }).click()
  await expect(users(page).getByText('No users found matching your filters')).toBeVisible()
  await filters(page).getByRole('button', { name: 'Clear Filters' }).click()
  await expect(users(page).getByRole('status')).toHaveText(/^Showing all [\d,]+ users, highest usage first$/)
  await expect(filters(page).getByLabel('Email')).toHaveValue('')
  await filters(page).getByLabel('Email').fill(account.email)
  await filters(page).getByLabel('Email').press('Enter')

  const row = rowOf(page, account.email)
  const organization = row.getByRole('list').getByRole('listitem')
  await expect(row.getByText('Member', { exact: true })).toBeVisible()
  await expect(organization.getByText('Free', { exact: true })).toBeVisible()
  await expect(organization).toContainText('11/100 calls')
  const lead = row.getByRole('button', { name: 'Convert to Lead' })
  await lead.press('Enter')
  await confirmAsAdministrator(page)
  await expect(toast(page, 'Lead Conversion Successful')).toContainText('was created')
  await lead.press('Enter')
  await expect(toast(page, 'Lead Conversion Successful').filter({ hasText: 'was updated' })).toBeVisible()
  await page.route('**/api/admin/convert-to-lead/*', (route) => route.fulfill({ status: 503, json: {} }))
  await lead.press('Enter')
  await expect(toast(page, 'Lead Conversion Failed')).toContainText(
    'Failed to convert user to lead in HubSpot',
  )
  await expect(lead).toHaveText('Convert to Lead')

  const activities = row.getByRole('button', { name: 'Activities' })
  const isActivities = /\/analytics\/users\/\d+\/activities$/
  await page.route(isActivities, (route) => route.fulfill({ status: 503, json: {} }))
  await activities.press('Enter')
  await expect(row.getByText('Failed to load activities')).toBeVisible()
  await expect(row.getByText('Could not load user activities')).toBeVisible()
  await page.unroute(isActivities)
  await row.getByRole('button', { name: 'Retry' }).click()
  await expect(row.getByRole('table').getByRole('row')).toHaveCount(11)
  await expect(row.getByText('Showing 10 of 11 activities')).toBeVisible()
  await expectAccessible(page)
})

test("an administrator changes a user's organization and account", { tag: '@any-width' }, async ({
  page,
  context,
  account,
  fakes,
  allowConsole,
}) => {
  allowConsole(/(403|503) .*\/api\/admin\/organizations\//)
  await account.spend(2)
  await fakes.sql(
    'test',
    `insert into two_factors (user_id, encrypted_secret, enabled_at)
     select id, 'test.unused', now() from users where email = $1`,
    [account.email],
  )
  await becomeAdministrator(context, fakes, await account.colleague('member'))
  await page.goto(`/admin?email=${encodeURIComponent(account.email)}`)
  const row = rowOf(page, account.email)
  const organization = row.getByRole('list').getByRole('listitem')
  const edit = row.getByRole('button', { name: /^Change tier of / })
  await edit.press('Enter')
  const confirm = row.getByRole('button', { name: 'Confirm' })
  await expect(confirm).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(edit).toBeFocused()
  await edit.click()
  await row.getByRole('combobox').click()
  await page.getByRole('option', { name: 'Enterprise' }).click()
  await page.route('**/api/admin/organizations/*', (route) => route.fulfill({ status: 503, json: {} }))
  await confirm.click()
  await expect(toast(page, 'Update failed')).toContainText(
    'Failed to update organization tier. Please try again.',
  )
  await page.unroute('**/api/admin/organizations/*')
  await confirm.click()
  const confirmation = page.getByRole('dialog', { name: "Confirm it's you" })
  await confirmation.getByRole('button', { name: 'Cancel' }).click()
  await expect(organization).toContainText('2/100 calls')
  await confirm.click()
  await confirmAsAdministrator(page)
  await expect(toast(page, 'Organization updated')).toBeVisible()
  await expect(organization).toContainText('2/10,000 calls')
  await expect(edit).toBeFocused()

  await organization.getByRole('button', { name: 'Contract Limit' }).click()
  const contract = page.getByRole('dialog', { name: 'Contract Limit' })
  await contract.getByLabel('Calls per month').fill('100,000,001')
  await contract.getByLabel('Reason').fill('Contract of May')
  await contract.getByRole('button', { name: 'Save' }).click()
  await expect(contract.getByLabel('Calls per month')).toHaveAccessibleDescription(
    'Enter a whole number from 1 to 100,000,000',
  )
  await contract.getByLabel('Calls per month').fill('2,000,000')
  await contract.getByRole('button', { name: 'Save' }).click()
  await expect(organization).toContainText('2/2,000,000 calls (contract)')
  const { width, height } = page.viewportSize() ?? { width: 1440, height: 900 }
  await page.setViewportSize({ width: 360, height })
  // In one line.
  const { height: lineHeight = 0 } = (await organization.getByText('2,000,000 calls').boundingBox()) ?? {}
  expect(lineHeight).toBeLessThan(30)
  await page.setViewportSize({ width, height })

  await organization.getByRole('button', { name: 'Suspend' }).click()
  const suspend = page.getByRole('dialog', { name: 'Suspend Organization' })
  await suspend.getByRole('button', { name: 'Suspend' }).click()
  await expect(suspend.getByLabel('Reason')).toHaveAccessibleDescription(
    'Enter a reason of at least 3 characters',
  )
  await suspend.getByLabel('Reason').fill('Unpaid invoices')
  await suspend.getByRole('button', { name: 'Suspend' }).click()
  await expect(organization).toContainText('Reason: Unpaid invoices')
  await expect(row).toBeFocused()
  await organization.getByRole('button', { name: 'Activate' }).click()
  await expect(organization).not.toContainText('Unpaid invoices')

  await row.getByRole('button', { name: 'Reset Two-Factor' }).press('Enter')
  const reset = page.getByRole('dialog', { name: 'Reset Two-Factor Sign-In' })
  await reset.getByLabel('Reason').fill('Lost phone, checked by video call')
  await reset.getByRole('button', { name: 'Reset Two-Factor' }).click()
  await expect(toast(page, 'Two-factor sign-in reset')).toBeVisible()
  await expect(row.getByRole('button', { name: 'Reset Two-Factor' })).toBeHidden()

  await row.getByRole('button', { name: 'Disable User' }).press('Enter')
  const disable = page.getByRole('dialog', { name: 'Disable User' })
  await disable.getByLabel('Reason').fill('Sold access to others')
  await disable.getByRole('button', { name: 'Disable User' }).click()
  await expect(row).toContainText('Reason: Sold access to others')
  await row.getByRole('button', { name: 'Enable User' }).press('Enter')
  await expect(row.getByRole('button', { name: 'Disable User' })).toBeVisible()

  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Audit Trail' }).click()
  await page.getByLabel('Organization ID').fill(account.organizationId)
  await page.getByLabel('Organization ID').press('Enter')
  await expect(page.getByText(/ (changed|set|removed) the .* for "/)).toHaveCount(4)
  await expectAccessible(page)
})

test('the admin area refuses everyone else, says what failed, and turns pages of users', {
  tag: '@any-width',
}, async ({ page, context, account, fakes, allowConsole }) => {
  allowConsole(/401 .*\/api\/(user|organization)|503 .*\/api\/admin\/analytics\/summary\)/)
  for (const path of ['/admin', '/admin/support']) {
    await page.goto(path)
    await expect(page).toHaveURL('/')
  }
  await expect(page.getByRole('link', { name: 'Support' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Admin Panel' })).toBeHidden()

  const administrator = await account.colleague('member')
  // Ends the dashboard's requests.
  await page.goto('about:blank')
  await context.clearCookies()
  for (const path of ['/admin', '/admin/audit', '/admin/support']) {
    await page.goto(path)
    await expect(page.getByText('Access Denied - Please log in with super admin credentials.')).toBeVisible()
  }
  await expectAccessible(page)

  await becomeAdministrator(context, fakes, administrator)
  const gate = Promise.withResolvers<void>()
  await page.route('**/api/admin/analytics/summary', async (route) => {
    await gate.promise
    await route.fulfill({ status: 503, json: {} })
  })
  await page.goto('/admin')
  await expect(page.getByText('Loading analytics data...')).toBeVisible()
  gate.resolve()
  await expect(page.getByRole('main').getByText('Error Loading Data')).toBeVisible()
  await expect(page.getByText('Failed to load analytics data. Please try again later.')).toBeVisible()
  await expectAccessible(page)
  await page.unroute('**/api/admin/analytics/summary')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('region', { name: 'Total Users' })).toBeVisible()

  const name = account.email.split('@')[0]
  await fakes.sql(
    'test',
    `insert into users (email) select $1 || '-page' || n || '@example.test' from generate_series(1, 51) n`,
    [name],
  )
  await page.goto(`/admin?email=${encodeURIComponent(`${name}-page`)}`)
  const rows = users(page).getByRole('listitem')
  await expect(users(page).getByRole('status')).toHaveText(/^Showing 51 of [\d,]+ users, newest first$/)
  await expect(rows).toHaveCount(50)
  await users(page).getByRole('link', { name: 'Next' }).click()
  await expect(rows).toHaveCount(1)
  await expect(rowOf(page, `${name}-page1@example.test`)).toBeVisible()
  await expect(users(page)).toBeFocused()
  await users(page).getByRole('link', { name: 'First' }).click()
  await expect(rows).toHaveCount(50)
  await expect(rowOf(page, `${name}-page51@example.test`)).toBeVisible()
})
