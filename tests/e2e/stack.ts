import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { runAsChildProcess } from '#tests/dev/child-process.ts'
import { PASSWORD } from '#tests/dev/create-account.ts'
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
  }).listen(0, '127.0.0.1')
  await once(cron, 'listening')
  const ready = {
    url: stack.url,
    fakesUrl: stack.fakes.url,
    // Cast: it listens on a port.
    cronUrl: `http://127.0.0.1:${(cron.address() as AddressInfo).port}`,
    apiToken: stack.apiToken,
    settings: stack.settings,
    passwordHash: await hashPassword(stack.settings, PASSWORD),
  }
  return {
    ready,
    stop: async () => {
      cron.close()
      await stack.stop()
    },
  }
})
