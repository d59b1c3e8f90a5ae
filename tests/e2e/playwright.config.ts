import { defineConfig } from 'playwright/test'
import { CHROMIUM_ARGUMENTS, ensureChromium } from '#tests/dev/ensure-tools.ts'

process.env.TINPROOF_CHROMIUM ??= ensureChromium(console.log)

/** `npm test` runs the core journeys at one width, `npm run test:deep` the rest. Without a choice, all run. */
const choice = process.env.BROWSER_TESTS
const view = (width: number, height: number) => ({ viewport: { width, height } })

const phone = {
  name: 'phone',
  // @any-width tests do not depend on the width.
  grepInvert: /@any-width/,
  use: { ...view(360, 780), colorScheme: 'dark' as const, hasTouch: true, isMobile: true },
}

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results',
  globalSetup: './global-setup.ts',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // In CI, a journey that passes the second time is reported as flaky.
  retries: process.env.CI ? 1 : 0,
  workers: 2,
  // Only for tests that hang: a busy machine is ten times slower.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: process.env.CI ? 'dot' : 'line',
  use: {
    // Traces take as long as the tests. TRACE=1 records them.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { executablePath: process.env.TINPROOF_CHROMIUM, args: CHROMIUM_ARGUMENTS },
  },
  // Each width checks one color scheme.
  projects: [
    {
      name: 'desktop',
      ...(choice === 'core' && { grep: /@core/ }),
      ...(choice === 'deep' && { grepInvert: /@core/ }),
      use: { ...view(1440, 900), colorScheme: 'light' },
    },
    ...(choice === 'core' ? [] : [phone]),
  ],
})
