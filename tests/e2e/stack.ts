import { runAsChildProcess } from '#tests/dev/child-process.ts'
import { PASSWORD } from '#tests/dev/create-account.ts'
import { startStack } from '#tests/dev/stack.ts'
import type { Settings } from '#tests/fakes/start.ts'
import { hashPassword } from '#worker/accounts/password.ts'

export interface Product {
  readonly url: string
  readonly fakesUrl: string
  readonly apiToken: string
  readonly settings: Settings
  /** Of `PASSWORD`. */
  readonly passwordHash: string
}

await runAsChildProcess<Product>(async () => {
  const stack = await startStack({ mode: 'built', port: 0 })
  const ready = {
    url: stack.url,
    fakesUrl: stack.fakes.url,
    apiToken: stack.apiToken,
    settings: stack.settings,
    passwordHash: await hashPassword(PASSWORD),
  }
  return { ready, stop: () => stack.stop() }
})
