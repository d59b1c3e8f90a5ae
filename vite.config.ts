import { cloudflareTest } from '@cloudflare/vitest-pool-workers'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const here = import.meta.dirname

export default defineConfig({
  root: `${here}/web`,
  plugins: [react(), tailwindcss()],
  build: {
    outDir: `${here}/dist/web`,
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
  },
  test: {
    root: here,
    globalSetup: ['tests/cloud/global-setup.ts'],
    projects: [
      {
        root: here,
        test: { name: 'tin', include: ['tests/tin/**/*.test.ts'], environment: 'node' },
      },
      {
        root: here,
        test: { name: 'web', include: ['tests/web/**/*.test.{ts,tsx}'], environment: 'node' },
      },
      {
        root: here,
        test: { name: 'cloud', include: ['tests/cloud/**/*.test.ts'], environment: 'node' },
      },
      {
        root: here,
        plugins: [cloudflareTest({ wrangler: { configPath: `${here}/wrangler.toml` } })],
        test: {
          name: 'worker',
          include: ['tests/worker/**/*.test.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
