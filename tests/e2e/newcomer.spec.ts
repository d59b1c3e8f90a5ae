import { tinField } from './dashboard-page.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { choosePassword, statusOfCall, verifyEmail } from './steps.ts'

test('a stranger gets a result and a call on the first page, signs up from the docs, and makes a call along the checklist', {
  tag: ['@any-width', '@core'],
}, async ({ page, baseURL, fakes }) => {
  const email = `grace.${crypto.randomUUID()}@example.test`
  const about = page.getByRole('region', { name: 'About Tinproof' })
  const { promise: codeArrives, resolve: sendCode } = Promise.withResolvers<void>()
  await page.route('**/*.js', async (route) => {
    await codeArrives
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  const example = about.getByRole('button', { name: 'Different name' })
  await expect(example).toBeDisabled()
  sendCode()
  // One interaction to a result, and two more to a call.
  await example.click()
  await expect(about).toContainText('VIES: Imaginary Bakery Ltd')
  await about.getByRole('tab', { name: 'curl' }).click()
  await expect(about.locator('pre')).toContainText(/Bearer tp_test_\w+\./)
  const sandboxToken = /tp_test_[\w.-]+/.exec((await about.locator('pre').textContent()) ?? '')?.[0] ?? ''
  expect(await statusOfCall(sandboxToken)).toBe(200)
  await about.getByLabel('Try any tax ID').fill('DE136695976')
  await page.keyboard.press('Enter')
  await expect(about).toContainText('Format only. Sign up to ask the register.')
  await expectAccessible(page)

  await page.goto('/docs/')
  await page.getByRole('link', { name: 'Create an account' }).click()

  await page.getByLabel('Email').fill(email)
  await page.getByLabel(/terms of service/).check()
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await verifyEmail(page, fakes, email)
  await choosePassword(page, 'correct horse battery')

  const naming = page.getByRole('region', { name: 'Name your organization' })
  await expect(naming).toBeVisible()
  await expectAccessible(page)
  await naming.getByLabel('Organization name').fill('Hopper Compilers')
  await naming.getByRole('button', { name: 'Save Name' }).click()
  await expect(page.getByRole('main')).toBeFocused()

  const checklist = page.getByRole('region', { name: 'Get started' })
  const step = (title: string) => checklist.getByRole('listitem').filter({ hasText: title })
  await expect(checklist).toContainText('0 of 4 done')
  await checklist.getByRole('button', { name: 'Enter a Number' }).click()
  await expect(tinField(page)).toBeFocused()
  await expect(tinField(page)).toHaveValue('DE136695976')
  await expect(page.getByRole('combobox', { name: 'Country' })).toContainText('Germany')
  await page.getByRole('button', { name: 'Validate', exact: true }).click()
  await expect(step('Validate a tax ID')).toContainText('(done)')

  await checklist.getByRole('button', { name: 'New Token' }).click()
  await page.getByLabel('Token name').fill('Checkout server')
  await page.getByRole('button', { name: 'Create Token' }).click()
  const token = await page.getByRole('textbox', { name: 'API token' }).inputValue()
  await page.getByRole('button', { name: "I've Saved My Token" }).click()
  await expect(step('Create an API token')).toContainText('(done)')
  await expect(checklist).toContainText('Waiting for your first API call...')
  await expect(checklist.locator('pre')).toContainText(
    `curl ${new URL(baseURL ?? '').origin}/api/tinproof/validate`,
  )
  await expect(checklist).not.toContainText(token)
  await expectAccessible(page)

  expect(await statusOfCall(token)).toBe(200)
  // The open dashboard notices the call without a click.
  await expect(page.getByText('Your first API call arrived')).toBeVisible()
  await expect(checklist).toContainText('"Checkout server" called the API')
  await expect(checklist).toContainText('3 of 4 done')
  await expectAccessible(page)

  await checklist.getByRole('link', { name: 'Go to Your Team' }).click()
  await page.getByRole('button', { name: 'Invite User' }).click()
  await page.getByRole('dialog').getByLabel('Email').fill(`ada.${crypto.randomUUID()}@example.test`)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Send|^Invite/ })
    .click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
  await expect(tinField(page)).toBeVisible()
  // Complete, so it doesn't come back.
  await expect(checklist).toBeHidden()
  await page.reload()
  await expect(tinField(page)).toBeVisible()
  await expect(checklist).toBeHidden()
})
