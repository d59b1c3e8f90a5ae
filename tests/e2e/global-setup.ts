import { join } from 'node:path'
import { startChildProcess } from '#tests/dev/child-process.ts'
import type { Product } from './stack.ts'

/** Starts the built product for all browser tests. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const product = await startChildProcess<Product>(join(import.meta.dirname, 'stack.ts'))
  process.env.TINPROOF_URL = product.ready.url
  process.env.TINPROOF_FAKES_URL = product.ready.fakesUrl
  process.env.TINPROOF_CRON_URL = product.ready.cronUrl
  process.env.TINPROOF_API_TOKEN = product.ready.apiToken
  process.env.TINPROOF_SETTINGS = JSON.stringify(product.ready.settings)
  process.env.TINPROOF_PASSWORD_HASH = product.ready.passwordHash
  return () => product.stop()
}
