import { createServer } from 'node:http'
import { runAsChildProcess } from '#tests/dev/child-process.ts'
import { PASSWORD } from '#tests/dev/create-account.ts'
import { close, listen } from '#tests/dev/processes.ts'
import { startStack } from '#tests/dev/stack.ts'
import { fakesClient } from '#tests/fakes/client.ts'
import type { Settings } from '#tests/fakes/start.ts'
import { hashPassword } from '#worker/accounts/passwords/password.ts'

export interface Product {
  readonly url: string
  readonly fakesUrl: string
  /** Any request to it runs the cron. */
  readonly cronUrl: string
  readonly apiToken: string
  readonly settings: Settings
  /** Of `PASSWORD`. */
  readonly passwordHash: string
}

await runAsChildProcess<Product>(async () => {
  const stack = await startStack({
    mode: 'built',
    port: 0,
    settings: { WEAK_PASSWORD_HASHES: 'on' },
  })
  // A job publishes them for the status page.
  await fakesClient(stack.fakes.url).sql(
    'test',
    `insert into status_days
     select component, (now() at time zone 'UTC')::date - ago, 1000 - ago, ago
       from unnest(array['api', 'hmrc', 'vies:DE']) component, generate_series(0, 89) ago`,
    [],
  )
  await stack.runCron()
  const cron = createServer(async (_request, response) => {
    await stack.runCron()
    response.end()
  })
  const ready = {
    url: stack.url,
    fakesUrl: stack.fakes.url,
    cronUrl: await listen(cron),
    apiToken: stack.apiToken,
    settings: stack.settings,
    passwordHash: await hashPassword(stack.settings, PASSWORD),
  }
  return {
    ready,
    stop: async () => {
      await close(cron)
      await stack.stop()
    },
  }
})
