import type { Page } from 'playwright/test'
import type { FakesClient } from '#tests/fakes/client.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { signUpThroughApi } from './sign-up-through-api.ts'

const noUser = /401 .*\/api\/(user|organization)/

/** Signs in with the seeded account, for tests that change nothing. */
async function signedIn(page: Page, baseURL: string | undefined): Promise<void> {
  const answer = await page.request.post('/api/login', {
    data: { email: 'demo@tinproof.test', password: 'demo-password' },
    headers: { origin: baseURL ?? '' },
  })
  expect(answer.status()).toBe(200)
}

/** Signs in with a new account and returns its email. */
async function newAccount(page: Page, fakes: FakesClient): Promise<string> {
  const email = `grace.${crypto.randomUUID()}@example.test`
  await signUpThroughApi(page.request, fakes, { email, password: 'correct horse battery' })
  return email
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 768

async function openMenu(page: Page): Promise<void> {
  if (isPhone(page)) await page.getByRole('button', { name: 'Open menu' }).click()
}

const widths = [360, 768, 820, 1024, 1440]

/** One page load: the window is resized and its color scheme switched. */
async function expectScreenFits(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText(/^Loading/)).toHaveCount(0)
  for (const [colorScheme, sizes] of [
    ['light', widths],
    ['dark', widths.toReversed()],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    for (const width of sizes) {
      await page.setViewportSize({ width, height: 800 })
      const isTooWide = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
      await expect.poll(isTooWide, `${path} scrolls sideways at ${width} px`).toBe(false)
    }
    await expectAccessible(page)
  }
}

test.describe('signed out', () => {
  test.beforeEach(({ allowConsole }) => allowConsole(noUser))

  test('shows Not Found with a link back for any other URL', { tag: '@any-width' }, async ({ page }) => {
    await page.goto('/tokens')
    await expect(heading(page, '404 Page Not Found')).toBeVisible()
    await expect(page).toHaveTitle('404 Page Not Found · Tinproof')
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Back to Sign In' }).click()
    await expect(page).toHaveURL('/auth')
  })

  test('redirects / to /auth, which links to the plans, and a plan back to signing in', async ({ page }) => {
    await page.goto('/')
    await expect(page).toHaveURL('/auth')
    await page.getByRole('link', { name: 'Products' }).click()
    await expect(heading(page, 'Pricing Plans')).toBeVisible()
    await expect(page.getByText('$149')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Sign In Required' }).first().click()
    await expect(page).toHaveURL('/auth')
    await page.getByRole('link', { name: 'Products' }).click()
    await page.getByRole('link', { name: 'Sign In', exact: true }).click()
    await expect(page).toHaveURL('/auth')
  })

  test('is accessible and fits every width on every screen', { tag: '@any-width' }, async ({ page }) => {
    test.slow()
    for (const path of ['/auth', '/auth?page=register', '/products', '/status', '/terms', '/privacy'])
      await expectScreenFits(page, path)
  })

  test('answers 404 for an unknown path, with a page that leads back', { tag: '@any-width' }, async ({
    page,
    allowConsole,
  }) => {
    allowConsole(/404 .*\/no-such-/)
    const missing = await page.goto('/no-such-page')
    expect(missing?.status()).toBe(404)
    await page.getByRole('link', { name: 'Back to Sign In' }).click()
    await expect(page).toHaveURL('/auth')
    for (const path of ['/no-such-image.png', '/assets/no-such-script.js', '/favicon.ico'])
      expect((await page.request.get(path)).status()).toBe(404)
    for (const path of [
      '/robots.txt',
      '/sitemap.xml',
      '/site.webmanifest',
      '/og.png',
      '/terms',
      '/privacy',
      '/tokens',
    ])
      expect((await page.request.get(path)).status()).toBe(200)
  })

  test('shows that the product is down, and retries', { tag: ['@any-width', '@core'] }, async ({
    page,
    allowConsole,
  }) => {
    allowConsole(/503 .*\/api\/user\)/)
    await page.route('**/api/user', (route) => route.fulfill({ status: 503, body: '' }), { times: 1 })
    await page.goto('/auth')
    await expect(page.getByText("Tinproof isn't responding")).toBeVisible()
    await expect(page.getByRole('link', { name: 'Check the status page' })).toBeVisible()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('heading', { name: 'Sign in to Tinproof' })).toBeVisible()
  })
})

test.describe('signed in', () => {
  const screens = [
    { link: 'Activity', path: '/activity', title: 'Activity' },
    { link: 'Billing', path: '/organization#billing', title: 'Organization' },
    { link: 'Pricing Plans', path: '/products', title: 'Pricing Plans' },
    { link: 'Registers', path: '/registers', title: 'Registers' },
    { link: 'Organization', path: '/organization', title: 'Organization' },
    { link: 'API Tokens', path: '/tokens', title: 'API Tokens' },
    { link: 'Support', path: '/support', title: 'Support' },
    { link: 'Dashboard', path: '/', title: 'Dashboard' },
  ] as const

  test('links to every screen in the sidebar and marks the current one', { tag: '@core' }, async ({
    page,
    baseURL,
  }) => {
    await signedIn(page, baseURL)
    await page.goto('/')
    for (const { link, path, title } of screens) {
      await openMenu(page)
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: link }).click()
      await expect(page).toHaveURL(path)
      await expect(heading(page, title)).toBeFocused()
      await expect(page).toHaveTitle(`${title} · Tinproof`)
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await openMenu(page)
      await expect(page.getByRole('link', { name: link, exact: true })).toHaveAttribute(
        'aria-current',
        'page',
      )
      await page.keyboard.press('Escape')
    }
  })

  test('turns the sidebar below 768 px into a drawer that Escape closes', async ({ page, baseURL }) => {
    await page.setViewportSize({ width: 767, height: 800 })
    await signedIn(page, baseURL)
    await page.goto('/')
    const open = page.getByRole('button', { name: 'Open menu' })
    await open.click()
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(open).toBeFocused()
    await page.setViewportSize({ width: 768, height: 800 })
    await expect(open).toBeHidden()
    await expect(page.getByRole('link', { name: 'API Tokens', exact: true })).toBeVisible()
  })

  test('searches, takes shortcuts and switches the theme', { tag: '@any-width' }, async ({
    page,
    baseURL,
  }) => {
    await signedIn(page, baseURL)
    await page.emulateMedia({ colorScheme: 'light' })
    await page.goto('/support')
    await expect(heading(page, 'Support')).toBeVisible()
    const palette = page.getByRole('dialog', { name: 'Search' })
    const search = palette.getByRole('combobox')

    await page.getByLabel('Subject').press('Control+k')
    await page.getByLabel('Subject').press('/')
    await expect(page.getByLabel('Subject')).toHaveValue('/')
    await expect(palette).toHaveCount(0)

    await heading(page, 'Support').focus()
    await page.keyboard.press('Control+k')
    await expect(search).toBeFocused()
    await expect(palette.getByRole('option', { name: 'Create API Token' })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('?')
    await expect(search).toHaveValue('?')
    await expect(palette.getByText('Nothing matches')).toBeVisible()
    await page.keyboard.press('Control+k')
    await expect(palette).toHaveCount(0)
    await expect(heading(page, 'Support')).toBeFocused()

    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard Shortcuts' })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)

    await openMenu(page)
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(search).toBeFocused()
    await search.fill('create api')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/tokens')
    await expect(page.getByRole('dialog', { name: 'Create New API Token' })).toBeVisible()
    await page.reload()
    await expect(heading(page, 'API Tokens')).toBeVisible()
    await expect(page.getByText(/^Loading/)).toHaveCount(0)
    await expect(page.getByRole('dialog')).toHaveCount(0)

    await page.keyboard.press('/')
    await expect(page).toHaveURL('/')
    await expect(page.getByLabel('Tax ID (TIN)')).toBeFocused()
    await heading(page, 'Dashboard').focus()
    await page.keyboard.press('Control+k')
    await search.fill('belg')
    await palette.getByRole('option', { name: 'Validate a tax ID from Belgium' }).click()
    await expect(page.getByLabel('Country')).toHaveText('BE - Belgium')
    await expect(page.getByLabel('Tax ID (TIN)')).toBeFocused()

    const canvas = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    const light = await canvas()
    const avatar = page.getByRole('navigation', { name: 'Account' }).getByRole('button')
    await avatar.click()
    await expect(page.getByRole('menuitemradio', { name: 'System' })).toBeChecked()
    await page.getByRole('menuitemradio', { name: 'Dark' }).click()
    await expectAccessible(page)
    const dark = await canvas()
    expect(dark).not.toBe(light)
    await page.goto('/docs/')
    expect(await canvas()).toBe(dark)
    await page.goto('/support')
    await expect(heading(page, 'Support')).toBeVisible()
    expect(await canvas()).toBe(dark)
    await avatar.click()
    await page.getByRole('menuitemradio', { name: 'System' }).click()
    expect(await canvas()).toBe(light)
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await canvas()).toBe(dark)
  })

  test('shows initials in the avatar and links to the profile', { tag: '@any-width' }, async ({
    page,
    fakes,
  }) => {
    const email = await newAccount(page, fakes)
    await page.goto('/')
    const avatar = page.getByRole('button', { name: 'Account menu' })
    await expect(avatar).toHaveText(/^G[0-9A-F]$/)
    await avatar.click()
    await expect(page.getByText(email)).toBeVisible()
    await page.getByRole('menuitem', { name: 'Profile & Settings' }).click()
    await expect(page).toHaveURL('/profile')
    await expect(page.getByRole('definition').filter({ hasText: email })).toBeVisible()
    await expect(page.getByText('Member', { exact: true })).toBeVisible()
  })

  test('signs out from the sidebar', { tag: '@core' }, async ({ page, baseURL, allowConsole }) => {
    // Also for what the screen was still reading.
    allowConsole(/401 .*\/api\//)
    await signedIn(page, baseURL)
    await page.goto('/organization')
    await expect(page.getByText(/left\. Resets on/)).toBeVisible()
    await openMenu(page)
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await expect(page.getByText('Logged out', { exact: true })).toBeVisible()
    await expect(page).toHaveURL('/auth')
    await page.goto('/organization')
    await expect(heading(page, '404 Page Not Found')).toBeVisible()
  })

  test('shows why signing out failed', { tag: '@any-width' }, async ({ page, baseURL, allowConsole }) => {
    allowConsole(/500 .*\/api\/logout\)/)
    await signedIn(page, baseURL)
    await page.route('**/api/logout', (route) =>
      route.fulfill({ status: 500, json: { message: 'Something went wrong on our side. Try again.' } }),
    )
    await page.goto('/')
    await openMenu(page)
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await expect(page.getByText('Logout failed')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible()
  })

  test('shows Not Found for an unknown URL, and the skip link on the first Tab', async ({
    page,
    baseURL,
    allowConsole,
  }) => {
    allowConsole(/404 .*\/no\/such\/page/)
    await signedIn(page, baseURL)
    await page.goto('/no/such/page')
    await expect(heading(page, '404 Page Not Found')).toBeVisible()
    await page.getByRole('link', { name: 'Back to Dashboard' }).click()
    await expect(heading(page, 'Dashboard')).toBeVisible()
    await page.reload()
    await expect(heading(page, 'Dashboard')).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
  })

  test('shows why the organization failed to load, and retries', { tag: '@any-width' }, async ({
    page,
    baseURL,
    allowConsole,
  }) => {
    allowConsole(/500 .*\/api\/organization/)
    await signedIn(page, baseURL)
    const broken = { status: 500, json: { message: 'Something went wrong on our side. Try again.' } }
    await page.route('**/api/organization?*', (route) => route.fulfill(broken), { times: 1 })
    await page.goto('/organization')
    await expect(page.getByText('Failed to fetch organization')).toBeVisible()
    await expect(page.getByText('Something went wrong on our side. Try again.')).toBeVisible()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('heading', { name: 'Organization Settings' })).toBeVisible()
  })

  test('shows settings, usage, and the switcher only for several organizations', async ({
    page,
    fakes,
    allowConsole,
  }) => {
    allowConsole(/404 .*\/api\/subscription\?organizationId=org_second\)/)
    await newAccount(page, fakes)
    const own = await (await page.request.get('/api/user/organizations')).json()
    const second = {
      ...own[0],
      id: 'org_second',
      name: 'Second Company',
      status: 'SUSPENDED',
      role: 'member',
    }
    const quota = { monthlyLimit: 100, usedCount: 90, resetDate: '2030-01-01T00:00:00.000Z' }

    await page.goto('/organization')
    await expect(page.getByRole('heading', { name: 'Organization Settings' })).toBeVisible()
    await expect(page.getByText('0 of 100 used')).toBeVisible()
    await expect(page.getByRole('progressbar', { name: 'Monthly quota used' })).toBeVisible()
    const switcher = page.getByRole('button', { name: /Organization:/ })
    await expect(switcher).toHaveCount(0)

    await page.route('**/api/user/organizations', (route) => route.fulfill({ json: [...own, second] }))
    await page.route('**/api/organization?organizationId=org_second', (route) =>
      route.fulfill({ json: { ...second, quota } }),
    )
    for (const list of ['organization/members', 'projects'])
      await page.route(`**/api/${list}?organizationId=org_second`, (route) => route.fulfill({ json: [] }))
    await page.reload()
    await switcher.click()
    const option = page.getByRole('menuitemradio', { name: /Second Company/ })
    await expect(option).toContainText('Suspended')
    await expect(option).toContainText('Member')
    await expect(option).toContainText('Free')
    await expectAccessible(page)
    await option.click()
    await expect(page.getByText('90 of 100 used')).toBeVisible()
    await expect(switcher).toContainText('Second Company')
    expect(await page.evaluate(() => localStorage.getItem('selectedOrganizationId'))).toBe('org_second')
    await page.reload()
    await expect(page.getByText('90 of 100 used')).toBeVisible()
  })

  test('shows in the header that there are no organizations', { tag: '@any-width' }, async ({
    page,
    baseURL,
  }) => {
    await signedIn(page, baseURL)
    await page.route('**/api/user/organizations', (route) => route.fulfill({ json: [] }))
    await page.goto('/organization')
    await expect(page.getByRole('banner').getByText('No organizations')).toBeVisible()
  })

  test('is accessible and fits every width on every screen', { tag: '@any-width' }, async ({
    page,
    baseURL,
    allowConsole,
  }) => {
    test.slow()
    allowConsole(/404 .*\/no-such-page/)
    await signedIn(page, baseURL)
    const paths = [
      '/',
      '/tokens',
      '/batches',
      '/organization',
      '/products',
      '/checkout',
      '/paddle-demo',
      '/profile',
      '/support',
      '/registers',
      '/no-such-page',
    ]
    for (const path of paths) await expectScreenFits(page, path)
  })
})
