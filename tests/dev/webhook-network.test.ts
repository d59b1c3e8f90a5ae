import { rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWorkerd } from '#tests/bench/workerd-process.ts'
import { temporaryFolder } from './processes.ts'

const root = join(import.meta.dirname, '../..')
const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** Sends a webhook to the URL in the body. The URL was checked when it was saved, so it isn't again. */
const ENTRY = `import { postWebhook } from '#worker/services/webhook-receiver.ts'
export default {
  async fetch(request) {
    const settings = { APP_ORIGIN: 'https://app.tinproof.example' }
    const secrets = ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw']
    const url = await request.text()
    return Response.json(await postWebhook(settings, { url, id: 'event_1', body: '{}', secrets, timeoutMs: 5000 }))
  },
}`

let contents = ''
beforeAll(async () => {
  const { outputFiles } = await build({
    stdin: { contents: ENTRY, resolveDir: root },
    ...{ bundle: true, format: 'esm', platform: 'node', write: false, target: 'esnext' },
  })
  contents = outputFiles[0]?.text ?? ''
})

async function send(network: readonly string[], url: string): Promise<unknown> {
  const folder = temporaryFolder()
  folders.push(folder)
  const worker = await startWorkerd(folder, [{ path: 'entry.mjs', contents }], {}, { network })
  try {
    return JSON.parse(await worker.call({ path: '/', headers: {}, body: url }))
  } finally {
    await worker.stop()
  }
}

test('a name whose address has become private since it was saved is not reached', async () => {
  let requests = 0
  const server = createServer((_request, response) => {
    requests++
    response.end('internal')
  })
  await new Promise<void>((resolve) => void server.listen(0, 'localhost', () => resolve()))
  // The runtime resolves the name when it connects, and checks the address that it connects to.
  const url = `http://localhost:${(server.address() as AddressInfo).port}/`
  try {
    expect(await send(['public', 'private'], url)).toEqual({ status: 200, error: null, response: 'internal' })
    expect(requests).toBe(1)
    expect(await send(['public'], url)).toEqual({ status: null, error: 'UNREACHABLE', response: '' })
    expect(requests).toBe(1)
  } finally {
    server.close()
  }
})
