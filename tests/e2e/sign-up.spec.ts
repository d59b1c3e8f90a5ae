import type { Browser, Page } from 'playwright/test'
import { expect, expectAccessible, locationServices, test } from './fixtures.ts'
import { waitForLink } from './wait-for-link.ts'

const password = 'correct horse battery'
const newEmail = () => `e2e.${crypto.randomUUID()}@example.test`

// Chromium logs every response of 400 and above.
const noUser = /401 .*\/api\/(user|organization)/
const toast = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title })
const heading = (page: Page, name: string) => page.getByRole('heading', { name })

test.beforeEach(({ allowConsole }) => allowConsole(noUser))

async function begin(page: Page, email: string, phone = ''): Promise<void> {
  await page.goto('/auth?page=register')
  await page.getByLabel('Email').fill(email)
  if (phone !== '') await page.getByLabel(/^Phone/).fill(phone)
  await page.getByLabel(/terms of service/).check()
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(heading(page, 'Check your email')).toBeFocused()
}

async function fillPasswords(page: Page, again = password): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(again)
}

const code = (page: Page) => page.getByText(/^\d{3} \d{3}$/)

/** Opens the link of the email, and verifies. */
async function openLink(page: Page, link: string): Promise<void> {
  await page.goto(link)
  await expect(heading(page, 'Verify your email address')).toBeFocused()
  await expect(page).toHaveURL('/verify')
  await page.getByRole('button', { name: 'Verify Email Address' }).click()
}

async function otherBrowser(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    baseURL: process.env.TINPROOF_URL ?? '',
    reducedMotion: 'reduce',
  })
  return await context.newPage()
}

const opened = { verified: true, organization: null, finished: false, code: null }

const answer = (page: Page, path: string, status: number, json: object) =>
  page.route(
    (url) => url.pathname === path,
    (route) => route.fulfill({ status, json }),
  )

test('signs up through the mailbox and validates a tax ID', { tag: '@core' }, async ({
  page,
  context,
  fakes,
}) => {
  const email = newEmail()
  await begin(page, email, '(201) 555-0123')
  await expect(toast(page, 'Verification email sent')).toBeVisible()
  await expectAccessible(page)

  const mail = await context.newPage()
  await openLink(mail, await waitForLink(fakes, email, '/verify'))
  await expect(heading(mail, 'Set your password')).toBeVisible()
  await expect(code(mail)).toBeHidden()
  await mail.close()

  await page.getByRole('button', { name: "I've verified my email" }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Email verified' })).toBeVisible()
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expectAccessible(page)
  await fillPasswords(page)
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Registration complete!')).toBeVisible()
  await expect(toast(page, 'Registration successful')).toContainText('Your account has been created')
  await expect(heading(page, 'Dashboard')).toBeVisible()
  await expect(page).toHaveURL('/')

  await page.getByRole('button', { name: 'Load Random Tax ID' }).click()
  await page.getByRole('button', { name: 'Validate', exact: true }).click()
  await expect(page.getByRole('tab', { name: 'JSON View' })).toBeVisible()
})

test('signs up with the keyboard only', { tag: '@any-width' }, async ({ page, context, fakes }) => {
  const email = newEmail()
  const press = (key: string) => page.keyboard.press(key)
  await page.goto('/auth?page=register')
  await expect(page.getByRole('combobox')).toBeVisible()
  await page.getByRole('tab', { name: 'Sign Up' }).focus()
  await press('Tab')
  await page.keyboard.type(email)
  await press('Tab')
  await expect(page.getByRole('combobox')).toBeFocused()
  await press('Tab')
  await page.keyboard.type('2015550123')
  await press('Tab')
  await press('Space')
  await press('Enter')
  await expect(heading(page, 'Check your email')).toBeFocused()

  const mail = await context.newPage()
  await openLink(mail, await waitForLink(fakes, email, '/verify'))
  await expect(mail.getByLabel('Password', { exact: true })).toBeFocused()
  await mail.close()
  await press('Tab')
  await press('Enter')
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await page.keyboard.type(password)
  await press('Tab')
  await press('Tab')
  await page.keyboard.type(password)
  await press('Enter')
  await expect(heading(page, 'Dashboard')).toBeVisible()
})

test('signs up on /verify in a second browser, and the first one says so', { tag: '@any-width' }, async ({
  page,
  browser,
  fakes,
}) => {
  const email = newEmail()
  await begin(page, email)
  const second = await otherBrowser(browser)
  await openLink(second, await waitForLink(fakes, email, '/verify'))
  await expect(heading(second, 'Set your password')).toBeVisible()
  await expect(code(second)).toBeVisible()
  await expectAccessible(second)

  await fillPasswords(second)
  await second.getByRole('button', { name: 'Set Password' }).click()
  await expect(heading(second, 'Registration complete!')).toBeFocused()
  await expect(second).toHaveURL('/products')
  await expect(second.getByRole('button', { name: 'Account menu' })).toBeVisible()
  await second.context().close()

  // The first browser polls every 5 seconds.
  await expect(heading(page, 'Your account is ready')).toBeFocused()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Sign In' }).last().click()
  await expect(page.getByRole('tab', { name: 'Sign In' })).toHaveAttribute('aria-selected', 'true')
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
  const second = await otherBrowser(browser)
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
  await field.fill(shown)
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
  await page.getByRole('button', { name: "I've verified my email" }).click()
  await expect(heading(page, 'Choose a password')).toBeVisible()
  await fillPasswords(second)
  await second.getByRole('button', { name: 'Set Password' }).click()
  await expect(second).toHaveURL('/products')
  await fillPasswords(page)
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(heading(page, 'Dashboard')).toBeVisible()
})

test('needs a click to verify, and survives a reload', { tag: '@any-width' }, async ({ page, fakes }) => {
  const email = newEmail()
  await begin(page, email)
  const calls: string[] = []
  page.on('request', (request) => calls.push(`${request.method()} ${new URL(request.url()).pathname}`))
  const link = await waitForLink(fakes, email, '/verify')
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
  await fillPasswords(page)
  await page.getByRole('button', { name: 'Set Password' }).click()
  await expect(page).toHaveURL('/products')
  await openLink(page, link)
  await expect(heading(page, 'Your account is ready')).toBeFocused()
})

test('sends the secret of a link in no URL', { tag: '@any-width' }, async ({ page, fakes }) => {
  const email = newEmail()
  await begin(page, email)
  const link = await waitForLink(fakes, email, '/verify')
  const token = new URL(link, 'http://localhost').searchParams.get('token') ?? ''
  const urls: string[] = []
  page.on('request', (request) => {
    if (!request.isNavigationRequest()) urls.push(request.url(), request.headers().referer ?? '')
  })
  await openLink(page, link)
  await expect(heading(page, 'Set your password')).toBeVisible()
  expect(urls.filter((url) => url.includes(token))).toEqual([])
})

test('welcomes back a user who has not set a password', { tag: '@any-width' }, async ({ page }) => {
  const email = newEmail()
  await begin(page, email)
  await page.getByRole('button', { name: 'Use a different email' }).click()
  await expect(page.getByLabel('Email')).toBeFocused()
  await expect(page.getByLabel('Email')).toHaveValue('')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel(/terms of service/).check()
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(toast(page, 'Welcome back!')).toBeVisible()
})

test('sends the email again', { tag: '@any-width' }, async ({ page, fakes }) => {
  const email = newEmail()
  await begin(page, email)
  await page.getByRole('button', { name: 'send it again' }).click()
  await expect.poll(async () => (await fakes.mailbox(email)).length, { intervals: [100] }).toBe(2)
  await expect(toast(page, 'Verification email sent')).toHaveCount(2)
  await expect(heading(page, 'Check your email')).toBeVisible()
})

test('starts the sign-up again after switching tabs', { tag: '@any-width' }, async ({ page }) => {
  await begin(page, newEmail())
  await page.getByRole('tab', { name: 'Sign In' }).click()
  await page.getByRole('tab', { name: 'Sign Up' }).click()
  await expect(page.getByLabel('Email')).toHaveValue('')
  await expect(page.getByRole('button', { name: 'Continue', exact: true })).toBeVisible()
})

test('shows when the email is not verified yet and when the check failed', {
  tag: '@any-width',
}, async ({ page, allowConsole }) => {
  allowConsole(/503 .*verification-status/)
  allowConsole(/status of 503 .*verification-status/)
  await begin(page, newEmail())
  const check = page.getByRole('button', { name: "I've verified my email" })
  await check.click()
  await expect(page.getByRole('alert').filter({ hasText: 'Not verified yet' })).toBeVisible()
  await answer(page, '/api/register/verification-status', 503, { message: 'Try again in a moment.' })
  await check.click()
  await expect(page.getByRole('alert').filter({ hasText: 'Verification check failed' })).toContainText(
    'Try again in a moment.',
  )
})

test('requires an email, a valid phone number and consent', async ({ page }) => {
  await page.goto('/auth?page=register')
  const send = page.getByRole('button', { name: 'Continue', exact: true })
  await page.getByLabel('Email').fill('not an address')
  await page.getByLabel(/^Phone/).fill('12-3')
  await send.click()
  await expect(page.getByText('Please enter a valid email address')).toBeVisible()
  await expect(page.getByText('Please enter a valid phone number')).toBeVisible()
  await expect(page.getByText('Accept the terms and the privacy policy')).toBeVisible()
  await expect(page.getByLabel('Email')).toBeFocused()
  await expect(page.getByLabel(/^Phone/)).toHaveAccessibleDescription('Please enter a valid phone number')
  await expectAccessible(page)
  await page.getByLabel(/^Phone/).fill('')
  await expect(page.getByText('Please enter a valid phone number')).toBeHidden()
})

test('requires 8 characters and a matching confirmation', { tag: '@any-width' }, async ({ page, fakes }) => {
  const email = newEmail()
  await begin(page, email)
  await openLink(page, await waitForLink(fakes, email, '/verify'))
  const set = page.getByRole('button', { name: 'Set Password' })
  await page.getByLabel('Password', { exact: true }).fill('short')
  await set.click()
  await expect(page.getByText('Password must be at least 8 characters', { exact: true })).toBeVisible()
  await fillPasswords(page, 'another password')
  await set.click()
  await expect(page.getByText("Passwords don't match")).toBeVisible()
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('autocomplete', 'new-password')
  await expect(page.getByLabel('Confirm password')).toHaveAttribute('autocomplete', 'new-password')
  await expect(page.getByLabel('Email')).toHaveAttribute('autocomplete', 'username')
})

test('detects the dial code, with a second service as a fallback, until one is picked', {
  tag: '@any-width',
}, async ({ page }) => {
  const asked: string[] = []
  await page.route(locationServices, (route) => {
    const { hostname } = new URL(route.request().url())
    asked.push(hostname)
    const country = hostname === 'api.country.is' ? 'DE' : 'not a country'
    return route.fulfill({ json: { country }, headers: { 'access-control-allow-origin': '*' } })
  })
  await page.goto('/auth?page=register')
  await expect(page.getByRole('combobox', { name: 'Country code: Germany +49' })).toBeVisible()
  expect(asked).toEqual(['get.geojs.io', 'api.country.is'])

  await page.getByRole('combobox').focus()
  await page.keyboard.type('44')
  await expect(page.getByRole('option', { name: /United Kingdom/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('combobox', { name: /^Country code/ })).toBeFocused()
  await page.keyboard.type('u')
  await expect(page.getByRole('combobox', { name: /Search/ })).toBeFocused()
  await page.keyboard.type('nited k')
  await expect(page.getByRole('option')).toHaveText([/United Kingdom/])
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Country code: United Kingdom +44' })).toBeFocused()
})

test('uses the dial code +1 when detection fails', { tag: '@any-width' }, async ({ page }) => {
  await page.goto('/auth?page=register')
  await expect(page.getByRole('combobox', { name: 'Country code: United States +1' })).toBeVisible()
  const sent = page.waitForRequest((request) => request.url().endsWith('/api/register/init'))
  await begin(page, newEmail(), '(201) 555-0123')
  expect((await sent).postDataJSON()).toMatchObject({ phoneNumber: '+12015550123' })
})

test('loads reCAPTCHA at the first input and runs it on submit', {
  tag: '@any-width',
}, async ({ page }) => {
  let fetched = 0
  await page.route(/\/api\/settings$/, async (route) => {
    const settings = await (await route.fetch()).json()
    await route.fulfill({ json: { ...settings, recaptchaSiteKey: 'site-key' } })
  })
  await page.route('https://www.google.com/recaptcha/api.js?render=site-key', (route) => {
    fetched += 1
    const body = `window.grecaptcha = {
      ready: (then) => then(),
      execute: async (key, { action }) => key + ' for ' + action,
    }`
    return route.fulfill({ contentType: 'text/javascript', body })
  })
  await page.goto('/auth?page=register')
  await expect(page.getByText('Protected by reCAPTCHA')).toBeVisible()
  expect(fetched).toBe(0)
  const sent = page.waitForRequest((request) => request.url().endsWith('/api/register/init'))
  await answer(page, '/api/register/init', 200, { isReturning: false })
  await page.getByLabel('Email').fill(newEmail())
  await page.getByLabel(/terms of service/).check()
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  expect((await sent).postDataJSON()).toMatchObject({ recaptchaToken: 'site-key for signup' })
  expect(fetched).toBe(1)
})

test('shows why the server refused a sign-up', { tag: '@any-width' }, async ({ page, allowConsole }) => {
  allowConsole(/429 .*\/api\/register\/init\)/)
  await answer(page, '/api/register/init', 429, { message: 'Too many requests.', code: 'RATE_LIMITED' })
  await page.goto('/auth?page=register')
  await page.getByLabel('Email').fill(newEmail())
  await page.getByLabel(/terms of service/).check()
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Registration failed' })).toContainText(
    'Too many requests.',
  )
})

test('explains a verification link that is incomplete, refused or unanswered', { tag: '@any-width' }, async ({
  page,
  allowConsole,
}) => {
  allowConsole(/503 .*\/api\/register\/verify\)/)
  await page.goto('/verify?email=a@example.test')
  await expect(
    page.getByText('Invalid verification link. Please check your email for a valid link.'),
  ).toBeVisible()
  await expectAccessible(page)
  await openLink(page, '/verify?email=a@example.test&token=nothing')
  await expect(page.getByText('Verification failed. The link may have expired or is invalid.')).toBeVisible()

  const path = '/api/register/verify'
  await answer(page, path, 503, { message: 'Later.' })
  await openLink(page, '/verify?email=a@example.test&token=nothing')
  await expect(page.getByText('An error occurred during verification. Please try again.')).toBeVisible()
  await answer(page, path, 200, opened)
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
})

test('shows that a password could not be set', { tag: '@any-width' }, async ({ page, allowConsole }) => {
  allowConsole(/500 .*\/api\/register\/complete\)/)
  await answer(page, '/api/register/verify', 200, opened)
  await answer(page, '/api/register/complete', 500, { message: 'Something went wrong on our side.' })
  await openLink(page, '/verify?email=a@example.test&token=anything')
  await fillPasswords(page)
  await page.getByRole('button', { name: 'Set Password' }).click()
  await expect(
    page.getByRole('alert').filter({ hasText: 'Failed to set password. Please try again.' }),
  ).toContainText('on our side')
})
