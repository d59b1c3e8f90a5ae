import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import type { PluginOption } from 'vite'
import { defineConfig } from 'vitest/config'

const here = import.meta.dirname

/** Runs tests in workerd. Loaded for tests alone: it has a notice to print whenever it is. */
async function workersRuntime(mode: string): Promise<PluginOption> {
  if (mode !== 'test') return undefined
  const { cloudflareTest } = await import('@cloudflare/vitest-pool-workers')
  return cloudflareTest({ wrangler: { configPath: `${here}/wrangler.toml` } })
}

export default defineConfig(async ({ mode }) => ({
  root: `${here}/web`,
  plugins: [react(), tailwindcss()],
  build: {
    outDir: `${here}/dist/web`,
    emptyOutDir: true,
    manifest: true,
    // The policy of _headers lets fonts and pictures come from files alone.
    assetsInlineLimit: 0,
    target: 'es2023',
  },
  test: {
    root: here,
    globalSetup: ['tests/dev/global-setup.ts'],
    // On two cores vitest would take one, and most tests wait: for the outside world, and for its own start.
    maxWorkers: 4,
    projects: [
      {
        root: here,
        test: { name: 'tin', include: ['tests/tin/**/*.test.ts'], environment: 'node' },
      },
      {
        root: here,
        test: { name: 'docs', include: ['tests/docs/**/*.test.ts'], environment: 'node' },
      },
      {
        root: here,
        test: { name: 'web', include: ['tests/web/**/*.test.{ts,tsx}'], environment: 'node' },
      },
      {
        root: here,
        test: { name: 'fakes', include: ['tests/{fakes,dev}/**/*.test.ts'], environment: 'node' },
      },
      {
        root: here,
        plugins: [await workersRuntime(mode)],
        test: {
          name: 'worker',
          include: ['tests/worker/**/*.test.ts'],
          // One isolate serves many organizations, here as there; to load the Worker anew for each file takes as long as the tests.
          isolate: false,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
}))
