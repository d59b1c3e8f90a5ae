import { AxeBuilder } from '@axe-core/playwright'
import { test as base, expect, type Page, type Response } from 'playwright/test'
import { type FakesClient, fakesClient } from '#tests/fakes/client.ts'

type Fixtures = {
  /** Ignores console errors that match, such as Chromium's line for a response of 4xx. */
  allowConsole: (pattern: RegExp) => void
  /** Fails the test for any console error, uncaught error or failed asset. */
  noErrors: undefined
  fakes: FakesClient
  /** A token of the seeded organization. */
  apiToken: string
}

/**
 * The product asks these for the visitor's country. Chromium resolves no host but this machine (ensure-tools.ts), so they
 * fail unless a test answers. Any other failed request fails its test.
 */
export const locationServices = /^https:\/\/(get\.geojs\.io|api\.country\.is)\//

export const setting = (name: string) => process.env[name] ?? ''

export const test = base.extend<Fixtures & { allowed: RegExp[] }>({
  baseURL: ({ browserName: _ }, use) => use(setting('TINPROOF_URL')),
  page: async ({ page }, use) => {
    const { goto, reload } = page
    // The dashboard's HTML takes no input until React replaces it. A test of that waits for less.
    const started = async (response: Promise<Response | null>, waitUntil?: string) => {
      await response
      if (!waitUntil) await expect(page.locator('.frame')).toHaveCount(0)
      return await response
    }
    page.goto = (url, options) => started(goto.call(page, url, options), options?.waitUntil)
    page.reload = (options) => started(reload.call(page, options), options?.waitUntil)
    await use(page)
  },
  fakes: ({ browserName: _ }, use) => use(fakesClient(setting('TINPROOF_FAKES_URL'))),
  apiToken: ({ browserName: _ }, use) => use(setting('TINPROOF_API_TOKEN')),
  allowed: ({ browserName: _ }, use) => use([]),
  allowConsole: ({ allowed }, use) => use((pattern) => void allowed.push(pattern)),
  noErrors: [
    async ({ context, allowed }, use) => {
      const errors: string[] = []
      context.on('console', (message) => {
        const { url } = message.location()
        if (message.type() === 'error' && !locationServices.test(url))
          errors.push(`console: ${message.text()} (${url})`)
      })
      context.on('weberror', (error) => errors.push(`uncaught: ${error.error().stack ?? error.error()}`))
      context.on('response', (response) => {
        // The console lists the API's refusals.
        const isAsset = !new URL(response.url()).pathname.startsWith('/api/')
        if (isAsset && response.status() >= 400) errors.push(`${response.status()} ${response.url()}`)
      })
      context.on('requestfailed', (request) => {
        const reason = request.failure()?.errorText ?? ''
        // Leaving a page aborts its requests.
        const isExpected = reason === 'net::ERR_ABORTED' || locationServices.test(request.url())
        if (!isExpected) errors.push(`${reason} ${request.url()}`)
      })
      await use(undefined)
      expect(errors.filter((error) => !allowed.some((pattern) => pattern.test(error)))).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

export const newEmail = () => `e2e.${crypto.randomUUID()}@example.test`
export const toast = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title })

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Waits for animations, then returns what axe finds. */
async function analyze(page: Page, runOnly?: readonly string[]) {
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState, effect }) => {
      const endless = effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY
      return endless || playState !== 'running'
    }),
  )
  // Only the page itself and its violations: with frames and passed rules, axe takes three times as long.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({
      resultTypes: ['violations'],
      preload: false,
      // The one rule of WCAG 2.2 AA is off by default.
      ...(runOnly && { runOnly: [...runOnly], rules: { 'target-size': { enabled: true } } }),
    })
    .analyze()
  return violations
}

const inWords = (violations: Awaited<ReturnType<typeof analyze>>) =>
  violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, any }) => `${id}: ${any[0]?.message ?? help} at ${target.join(' ')}`),
  )

/** Every violation of WCAG 2.2 AA. */
export const wcagViolations = async (page: Page) => inWords(await analyze(page, wcag))

/** The part of `wcagViolations` that depends on the width or the color scheme. */
export const visualViolations = async (page: Page) =>
  inWords(await analyze(page, ['color-contrast', 'target-size', 'scrollable-region-focusable']))

/** Fails on axe's serious and critical violations. */
export async function expectAccessible(page: Page): Promise<void> {
  const violations = await analyze(page)
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  expect(inWords(grave)).toEqual([])
}
