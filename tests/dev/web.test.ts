import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { freePort } from './processes.ts'
import { startWeb } from './web.ts'

const root = mkdtempSync(join(tmpdir(), 'web-'))
let port = 0
let upstream: Server
let web: { stop(): Promise<void> }

beforeAll(async () => {
  writeFileSync(join(root, 'vite.config.ts'), 'export default {}')
  // As workerd does, answers a large body before it is read, and resets the connection if more arrives.
  upstream = createServer(async (incoming, outgoing) => {
    const isRefused = Number(incoming.headers['content-length'] ?? 0) > 20_000_000
    const size = isRefused ? 0 : (await incoming.toArray()).reduce((sum, { length }) => sum + length, 0)
    outgoing.writeHead(isRefused ? 413 : 200, { 'access-control-allow-origin': `Worker, ${size}` }).end()
    if (isRefused) incoming.on('data', () => incoming.socket.resetAndDestroy())
  })
  const worker = new URL(`http://127.0.0.1:${await freePort()}`)
  await once(upstream.listen(Number(worker.port), worker.hostname), 'listening')
  port = await freePort()
  web = await startWeb({ root, mode: 'dev', port, targets: () => ({ worker, fakes: worker }) })
})
afterAll(async () => {
  await web.stop()
  upstream.close()
  rmSync(root, { recursive: true })
})

type Sent = { host?: string; method?: string; headers?: Record<string, string>; bytes?: number }

const send = ({ host = '127.0.0.1', method = 'POST', headers = {}, bytes = 0 }: Sent) =>
  new Promise((resolve, reject) => {
    const length = { ...headers, ...(bytes > 0 && { 'Content-Length': bytes }) }
    request({ host, port, path: '/api/x', method, headers: length }, ({ statusCode, headers: answer }) =>
      resolve([statusCode, answer['access-control-allow-origin']]),
    )
      .on('error', reject)
      .end(new Uint8Array(bytes))
  })

const preflight = { Origin: 'https://shop.example', 'Access-Control-Request-Method': 'POST' }
// The client of Java offers HTTP/2 with its first request.
const h2c = { Connection: 'Upgrade, HTTP2-Settings', Upgrade: 'h2c', 'HTTP2-Settings': 'AAEAAEAAAAIAAAAB' }

test.each<[string, Sent, number]>([
  ['a preflight of another site', { method: 'OPTIONS', headers: preflight }, 200],
  ['an offer of HTTP/2', { headers: h2c }, 200],
  ['an offer of HTTP/2 over IPv6', { headers: h2c, host: '::1' }, 200],
  ['an upload', { bytes: 1_000_000 }, 200],
  ['a refused upload', { bytes: 21_000_000 }, 413],
])('the Worker answers %s', async (_, sent, status) => {
  const answer = [status, `Worker, ${status === 200 ? (sent.bytes ?? 0) : 0}`]
  // A refusal that takes longer than the proxy waits is lost.
  await vi.waitFor(async () => expect(await send(sent)).toEqual(answer), 20_000)
})
