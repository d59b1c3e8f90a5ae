import type { Page } from 'playwright/test'
import { expect, expectAccessible, test } from './fixtures.ts'
import { isPhone, isTooWide, signInAsDemo } from './steps.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

async function openMenu(page: Page): Promise<void> {
  if (isPhone(page)) await page.getByRole('button', { name: 'Open menu' }).click()
}

/** 300: the least that WCAG 1.4.10 asks for, 320 px, less a scrollbar. */
const widths = [300, 360, 768, 820, 1024, 1440]

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
      await expect.poll(() => isTooWide(page), `${path} scrolls sideways at ${width} px`).toBe(false)
    }
    await expectAccessible(page)
  }
}

test.describe('signed out', () => {
  test('leads visitors to /auth, the plans and back, also from unknown paths', async ({
    page,
    allowConsole,
  }) => {
    allowConsole(/404 .*\/no-such-/)
    await page.goto('/')
    await expect(page).toHaveURL('/auth')
    await page.getByRole('link', { name: 'Products' }).click()
    await expect(heading(page, 'Pricing Plans')).toBeVisible()
    await expect(page.getByText('$149')).toBeVisible()
    await page.getByRole('link', { name: 'Sign In Required' }).first().click()
    await expect(page).toHaveURL('/auth?page=register')
    await page.getByRole('link', { name: 'Products' }).click()
    await page.getByRole('link', { name: 'Sign In', exact: true }).click()
    await expect(page).toHaveURL('/auth?page=login#account')
    await page.goto('/tokens')
    await expect(page).toHaveURL('/auth')
    const missing = await page.goto('/no-such-page')
    expect(missing?.status()).toBe(404)
    await expect(heading(page, '404 Page Not Found')).toBeVisible()
    await expect(page).toHaveTitle('404 Page Not Found · Tinproof')
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Back to Sign In' }).click()
    await expect(page).toHaveURL('/auth')
    for (const path of ['/no-such-image.png', '/assets/no-such-script.js', '/favicon.ico'])
      expect((await page.request.get(path)).status()).toBe(404)
    for (const path of [
      '/robots.txt',
      '/.well-known/security.txt',
      '/sitemap.xml',
      '/site.webmanifest',
      '/og.png',
      '/terms',
      '/privacy',
      '/dpa',
      '/tokens',
    ])
      expect((await page.request.get(path)).status()).toBe(200)
  })

  test('is accessible and fits every width on every screen', { tag: '@any-width' }, async ({ page }) => {
    test.slow()
    for (const path of ['/auth', '/auth?page=register', '/products', '/status', '/terms', '/privacy', '/dpa'])
      await expectScreenFits(page, path)
  })
})

test.describe('signed in', () => {
  const screens = [
    { link: 'Activity', path: '/activity', title: 'Activity' },
    { link: 'Pricing Plans', path: '/products', title: 'Pricing Plans' },
    { link: 'Registers', path: '/registers', title: 'Registers' },
    { link: 'Organization', path: '/organization', title: 'Organization' },
    { link: 'API Tokens', path: '/tokens', title: 'API Tokens' },
    { link: 'Webhooks', path: '/webhooks', title: 'Webhooks' },
    { link: 'Support', path: '/support', title: 'Support' },
    { link: 'Dashboard', path: '/', title: 'Dashboard' },
  ] as const

  test('links to every screen in the sidebar, marks the current one, and signs out', async ({
    page,
    allowConsole,
  }) => {
    // Also for what the screen was still reading.
    allowConsole(/401 .*\/api\//)
    await signInAsDemo(page)
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
    await page.goto('/organization')
    await expect(page.getByText(/left\. Resets on/)).toBeVisible()
    await openMenu(page)
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await expect(page.getByText('Logged out', { exact: true })).toBeVisible()
    await expect(page).toHaveURL('/auth')
    await page.goto('/organization')
    await expect(page).toHaveURL('/auth')
  })

  test('searches, takes shortcuts and switches the theme', { tag: '@any-width' }, async ({ page }) => {
    await signInAsDemo(page)
    await page.emulateMedia({ colorScheme: 'light' })
    await page.goto('/support')
    await expect(heading(page, 'Support')).toBeVisible()
    const palette = page.getByRole('dialog', { name: 'Search' })
    const search = palette.getByRole('combobox')

    await page.getByLabel('Subject').press('/')
    await expect(page.getByLabel('Subject')).toHaveValue('/')
    await expect(palette).toHaveCount(0)

    await heading(page, 'Support').focus()
    await page.keyboard.press('Control+k')
    await expect(search).toBeFocused()
    await expect(palette.getByRole('option', { name: 'Create API Token' })).toBeVisible()
    await page.keyboard.press('?')
    await expect(search).toHaveValue('?')
    await expect(palette.getByText('Nothing matches')).toBeVisible()
    await page.keyboard.press('Control+k')
    await expect(palette).toHaveCount(0)
    await expect(heading(page, 'Support')).toBeFocused()

    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard Shortcuts' })).toBeVisible()
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
    await page.keyboard.press('Control+k')
    await search.fill('verify webhook')
    await expect(palette.getByRole('option', { name: /^Webhooks/ }).first()).toBeVisible()
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

  test('opens a menu, list or dialog whose code is late, and says when it does not load', {
    tag: '@any-width',
  }, async ({ page, context, allowConsole }) => {
    allowConsole(/ERR_(FAILED|INTERNET_DISCONNECTED)|401 .*\/api\/|A part of the page didn't load/)
    await signInAsDemo(page)
    const avatar = page.getByRole('button', { name: 'Account menu' })
    const code = /\/assets\/overlay/
    const openLate = async (path: string, open: () => Promise<void>) => {
      const { promise: isOpened, resolve: load } = Promise.withResolvers<void>()
      await page.route(code, (route) => isOpened.then(() => route.continue()))
      await page.goto(path)
      await open()
      load()
    }
    await openLate('/support', () => avatar.press('Enter'))
    await expect(page.getByRole('menuitem', { name: 'Profile & Settings' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(avatar).toBeFocused()
    await openLate('/support', () => avatar.press('ArrowDown'))
    await expect(page.getByRole('menuitem', { name: 'Profile & Settings' })).toBeFocused()
    await openLate('/support', () => avatar.click())
    await expect(page.getByRole('menu')).toBeFocused()
    await openLate('/', async () => {
      await page.getByLabel('Country').focus()
      await page.keyboard.type('germ')
    })
    await expect(page.getByRole('option')).toHaveText(['DE - Germany'])
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Country')).toHaveText('DE - Germany')
    const category = page.getByLabel('Category')
    await openLate('/support', async () => {
      await category.focus()
      await page.keyboard.type('bi')
    })
    await expect(page.getByRole('option', { name: 'Billing' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(category).toHaveText('Billing')

    await openLate('/support', async () => {
      await avatar.press('Enter')
      await page.getByLabel('Subject').focus()
    })
    await expect(page.getByRole('menu')).toHaveCount(0)
    await avatar.press('Enter')
    await expect(page.getByRole('menu')).toBeVisible()
    await openLate('/webhooks', async () => {
      const create = page.getByRole('button', { name: 'New Endpoint' })
      await expect(create).toBeEnabled()
      await create.press('Enter')
      // Without the dialog, these would be shortcuts, and press the button again.
      await page.keyboard.type('/?')
      await page.keyboard.press('Enter')
    })
    await expect(page.getByRole('textbox', { name: 'URL' })).toBeFocused()
    await expect(page.getByRole('dialog')).toHaveCount(1)
    await expect(page).toHaveURL('/webhooks')

    await page.unroute(code)
    const late = /\/assets\/(overlay|toaster)/
    await page.route(late, (route) => route.abort())
    await page.goto('/support')
    await expect(avatar).toBeVisible()
    await expect(page.getByText('No requests yet')).toBeVisible()
    await context.setOffline(true)
    await avatar.click()
    await expect(page.getByText("Part of this page didn't load")).toBeVisible()
    const registers = page.getByRole('link', { name: 'Registers', exact: true })
    await registers.click()
    await expect(page.getByText("This screen didn't load")).toBeVisible()
    await context.setOffline(false)
    await page.unroute(late)
    await page.getByRole('link', { name: 'Support', exact: true }).click()
    await registers.click()
    await expect(page.getByText('How the official registers respond')).toBeVisible()
    await avatar.click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await expect(page.getByText('Logged out', { exact: true })).toBeVisible()
    await expect(page.getByText("Part of this page didn't load")).toBeHidden()
  })

  test('is accessible and fits every width on every screen', { tag: '@any-width' }, async ({
    page,
    allowConsole,
  }) => {
    test.slow()
    allowConsole(/404 .*\/no-such-page/)
    await signInAsDemo(page)
    const paths = [
      '/',
      '/tokens',
      '/webhooks',
      '/batches',
      '/organization',
      '/organization/team',
      '/organization/data',
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
