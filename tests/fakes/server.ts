import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { FaultRequest } from './client.ts'
import { Counters } from './counters.ts'
import {
  type Call,
  type Control,
  type Fake,
  type FakeHttpServer,
  json,
  type Reply,
  type State,
} from './fake.ts'
import { Faults } from './faults.ts'
import type { Mailbox } from './mail.ts'
import { mailboxPage } from './mailbox-page.ts'

const BODY_LIMIT = 64 * 1024 * 1024

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > BODY_LIMIT) throw new Error('the body is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function write(response: ServerResponse, reply: Reply): void {
  if (response.destroyed) return
  response.writeHead(reply.status, { ...reply.headers, 'content-length': Buffer.byteLength(reply.body) })
  response.end(reply.body)
}

/** Counts the call and applies its fault. `answer` returns undefined when it has written the response itself. */
async function serve(
  fake: Fake | FakeHttpServer,
  { faults, counters }: State,
  call: Call,
  response: ServerResponse,
  answer: () => Promise<Reply | undefined>,
): Promise<void> {
  const namespace = fake.namespaceOf(call)
  counters.add(fake.name, namespace, 'trips', 1)
  const fault = faults.take(fake.name, namespace, call.body)
  const { socket } = response
  const isReplaced = async () => {
    const outcome = fault && socket ? await faults.apply(fault, socket) : 'none'
    if (typeof outcome === 'object') write(response, outcome)
    return outcome !== 'none'
  }
  if (fault && !fault.after && (await isReplaced())) return
  const reply = await answer()
  if (!reply || (fault?.after && (await isReplaced()))) return
  write(response, reply)
}

function stateControls({ faults, counters }: State): Record<string, Control> {
  return {
    counts: ({ namespace }: { namespace?: string }) => counters.read(namespace),
    reset: ({ namespace }: { namespace?: string }) => {
      counters.reset(namespace)
      faults.clear(undefined, namespace)
    },
    faults: ({ times = Number.POSITIVE_INFINITY, ...fault }: FaultRequest) => faults.plan(fault, times),
    'faults-clear': ({ service, namespace }: Pick<FaultRequest, 'service' | 'namespace'>) =>
      faults.clear(service, namespace),
  }
}

async function control(controls: Record<string, Control>, call: Call): Promise<Reply> {
  const run = controls[call.path.slice(1)]
  if (!run) return json(404, { error: `unknown control ${call.path}` })
  try {
    return json(200, (await run(JSON.parse(call.body) as never)) ?? {})
  } catch (error) {
    return json(400, { error: error instanceof Error ? error.message : String(error) })
  }
}

function mailbox(box: Mailbox, call: Call): Reply {
  if (call.path === '/mailbox.json') {
    const [to, namespace] = ['to', 'namespace'].map((name) => call.query.get(name) ?? undefined)
    return json(200, box.list({ to, namespace }))
  }
  if (call.path !== '/mailbox') return json(404, { error: 'not found' })
  return {
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: mailboxPage(box.list()),
  }
}

/** `/dev/<name>/…` belongs to a fake, the rest to the mailbox. */
async function browse(
  fakes: ReadonlyMap<string, Fake | FakeHttpServer>,
  box: Mailbox,
  call: Call,
): Promise<Reply> {
  const [, name = ''] = call.path.split('/')
  const fake = fakes.get(name)
  const path = call.path.slice(name.length + 1)
  return fake && 'browse' in fake && fake.browse ? fake.browse({ ...call, path }) : mailbox(box, call)
}

export interface Server {
  readonly url: string
  stop(): Promise<void>
}

/** Serves each fake under its name, the controls under `/control`, and pages for browsers under `/dev`. */
export async function startServer(fakes: readonly (Fake | FakeHttpServer)[], box: Mailbox): Promise<Server> {
  const state: State = { faults: new Faults(), counters: new Counters() }
  const controls = Object.assign(stateControls(state), ...fakes.map((fake) => fake.controls ?? {}))
  const byName = new Map(fakes.map((fake) => [fake.name, fake]))

  const baseUrl = () => {
    const address = server.address()
    if (!address || typeof address === 'string') throw new Error('the fakes have no port')
    return `http://127.0.0.1:${address.port}`
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    const [, name = ''] = url.pathname.split('/')
    const fake = byName.get(name)
    const isHttpServer = fake !== undefined && 'handle' in fake
    const call: Call = {
      method: request.method ?? 'GET',
      path: url.pathname.slice(name.length + 1) || '/',
      query: url.searchParams,
      headers: request.headers,
      body: isHttpServer ? '' : await readBody(request),
    }
    // Chromium requests it from pages without an icon.
    if (name === 'favicon.ico') return write(response, { status: 204, body: '' })
    if (name === 'dev') return write(response, await browse(byName, box, call))
    // A website in the developer's browser could post here. Browsers send an Origin header.
    if (request.headers.origin) return write(response, json(403, { error: 'not for browsers' }))
    if (name === 'control') return write(response, await control(controls, call))
    if (isHttpServer) {
      return serve(fake, state, call, response, async () => {
        state.counters.add(fake.name, fake.namespaceOf(call), fake.unit, 1)
        await fake.handle(request, response, baseUrl())
        return undefined
      })
    }
    if (fake) {
      const count = (amount: number, unit = fake.unit) =>
        state.counters.add(fake.name, fake.namespaceOf(call), unit, amount)
      return serve(fake, state, call, response, () => fake.answer(call, count))
    }
    write(response, json(404, { error: `unknown path ${url.pathname}` }))
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (!response.headersSent) write(response, json(500, { error: String(error), message: String(error) }))
    })
  })
  server.on('upgrade', (request, socket, head) => {
    const [, name = ''] = (request.url ?? '').split('/')
    const fake = byName.get(name)
    if (fake?.upgrade && !request.headers.origin) fake.upgrade(request, head, state)
    else socket.destroy()
  })
  // A client may send a request just when the server closes an idle connection.
  server.keepAliveTimeout = 0
  server.requestTimeout = 0
  server.headersTimeout = 0
  await new Promise<void>((resolve, reject) =>
    server.once('error', reject).listen(0, '127.0.0.1', 1024, resolve),
  )
  return {
    url: baseUrl(),
    stop: async () => {
      state.faults.clear()
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
      await Promise.all(fakes.map((fake) => fake.stop?.()))
    },
  }
}
