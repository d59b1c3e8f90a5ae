import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type Call, type Control, type Fake, type FakeHttpServer, json, type Reply, text } from './fake.ts'
import { FAULT_MODES, Ledger } from './faults.ts'
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

type Answer = () => Promise<Reply | undefined>

/** Counts the call and disturbs it where that is asked for; an answer of `undefined` is written already. */
async function serve(
  fake: Fake | FakeHttpServer,
  ledger: Ledger,
  call: Call,
  response: ServerResponse,
  answer: Answer,
): Promise<void> {
  const namespace = fake.namespaceOf(call)
  ledger.count(fake.name, namespace, 'trips', 1)
  const fault = ledger.take(fake.name, namespace)
  const socket = response.socket
  const disturb = async () => {
    const done = fault && socket ? await ledger.disturb(fault, socket) : 'none'
    if (done === 'none') return false
    if (done === 'reset') socket?.resetAndDestroy()
    else if (done !== 'gone') {
      write(response, { status: done.status, headers: { 'content-type': done.type }, body: done.body })
    }
    return true
  }
  if (fault && !fault.after && (await disturb())) return
  const reply = await answer()
  if (!reply || (fault?.after && (await disturb()))) return
  write(response, reply)
}

const optionalText = (input: Record<string, unknown>, name: string) =>
  input[name] === undefined ? undefined : text(input, name)

function ledgerControls(ledger: Ledger): Record<string, Control> {
  return {
    counts: async (input) => ledger.read(optionalText(input, 'namespace')),
    reset: async (input) => {
      const namespace = optionalText(input, 'namespace')
      ledger.resetCounts(namespace)
      ledger.clear(undefined, namespace)
      return {}
    },
    faults: async (input) => {
      const service = text(input, 'service')
      const namespace = optionalText(input, 'namespace')
      if (input.mode === 'ok') {
        ledger.clear(service, namespace)
        return {}
      }
      const mode = FAULT_MODES.find((one) => one === input.mode)
      if (!mode) throw new Error(`"mode" must be one of ${FAULT_MODES.join(', ')}, ok`)
      const ms = typeof input.ms === 'number' ? input.ms : 1000
      const times = typeof input.times === 'number' ? input.times : Number.POSITIVE_INFINITY
      ledger.plan({ service, mode, ms, after: input.after === true, ...(namespace && { namespace }) }, times)
      return {}
    },
  }
}

async function control(controls: Record<string, Control>, call: Call): Promise<Reply> {
  const run = controls[call.path.slice(1)]
  if (!run) return json(404, { error: `no control ${call.path}` })
  try {
    const input = call.method === 'GET' ? Object.fromEntries(call.query) : JSON.parse(call.body || '{}')
    return json(200, await run(input))
  } catch (error) {
    return json(400, { error: error instanceof Error ? error.message : String(error) })
  }
}

function mailbox(box: Mailbox, call: Call): Reply {
  if (call.path === '/mailbox.json') return json(200, box.list(call.query.get('to') ?? undefined))
  if (call.path !== '/mailbox') return json(404, { error: 'not found' })
  return {
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: mailboxPage(box.list()),
  }
}

/** A running server of stand-ins. */
export interface Server {
  readonly url: string
  stop(): Promise<void>
}

/** Serves each stand-in under its name, the controls under `/control`, and the mailbox at `/dev/mailbox`. */
export async function startServer(fakes: readonly (Fake | FakeHttpServer)[], box: Mailbox): Promise<Server> {
  const ledger = new Ledger()
  const controls = Object.assign(ledgerControls(ledger), ...fakes.map((fake) => fake.controls ?? {}))
  const byName = new Map(fakes.map((fake) => [fake.name, fake]))

  const baseUrl = () => {
    const address = server.address()
    if (!address || typeof address === 'string') throw new Error('the stand-ins got no port')
    return `http://127.0.0.1:${address.port}`
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    const [, room = ''] = url.pathname.split('/')
    const fake = byName.get(room)
    const isHttpServer = fake !== undefined && 'handle' in fake
    const call: Call = {
      method: request.method ?? 'GET',
      path: url.pathname.slice(room.length + 1) || '/',
      query: url.searchParams,
      headers: request.headers,
      body: isHttpServer ? '' : await readBody(request),
    }
    if (room === 'dev') return write(response, mailbox(box, call))
    // A page of some website could post here from the developer's browser, which then says where it comes from.
    if (request.headers.origin) return write(response, json(403, { error: 'not for browsers' }))
    if (room === 'control') return write(response, await control(controls, call))
    if (isHttpServer) {
      return serve(fake, ledger, call, response, async () => {
        ledger.count(fake.name, fake.namespaceOf(call), fake.unit, 1)
        await fake.handle(request, response, baseUrl())
        return undefined
      })
    }
    if (fake) {
      const count = (units: number) => ledger.count(fake.name, fake.namespaceOf(call), fake.unit, units)
      return serve(fake, ledger, call, response, () => fake.answer(call, count))
    }
    write(response, json(404, { error: `nothing stands at ${url.pathname}` }))
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (!response.headersSent) write(response, json(500, { error: String(error), message: String(error) }))
    })
  })
  // A server that closes idle connections first loses the calls that a client sends into the closing.
  server.keepAliveTimeout = 0
  server.requestTimeout = 0
  server.headersTimeout = 0
  await new Promise<void>((resolve, reject) =>
    server.once('error', reject).listen(0, '127.0.0.1', 1024, resolve),
  )
  return {
    url: baseUrl(),
    stop: async () => {
      ledger.clear()
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
      await Promise.all(fakes.map((fake) => fake.stop?.()))
    },
  }
}
