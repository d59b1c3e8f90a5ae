import type { Page } from 'playwright/test'
import { PASSWORD as password } from '#tests/dev/create-account.ts'
import { test as base, newUser } from './account-fixture.ts'
import { expect, expectAccessible, newEmail, toast } from './fixtures.ts'
import { choosePassword, openBrowser, verifyEmail } from './steps.ts'
import { waitForLink } from './wait-for-link.ts'

type Invitations = {
  /** Invites an email and returns the link. Signs the browser out. */
  invite: (email: string) => Promise<string>
}

const test = base.extend<Invitations>({
  invite: async ({ account, fakes, context }, use) => {
    await context.clearCookies()
    await use(async (email) => {
      const { organizationId } = account
      const sent = await account.post('/api/organization/invite', { email, role: 'manager', organizationId })
      expect(sent.status).toBe(201)
      return await waitForLink(fakes, email, '/auth')
    })
  },
})

test.beforeEach(({ allowConsole }) => allowConsole(/401 .*\/api\/(user|organization)/))

async function expectJoined(page: Page, organizationId: string): Promise<void> {
  await expect(toast(page, 'Invitation accepted')).toContainText('as a manager')
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  const selected = await page.evaluate(() => localStorage.getItem('selectedOrganizationId'))
  expect(selected).toBe(organizationId)
}

test('joins with a new account', async ({ page, account, invite, fakes }) => {
  const email = newEmail()
  await page.goto(await invite(email))
  await expect(page.getByText(/^You're invited to join .* as a manager$/)).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expect(page.getByLabel('Email')).not.toBeEditable()
  await expectAccessible(page)
  await page.getByLabel(/terms of service/).check()
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await verifyEmail(page, fakes, email)
  await choosePassword(page, password)
  await expectJoined(page, account.organizationId)
  await expect(page.getByRole('combobox', { name: /organization/i })).toHaveCount(0)
})

test('joins when the sign-up is finished in another browser', { tag: '@any-width' }, async ({
  page,
  browser,
  account,
  invite,
  fakes,
}) => {
  const email = newEmail()
  await page.goto(await invite(email))
  await expect(page).toHaveURL('/auth')
  await page.reload()
  await page.getByLabel(/terms of service/).check()
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  const { page: phone } = await openBrowser(browser)
  await phone.goto(await waitForLink(fakes, email, '/verify'))
  await phone.getByRole('button', { name: 'Verify Email Address' }).click()
  await expect(phone.getByText(/^\d{3} \d{3}$/)).toBeVisible()
  await expectAccessible(phone)
  await choosePassword(phone, password)
  await expect(phone).toHaveURL('/products')
  const organizations = await (await phone.request.get('/api/user/organizations')).json()
  expect(organizations).toMatchObject([{ id: account.organizationId, role: 'manager' }])
  await phone.context().close()

  // The first browser polls every 5 seconds.
  await expect(page.getByRole('heading', { name: 'Your account is ready' })).toBeFocused()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Sign In' }).last().click()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expectJoined(page, account.organizationId)
})

test('joins after signing in with Google', { tag: '@any-width' }, async ({ page, account, invite }) => {
  const email = newEmail()
  await page.goto(await invite(email))
  await page.getByRole('link', { name: 'Continue with Google' }).click()
  await page.getByLabel('Email address').fill(email)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expectJoined(page, account.organizationId)
})

test('refuses an invitation to another email, and lets its owner sign in and join', {
  tag: '@any-width',
}, async ({ page, context, account, invite, allowConsole }) => {
  allowConsole(/403 .*\/api\/invitations\/accept\)/)
  const [{ email }, other] = [await newUser(), await newUser()]
  const link = await invite(email)
  await other.signIn(context)
  await page.goto(link)
  await expect(page.getByText('This invitation is for another email address.')).toContainText(other.email)
  await expect(page.getByRole('banner').getByRole('link', { name: 'Dashboard' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Sign In with Another Account' }).click()
  await expect(page.getByText(/^You're invited to join .* as a manager$/)).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Sign In' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expectJoined(page, account.organizationId)
})
