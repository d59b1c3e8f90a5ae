import { runAsChildProcess } from '#tests/dev/child-process.ts'
import { startStack } from '#tests/dev/stack.ts'

export interface Product {
  readonly url: string
  readonly fakesUrl: string
  readonly apiToken: string
}

await runAsChildProcess<Product>(async () => {
  const stack = await startStack({ mode: 'built', port: 0 })
  const ready = { url: stack.url, fakesUrl: stack.fakes.url, apiToken: stack.apiToken }
  return { ready, stop: () => stack.stop() }
})
