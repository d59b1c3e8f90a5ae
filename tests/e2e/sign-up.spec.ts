import type { Page } from 'playwright/test'
import { expect, expectAccessible, locationServices, newEmail, test, toast } from './fixtures.ts'
import { openBrowser } from './steps.ts'
import { secretsIn, waitForLink } from './wait-for-link.ts'

const password = 'correct horse battery'

// Chromium logs every response of 400 and above.
const noUser = /401 .*\/api\/(user|organization)/
const heading = (page: Page, name: string) => page.getByRole('heading', { name })

test.beforeEach(({ allowConsole }) => allowConsole(noUser))

async function begin(page: Page, email: string): Promise<void> {
  await page.goto('/auth?page=register')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel(/terms of service/).check()
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(heading(page, 'Check your email')).toBeFocused()
}

async function fillPasswords(page: Page): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(password)
}

const code = (page: Page) => page.getByText(/^\d{3} \d{3}$/)

/** Opens the link of the email, and verifies. */
async function openLink(page: Page, link: string): Promise<void> {
  await page.goto(link)
  await expect(heading(page, 'Verify your email address')).toBeFocused()
  await expect(page).toHaveURL('/verify')
  await page.getByRole('button', { name: 'Verify Email Address' }).click()
}

test('signs up with the keyboard only', async ({ page, context, fakes }) => {
  const email = newEmail()
  const press = (key: string) => page.keyboard.press(key)
  const asked: string[] = []
  await page.route(locationServices, (route) => {
    const { hostname } = new URL(route.request().url())
    asked.push(hostname)
    const country = hostname === 'api.country.is' ? 'DE' : 'not a country'
    return route.fulfill({ json: { country }, headers: { 'access-control-allow-origin': '*' } })
  })
  const dialCode = (name: string) => page.getByRole('combobox', { name: `Country code: ${name}` })
  await page.goto('/auth?page=register')
  await expect(dialCode('Germany +49')).toBeVisible()
  expect(asked).toEqual(['get.geojs.io', 'api.country.is'])
  await page.getByRole('tab', { name: 'Sign Up' }).focus()
  await press('Tab')
  await page.keyboard.type(email)
  await press('Tab')
  await expect(dialCode('Germany')).toBeFocused()
  await page.keyboard.type('44')
  await expect(page.getByRole('option', { name: /United Kingdom/ })).toBeVisible()
  await press('Escape')
  await expect(dialCode('Germany')).toBeFocused()
  await page.keyboard.type('united k')
  await expect(page.getByRole('option')).toHaveText([/United Kingdom/])
  await press('Enter')
  await expect(dialCode('United Kingdom +44')).toBeFocused()
  await press('Tab')
  await page.keyboard.type('2079460018')
  await press('Tab')
  await press('Space')
  await press('Enter')
  await expect(toast(page, 'Verification email sent')).toBeVisible()
  await expect(heading(page, 'Check your email')).toBeFocused()
  await expectAccessible(page)

  const mail = await context.newPage()
  await openLink(mail, await waitForLink(fakes, email, '/verify'))
  await expect(mail.getByLabel('Password', { exact: true })).toBeFocused()
  await mail.close()
  await press('Tab')
  await press('Enter')
  await expect(page.getByText('Your email address is verified.')).toBeVisible()
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expectAccessible(page)
  await page.keyboard.type(password)
  await press('Tab')
  await press('Tab')
  await page.keyboard.type(password)
  await press('Enter')
  await expect(heading(page, 'Registration complete!')).toBeVisible()
  await expect(toast(page, 'Registration successful')).toContainText('Your account has been created')
  await expect(heading(page, 'Dashboard')).toBeVisible()
  await expect(page).toHaveURL('/')
})

test('continues in the first browser with the code of the second', { tag: '@any-width' }, async ({
  page,
  browser,
  fakes,
  allowConsole,
}) => {
  allowConsole(/422 .*\/api\/register\/verify-code\)/)
  const email = newEmail()
  await begin(page, email)
  const { page: second } = await openBrowser(browser)
  await openLink(second, await waitForLink(fakes, email, '/verify'))
  const shown = (await code(second).textContent()) ?? ''
  await second.context().close()

  const field = page.getByLabel('Opened the link on another device? Enter the code it shows.')
  await field.fill('12')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Enter the 6-digit code')).toBeVisible()
  await field.fill(shown === '000 000' ? '000001' : '000000')
  await page.keyboard.press('Enter')
  await expect(page.getByText('This code is wrong or has expired.')).toBeVisible()
  // As pasted with a space before it.
  await field.clear()
  await page.keyboard.insertText(` ${shown}`)
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Choose a password')).toBeVisible()
  await fillPasswords(page)
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(heading(page, 'Dashboard')).toBeVisible()
})

test('continues in the first tab when another tab finishes the sign-up', { tag: '@any-width' }, async ({
  page,
  context,
  fakes,
  allowConsole,
}) => {
  allowConsole(/403 .*\/api\/register\/complete\)/)
  const email = newEmail()
  await begin(page, email)
  const second = await context.newPage()
  await openLink(second, await waitForLink(fakes, email, '/verify'))
  await expect(heading(page, 'Choose a password')).toBeVisible()
  await fillPasswords(second)
  await second.getByRole('button', { name: 'Set Password' }).click()
  await expect(second).toHaveURL('/products')
  await fillPasswords(page)
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(heading(page, 'Dashboard')).toBeVisible()
})

test('needs a click to verify, sends the secret in no URL, and survives a reload', {
  tag: '@any-width',
}, async ({ page, fakes }) => {
  const email = newEmail()
  await begin(page, email)
  const calls: string[] = []
  const urls: string[] = []
  page.on('request', (request) => {
    calls.push(`${request.method()} ${new URL(request.url()).pathname}`)
    if (!request.isNavigationRequest()) urls.push(request.url(), request.headers().referer ?? '')
  })
  const link = await waitForLink(fakes, email, '/verify')
  const token = secretsIn(link).get('token') ?? ''
  await page.goto(link)
  await expect(page.getByText(`Confirm that ${email} is your email address.`)).toBeVisible()
  await expect(page).toHaveURL('/verify')
  await expectAccessible(page)
  await page.reload()
  await expect(heading(page, 'Verify your email address')).toBeVisible()
  expect(calls.filter((call) => call.includes('/api/register/'))).toEqual([])

  await page.getByRole('button', { name: 'Verify Email Address' }).click()
  await expect(heading(page, 'Set your password')).toBeVisible()
  expect(calls.filter((call) => call.includes('/api/register/'))).toEqual(['POST /api/register/verify'])
  expect(urls.filter((url) => url.includes(token))).toEqual([])
  await fillPasswords(page)
  await page.getByRole('button', { name: 'Set Password' }).click()
  await expect(page).toHaveURL('/products')
  await openLink(page, link)
  await expect(heading(page, 'Your account is ready')).toBeFocused()
})
