import { beforeAll, describe, expect, it } from 'vitest'
import { app } from '#worker/app.ts'
import type { PublicSettings } from '#worker/service/public-settings.ts'
import { openWorker, type TestWorker } from './harness.ts'

let worker: TestWorker
beforeAll(async () => {
  worker = await openWorker('settings')
})

async function docsUrl(settings: Record<string, string>): Promise<string | null> {
  const answer = await app.request('/api/settings', {}, { ...worker.settings, ...settings })
  return ((await answer.json()) as PublicSettings).docsUrl
}

describe('docsUrl', () => {
  it('is the built-in reference by default', async () => {
    const own = await docsUrl({ APP_ORIGIN: 'https://app.tinproof.example' })
    expect(own).toBe('https://app.tinproof.example/docs/')
    expect(await docsUrl({ DOCS_URL: '' })).toBe(`${worker.settings.APP_ORIGIN}/docs/`)
  })

  it('is DOCS_URL if it is set', async () => {
    const DOCS_URL = 'https://docs.tinproof.example/api'
    expect(await docsUrl({ DOCS_URL })).toBe(DOCS_URL)
  })
})
