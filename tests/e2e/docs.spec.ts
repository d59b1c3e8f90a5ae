import type { Page } from 'playwright/test'
import type { StatusHistory } from '#worker/status/contract.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { isTooWide, signInAsDemo } from './steps.ts'

/** Rows and fields are generated alike. axe takes seconds for each hundred. */
const removeRepetitions = (page: Page) =>
  page.evaluate(() => {
    const repeated = ':is(tbody tr, dl > div, .navigation li, .outline li):nth-of-type(n + 6)'
    for (const element of document.querySelectorAll(repeated)) element.remove()
  })

test('leads from the dashboard to the docs, which have Markdown and a page for unknown paths', {
  tag: '@any-width',
}, async ({ page, context, baseURL, request }) => {
  await signInAsDemo(page)
  await page.goto('/support')
  const link = page.getByRole('main').getByRole('link', { name: 'API Docs' })
  await expect(link).toHaveAttribute('href', `${baseURL}/docs/`)
  const opened = context.waitForEvent('page')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'API Docs' }).click()
  const docs = await opened
  await expect(docs).toHaveURL('/docs/')
  await expect(docs).toHaveTitle('Quickstart · Tinproof')
  const missing = await request.get('/docs/countries/qq')
  expect(missing.status()).toBe(404)
  expect(await missing.text()).toContain('Page not found')
  const markdown = await request.get('/docs/guides/errors.md')
  expect(markdown.headers()['content-type']).toContain('text/markdown')
})

test('finds pages by keyboard and in the menu of a phone, and keeps the theme', {
  tag: '@any-width',
}, async ({ page }) => {
  await page.goto('/docs/guides/errors')
  await page.keyboard.press('/')
  const search = page.getByRole('combobox', { name: 'Search the docs' })
  await expect(search).toBeFocused()
  await search.fill('cnpj')
  await expect(page.getByRole('option', { name: 'Tax IDs in Brazil' })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/docs/countries/br')
  await page.keyboard.press('/')
  await search.fill('zzqx')
  await expect(page.getByText('No results')).toBeVisible()

  await page.setViewportSize({ width: 360, height: 780 })
  await page.goto('/docs/')
  const link = page.getByRole('navigation', { name: 'Docs' }).getByRole('link', { name: 'Confidence' })
  await expect(link).toBeHidden()
  await page.getByRole('button', { name: 'Menu' }).click()
  await link.click()
  await expect(page).toHaveURL('/docs/guides/confidence')

  await page.setViewportSize({ width: 1440, height: 900 })
  const html = page.locator('html')
  await page.getByLabel('Theme').selectOption('Dark')
  await expect(html).toHaveAttribute('data-theme', 'dark')
  for (const path of ['/terms', '/docs/errors/']) {
    await page.goto(path)
    await expect(page.getByLabel('Theme')).toHaveValue('dark')
  }
  await page.goto('/auth')
  await expect(html).toHaveAttribute('data-theme', 'dark')
})

test('a newcomer without an account validates a number in the docs', {
  tag: '@any-width',
}, async ({ page, allowConsole }) => {
  allowConsole(/401|422|429/)
  await page.goto('/docs/')
  const response = page.getByRole('status', { name: 'Response' })
  await page.getByRole('button', { name: 'Run' }).click()
  await expect(response).toContainText('Confirmed VIES lists this number as registered for VAT')
  await expect(response).toContainText('Status 200')
  const code = page.getByRole('tabpanel', { name: 'curl' })
  await expect(code).toContainText(`curl ${new URL(page.url()).origin}/api/tinproof/validate`)
  await expect(code).toContainText(/Bearer tp_test_eyJ/)

  await page.getByLabel('Request body').fill('{"countryCode": "DE", "tin": "136695967"}')
  await page.getByRole('button', { name: 'Run' }).click()
  await expect(response).toContainText('Invalid')
  await page.getByLabel('Request body').fill('{"countryCode": "QQ", "tin": "1"}')
  await page.getByRole('button', { name: 'Run' }).click()
  await expect(response.getByRole('link', { name: 'About UNSUPPORTED_COUNTRY' })).toHaveAttribute(
    'href',
    '/docs/errors/UNSUPPORTED_COUNTRY',
  )
  await page.getByLabel('Request body').fill('{')
  await page.getByRole('button', { name: 'Run' }).click()
  await expect(response).toContainText("The request body isn't valid JSON.")

  await page.getByRole('tab', { name: 'Python' }).click()
  await expect(page.getByRole('tabpanel')).toContainText('urlopen')
  await page.goto('/docs/reference/validate')
  await expect(page.getByRole('tab', { name: 'Python' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('tabpanel', { name: 'Python' })).toContainText('tp_test_eyJ')

  // Its token has expired, and the network has none left.
  await page.evaluate(() => {
    const saved = { token: 'tp_test_ended', expiresAt: '2999-01-01T00:00:00Z', calls: 30 }
    localStorage.setItem('docsSandboxToken', JSON.stringify(saved))
  })
  await page.route('**/api/tinproof/sandbox-token', (route) =>
    route.fulfill({ status: 429, headers: { 'Retry-After': '1500' }, json: { code: 'RATE_LIMITED' } }),
  )
  await page.goto('/docs/countries/fr')
  await page.getByRole('button', { name: 'Run' }).click()
  await expect(response).toContainText('Try again in 25 minutes')
})

test('the status page needs no API, shows incidents, an old status, and its last copy', {
  tag: '@any-width',
}, async ({ page, allowConsole }) => {
  allowConsole(/503/)
  const calls: string[] = []
  await page.route('**/api/**', (route) => {
    calls.push(route.request().url())
    return route.abort()
  })
  await page.goto('/status')
  await expect(page.getByRole('main').getByRole('status')).toHaveText(
    'The API and all registers are responding',
  )
  for (const name of ['API', 'HM Revenue & Customs', 'VIES']) {
    const component = page.getByRole('region', { name })
    await expect(component).toContainText(/95\.\d% of [\d,]+ calls succeeded/)
    await expect(component.getByRole('listitem').first()).toHaveText(/91\.1% of 1,000 calls succeeded$/)
  }
  const feed = await page.request.get('/status.rss')
  expect([feed.status(), await feed.text()]).toEqual([200, expect.stringContaining('<rss version="2.0"')])
  expect(calls).toEqual([])

  const at = (hoursAgo: number) => new Date(Date.now() - hoursAgo * 3_600_000).toISOString()
  const history: StatusHistory = {
    at: at(0),
    api: { id: 'api', name: 'API', days: [{ day: at(0).slice(0, 10), calls: 1_000, answered: 990 }] },
    registers: ['HMRC', 'VIES'].map((name) => ({
      id: name.toLowerCase(),
      name,
      days: [{ day: at(0).slice(0, 10), calls: 40, answered: name === 'VIES' ? 10 : 40 }],
    })),
    incidents: [
      {
        component: 'vies',
        name: 'VIES',
        parts: ['DE', 'FR'],
        openParts: ['DE', 'FR'],
        startedAt: at(2),
        endedAt: null,
      },
    ],
  }
  let answer: { status?: number; json: object } = { json: history }
  await page.route('**/status.json', (route) => route.fulfill(answer))
  await page.goto('/status')
  const headline = page.getByRole('main').getByRole('status')
  await expect(headline).toHaveText("VIES isn't responding in 2 countries")
  await expect(page.getByRole('heading', { level: 3 }).first()).toHaveText('VIES')
  await expect(page.getByRole('region', { name: 'API' })).toContainText('99% of 1,000 calls succeeded')
  const vies = page.getByRole('region', { name: 'VIES' })
  await expect(vies).toContainText('25% of 40 calls succeeded')
  await expect(vies.getByRole('listitem')).toHaveCount(90)
  await expect(page.getByText('VIES in Germany and France')).toBeVisible()
  await vies.getByRole('listitem').last().focus()
  await page.keyboard.press('ArrowLeft')
  await expect(vies.getByRole('listitem').nth(88)).toBeFocused()
  await expect(vies.locator('.day')).toHaveText(/^[A-Z][a-z]{2} \d+: no calls$/)
  await page.setViewportSize({ width: 360, height: 780 })
  expect(await isTooWide(page)).toBe(false)
  await expectAccessible(page)

  history.at = at(1)
  await page.reload()
  await expect(headline).toHaveText(/^No update since /)
  await expect(page.getByText("Our monitoring isn't running")).toBeVisible()

  answer = { json: {} }
  await page.reload()
  await expect(headline).toHaveText("The status didn't load")
  answer = { status: 503, json: {} }
  await page.reload()
  await expect(headline).toHaveText("The status didn't load")
  await expect(page.getByRole('main')).toContainText("this browser's last copy")
  await expect(vies).toContainText('25% of 40 calls succeeded')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page)
  await page.evaluate(() => localStorage.clear())
  await page.reload()
  await expect(page.getByText('This browser has no earlier copy of the status.')).toBeVisible()
})

test('has tables that fit a phone', { tag: '@any-width' }, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 })
  for (const path of ['/docs/guides/vat', '/docs/guides/batches', '/docs/guides/security']) {
    await page.goto(path)
    const tables = page.getByRole('main').locator('.table')
    const widths = await tables.evaluateAll((all) => all.map((each) => each.scrollWidth - each.clientWidth))
    expect([path, Math.max(...widths)]).toEqual([path, 0])
  }
})

for (const { path, colorScheme, width } of [
  { path: '/docs/', colorScheme: 'dark', width: 360 },
  { path: '/docs/reference/validate', colorScheme: 'light', width: 1440 },
  { path: '/docs/countries/de', colorScheme: 'light', width: 360 },
] as const) {
  test(`${path} fits ${width} px and is accessible in ${colorScheme}`, { tag: '@any-width' }, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme })
    for (const size of [width, width === 360 ? 1440 : 360]) {
      await page.setViewportSize({ width: size, height: 800 })
      await page.goto(path)
      expect(await isTooWide(page)).toBe(false)
    }
    await page.setViewportSize({ width, height: 800 })
    const scheme = await page.evaluate(() => {
      const [lightness = 0] =
        getComputedStyle(document.body)
          .backgroundColor.match(/[\d.]+/g)
          ?.map(Number) ?? []
      return lightness > 50 ? 'light' : 'dark'
    })
    expect(scheme).toBe(colorScheme)
    await removeRepetitions(page)
    await expectAccessible(page)
  })
}
