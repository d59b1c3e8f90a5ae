// @module-tag deep
import { spawn } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import { afterEach, expect, test } from 'vitest'
import { close, freePort, listen } from '#tests/dev/processes.ts'
import { Tinproof, type WebhookEvent } from '#worker/npm-client/index.ts'

const idOf = (number: number) => `event_${number}`
const eventOf = (number: number) => ({ id: idOf(number), type: 'batch.completed', data: { number } })
const numberOf = (event: unknown) => (event as { data: { number: number } }).data.number

const servers: Server[] = []
afterEach(() => Promise.all(servers.splice(0).map(close)))

function serve(answer: Parameters<typeof createServer>[1], port?: number) {
  const server = createServer(answer)
  servers.push(server)
  return listen(server, port)
}

/** An API with so many events. Adding a number to `failing` or `pages` fails that many requests, or answers them with a page. */
async function openApi(count: number) {
  const api = { count, failing: 0, retryAfter: 0, pages: 0, started: 0 }
  const url = await serve((request, response) => {
    if (api.pages > 0) {
      api.pages--
      response.end('<h1>Restarting</h1>')
      return
    }
    const { searchParams } = new URL(request.url ?? '', 'http://localhost')
    const after = searchParams.get('after')
    if (after === 'latest') api.started++
    const place = after === 'latest' ? api.count : Number(after?.slice('event_'.length) ?? 0)
    const events = Array.from({ length: api.count - place }, (_, index) => eventOf(place + index + 1))
    const isKnown = request.headers.authorization === 'Bearer tp_test_1'
    response.statusCode = isKnown ? (api.failing > 0 ? 503 : 200) : 401
    if (api.failing > 0) {
      api.failing--
      if (api.retryAfter > 0) response.setHeader('Retry-After', api.retryAfter)
    }
    const refusal = { message: 'Refused.', code: isKnown ? 'SERVICE_UNAVAILABLE' : 'INVALID_TOKEN' }
    response.setHeader('Content-Type', 'application/json')
    const next = api.count === 0 ? null : idOf(api.count)
    response.end(JSON.stringify(response.statusCode === 200 ? { events, next } : refusal))
  })
  return Object.assign(api, { url })
}

function runListen(api: string, ...parameters: string[]) {
  const started = ['listen', '--token', 'tp_test_1', '--url', api, ...parameters]
  const child = spawn(process.execPath, ['worker/npm-client/cli.ts', ...started])
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += part))
  const code = new Promise<number | null>((resolve) => child.on('exit', resolve))
  return {
    code,
    output: () => output,
    prints: (what: string | RegExp) => expect.poll(() => output).toMatch(what),
    stop: (signal: NodeJS.Signals = 'SIGINT') => child.kill(signal),
  }
}

const secretIn = (output: string) => /Secret: (whsec_\S+)/.exec(output)?.[1] ?? ''

/** Keeps what `standardwebhooks` accepts. */
async function openReceiver(secret: () => string, port?: number) {
  const received: number[] = []
  const statuses: number[] = []
  const url = await serve(async (request, response) => {
    const body = await text(request)
    expect(request.headers['user-agent']).toMatch(/^Tinproof-Webhooks\/1\.0 /)
    received.push(numberOf(new Webhook(secret()).verify(body, request.headers as Record<string, string>)))
    response.statusCode = statuses.shift() ?? 204
    response.end(response.statusCode < 300 ? undefined : 'Broken handler')
  }, port)
  return { received, statuses, url: `${url}/hook` }
}

test('forwards each new event once, signed, and continues where it stopped', async () => {
  const api = await openApi(1)
  api.failing = 3
  const receiver = await openReceiver(() => secretIn(first.output()))
  const first = runListen(api.url, '--forward', receiver.url)
  await first.prints('Forwarding test events')
  await first.prints('Refused. Trying again in 1 s.')
  await first.prints(/Secret: whsec_/)
  receiver.statuses.push(500)
  await expect.poll(() => api.started).toBe(4)
  api.count = 3
  await first.prints(`batch.completed ${idOf(3)}: 204`)
  expect(first.output()).toMatch(/event_2: 500 in \d+ ms Broken handler/)
  first.stop()
  expect(await first.code).toBe(0)
  expect(receiver.received).toEqual([2, 3])

  api.count = 5
  const secret = secretIn(first.output())
  expect(first.output()).toContain(`--after ${idOf(3)} --secret ${secret}`)
  const second = runListen(api.url, '--forward', receiver.url, '--after', idOf(3), '--secret', secret)
  await second.prints(`${idOf(5)}: 204`)
  second.stop()
  expect(await second.code).toBe(0)
  expect(receiver.received).toEqual([2, 3, 4, 5])
})

test('waits for a server that is not running, and for an API that is down', async () => {
  const api = await openApi(2)
  const secret = `whsec_${Buffer.from('a secret of 24 characters').toString('base64')}`
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/hook`
  const client = runListen(api.url, '--forward', url, '--after', idOf(1), '--secret', secret)
  await client.prints(`Can't connect to ${url}. Trying again in 1 s.`)
  const receiver = await openReceiver(() => secret, port)
  await client.prints(`${idOf(2)}: 204`)
  api.failing = 3
  await client.prints('Refused. Trying again in 1 s.')
  api.count++
  await client.prints(`${idOf(3)}: 204`)
  api.pages = 3
  await client.prints("isn't from the API. A proxy or a firewall may have sent it. Trying again in 1 s.")
  api.count++
  await client.prints(`${idOf(4)}: 204`)
  expect(receiver.received).toEqual([2, 3, 4])
  Object.assign(api, { failing: 1, retryAfter: 40 })
  await client.prints('Refused. Trying again in 40 s.')
  client.stop('SIGTERM')
  expect(await client.code).toBe(0)
  expect(client.output()).toContain(`--after ${idOf(4)} --secret ${secret}`)
})

test('stops while the API does not respond', async () => {
  let asked = 0
  const url = await serve(() => asked++)
  const client = runListen(url, '--forward', 'http://127.0.0.1:9/')
  await expect.poll(() => asked).toBe(1)
  client.stop()
  expect([await client.code, asked]).toEqual([0, 1])
})

test('says what is wrong before it waits', async () => {
  const api = await openApi(0)
  const forward = ['--forward', 'http://127.0.0.1:9/']
  for (const [parameters, code, message] of [
    [[...forward, '--token', 'tp_test_2'], 3, 'Refused. (INVALID_TOKEN)'],
    [[...forward, '--token', 'tp_live_1'], 4, 'pass --live'],
    [[...forward, '--secret', 'mine'], 4, '--secret must start with whsec_'],
    [['--forward', 'localhost:3000'], 4, 'Pass the URL of your server'],
    [[], 4, 'Pass the URL of your server'],
  ] as const) {
    const client = runListen(api.url, ...parameters)
    expect([await client.code, client.output()]).toEqual([code, expect.stringContaining(message)])
  }
})

test('the client iterates over events from a place on', async () => {
  const api = await openApi(2)
  const client = new Tinproof({ token: 'tp_test_1', baseUrl: api.url })
  expect(await client.events.list({ after: 'latest' })).toEqual({ events: [], next: idOf(2) })
  const seen: number[] = []
  const take = async (events: AsyncIterable<WebhookEvent>) => {
    for await (const event of events) if (seen.push(numberOf(event)) >= 2) return
  }
  await take(client.events.listen({ after: null }))
  expect(seen).toEqual([1, 2])
  const controller = new AbortController()
  const waiting = take(client.events.listen({ signal: controller.signal }))
  controller.abort(new Error('stopped'))
  await expect(waiting).rejects.toThrow('stopped')
})
