import type { Page } from 'playwright/test'
import { expect, expectAccessible, test } from './fixtures.ts'

/** Rows, and the tables of countries, are generated alike. axe takes seconds for each hundred. */
const removeRepetitions = (page: Page) =>
  page.evaluate(() => {
    const repeated = 'tbody tr:nth-of-type(n + 6), .table.wide:nth-of-type(n + 11)'
    for (const element of document.querySelectorAll(repeated)) element.remove()
  })

test('opens the reference in a new tab', { tag: '@any-width' }, async ({ page, context, baseURL }) => {
  const answer = await page.request.post('/api/login', {
    data: { email: 'demo@tinproof.test', password: 'demo-password' },
    headers: { origin: baseURL ?? '' },
  })
  expect(answer.status()).toBe(200)
  await page.goto('/')
  const opened = context.waitForEvent('page')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'API Docs' }).click()
  const reference = await opened
  await expect(reference).toHaveURL('/docs/')
  await expect(reference).toHaveTitle('API reference · Tinproof')
  await expect(reference.getByRole('heading', { level: 1, name: 'API reference' })).toBeVisible()
  for (const name of ['Quickstart', 'Responses', 'Registers', 'Codes', 'Errors', 'Limits'])
    await expect(reference.getByRole('heading', { level: 2, name, exact: true })).toBeAttached()
  await page.goto('/support')
  await expect(page.getByRole('main').getByRole('link', { name: 'API Docs' })).toHaveAttribute(
    'href',
    `${baseURL}/docs/`,
  )
})

test('redirects every URL of the reference to one', { tag: '@any-width' }, async ({ page }) => {
  for (const address of ['/docs', '/docs/index.html']) {
    await page.goto(address)
    await expect(page).toHaveURL('/docs/')
  }
})

for (const { path, colorScheme, width } of [
  { path: '/docs/', colorScheme: 'light', width: 360 },
  { path: '/docs/', colorScheme: 'dark', width: 1440 },
  { path: '/docs/countries/', colorScheme: 'light', width: 360 },
] as const) {
  test(`${path} fits ${width} px and is accessible in ${colorScheme}`, { tag: '@any-width' }, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 800 })
    await page.goto(path)
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow).toBe(0)
    await removeRepetitions(page)
    await expectAccessible(page)
  })
}

test('links to sections and error codes', { tag: '@any-width' }, async ({ page }) => {
  await page.goto('/docs/')
  await page
    .getByRole('navigation', { name: 'Contents' })
    .getByRole('link', { name: 'Limits', exact: true })
    .click()
  await expect(page).toHaveURL('/docs/#limits')
  await expect(page.getByRole('heading', { level: 2, name: 'Limits' })).toBeInViewport()
  await page.goto('/docs/#Error.QUOTA_EXCEEDED')
  await expect(page.getByRole('rowheader', { name: 'QUOTA_EXCEEDED' })).toBeInViewport()
})
