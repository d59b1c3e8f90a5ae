import type { Page } from 'playwright/test'
import { test } from './account-fixture.ts'
import { expect } from './fixtures.ts'

const MAX_SHIFT = 0.01

declare global {
  interface Window {
    shifts: LayoutShift[]
  }
  interface LayoutShift extends PerformanceEntry {
    value: number
    hadRecentInput: boolean
    sources: { node: Node | null }[]
  }
}

/** Without the font: when a busy machine shows it late, texts move a little. */
async function recordShifts(page: Page): Promise<void> {
  await page.route('**/*.woff2', (route) => route.abort())
  await page.addInitScript(() => {
    window.shifts = []
    new PerformanceObserver((list) => window.shifts.push(...(list.getEntries() as LayoutShift[]))).observe({
      type: 'layout-shift',
      buffered: true,
    })
  })
}

const withoutFont = /ERR_FAILED.*\.woff2/

/** What moved by itself while the page at this path loaded. */
async function shiftsAt(page: Page, path: string, whileLoading?: () => Promise<void>) {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await whileLoading?.()
  await expect(page.getByText(/^Loading/)).toHaveCount(0)
  return await page.evaluate(async () => {
    await document.fonts.ready
    const frame = () => new Promise(requestAnimationFrame)
    // A shift is reported in the frame after its own.
    for (let count = 0; count < 3; count++) await frame()
    const shifts = window.shifts.filter(({ hadRecentInput }) => !hadRecentInput)
    return {
      score: shifts.reduce((sum, { value }) => sum + value, 0),
      moved: shifts.flatMap(({ sources }) => sources.map(({ node }) => node?.textContent?.slice(0, 60))),
    }
  })
}

async function expectStill(page: Page, path: string, whileLoading?: () => Promise<void>): Promise<void> {
  const { score, moved } = await shiftsAt(page, path, whileLoading)
  expect(score, `${path} moves: ${moved.join(' | ')}`).toBeLessThan(MAX_SHIFT)
}

/** Not what the first screen waits for. */
const lateReads =
  /\/api\/(activity|batches|subscription|tinproof\/(batches|records|registers)|user\/(sessions|preferences|deletion|audit))/

test('nothing moves when the data of a screen arrives', async ({ page, allowConsole }) => {
  test.slow()
  allowConsole(withoutFont)
  await recordShifts(page)
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Validate Tax ID' })).toBeVisible()
  for (const path of ['/', '/activity', '/batches', '/organization/billing', '/profile', '/registers']) {
    let answer = () => {}
    const asked = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route(lateReads, async (route) => {
      await asked
      await route.continue()
    })
    await expectStill(page, path, async () => {
      await expect(page.getByText(/^Loading/).first()).toBeAttached()
      answer()
    })
    await page.unroute(lateReads)
  }
})

test('nothing moves on the other screens', async ({ page, allowConsole }) => {
  test.slow()
  allowConsole(withoutFont)
  await recordShifts(page)
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Validate Tax ID' })).toBeVisible()
  for (const path of [
    '/tokens',
    '/records',
    '/organization',
    '/organization/team',
    '/organization/audit',
    '/products',
    '/support',
  ])
    await expectStill(page, path)
})

test('shows the dashboard in its place before its code and data, and to members only', async ({
  page,
  context,
  browser,
  baseURL,
  allowConsole,
}) => {
  allowConsole(/(401|ERR_FAILED).*\/api\//)
  const field = page.getByLabel('Tax ID (TIN)')
  const parts = [
    field,
    page.getByRole('button', { name: 'Upload a File' }),
    page.getByText('Results appear here'),
  ]
  const heights = async () =>
    (await Promise.all(parts.map((part) => part.boundingBox()))).map((box) => box?.y)
  const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>()
  await page.route('/api/user', (route) => isAnswered.then(() => route.continue()))
  await page.goto('/', { waitUntil: 'commit' })
  await expect(field).toBeDisabled()
  const before = await heights()
  expect(before).not.toContain(undefined)
  answer()
  await expect(field).toBeEnabled()
  expect(await heights()).toEqual(before)

  await page.route('/api/user', (route) => route.abort())
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Check the status page' })).toBeVisible()
  await page.unroute('/api/user')

  // A session that has ended is asked for once.
  await context.clearCookies({ name: 'session' })
  await page.goto('/')
  await expect(page).toHaveURL('/auth')
  await expect.poll(() => context.cookies()).toEqual([])

  // What a visitor sees until the redirect.
  const visitor = await browser.newPage({ javaScriptEnabled: false, ...(baseURL && { baseURL }) })
  await visitor.goto('/')
  await expect(visitor.locator('.frame')).toBeAttached()
  await expect(visitor.locator('.frame')).toBeHidden()
  await visitor.close()
})

test('nothing moves on the public pages', async ({ page, context, allowConsole }) => {
  await context.clearCookies()
  allowConsole(withoutFont)
  await recordShifts(page)
  for (const path of ['/auth', '/auth?page=register', '/auth?page=forgot', '/products', '/docs/', '/status'])
    await expectStill(page, path)
})
