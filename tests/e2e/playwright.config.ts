import { defineConfig } from 'playwright/test'
import { CHROMIUM_ARGUMENTS, ensureChromium } from '#tests/dev/ensure-tools.ts'

process.env.TINPROOF_CHROMIUM ??= ensureChromium(console.log)

const view = (width: number, height: number) => ({ viewport: { width, height } })

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results',
  globalSetup: './global-setup.ts',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  // Two leave a quarter of two cores idle.
  workers: 3,
  // Only for tests that hang: a busy machine is ten times slower.
  timeout: 60_000,
  expect: { timeout: 20_000 },
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
    { name: 'desktop', use: { ...view(1440, 900), colorScheme: 'light' } },
    {
      name: 'phone',
      // @any-width tests do not depend on the width.
      grepInvert: /@any-width/,
      use: { ...view(360, 780), colorScheme: 'dark', hasTouch: true, isMobile: true },
    },
  ],
})
