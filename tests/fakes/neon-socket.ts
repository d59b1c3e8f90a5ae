import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import type { State } from './fake.ts'
import type { PlannedFault } from './faults.ts'
import type { Postgres } from './postgres.ts'
import { type Backend, Backends, isType, messageReader, PASSWORD_REQUEST } from './postgres-backends.ts'

/** The startup message has no type: its length, the version, and pairs of names and values. */
function databaseOf(startup: Buffer): string {
  const words = startup.toString('utf8', 8).split('\0')
  return words[words.indexOf('database') + 1] ?? ''
}

/**
 * One connection at `/neon/v2`: bytes through to PostgreSQL. A trip is what the client sends up to a Sync or a simple
 * query; faults replace or delay trips as they do for HTTP.
 */
class Tunnel {
  private readonly sent = messageReader()
  private startup: Buffer | undefined
  private namespace = ''
  private backend: Backend | undefined
  private trip: Buffer[] = []
  private forwarded: Promise<void> = Promise.resolve()
  /** Set while the answer of a trip is withheld. */
  private withheld: { bytes: Buffer[]; complete: () => void } | undefined
  private readonly client: WebSocket
  private readonly socket: Socket
  private readonly backends: Backends
  private readonly state: State

  constructor(client: WebSocket, socket: Socket, backends: Backends, state: State) {
    this.client = client
    this.socket = socket
    this.backends = backends
    this.state = state
    const close = () => this.close()
    client.on('message', (bytes: Buffer) => this.receive(bytes))
    client.on('close', close).on('error', close)
  }

  private close(): void {
    this.client.terminate()
    if (this.backend) this.backends.release(this.backend)
    this.backend = undefined
  }

  private receive(bytes: Buffer): void {
    let rest = bytes
    if (!this.startup) {
      this.startup = bytes.subarray(0, bytes.readUInt32BE(0))
      this.namespace = databaseOf(this.startup)
      this.client.send(PASSWORD_REQUEST)
      rest = bytes.subarray(this.startup.length)
    }
    for (const message of this.sent(rest)) {
      if (isType(message, 'password')) this.connect(Buffer.concat([this.startup, message]))
      else this.trip.push(message)
      if (isType(message, 'password', 'parse', 'bind', 'describe', 'execute', 'flush')) continue
      const messages = this.trip
      this.trip = []
      this.forwarded = this.forwarded.then(() => this.forward(messages))
    }
  }

  private connect(login: Buffer): void {
    this.backend = this.backends.take(login, {
      answer: (messages, isReady) => {
        if (this.withheld) this.withheld.bytes.push(messages)
        else this.client.send(messages)
        if (isReady) this.withheld?.complete()
      },
      closed: () => this.close(),
    })
  }

  private async forward(messages: readonly Buffer[]): Promise<void> {
    if (messages.some((message) => isType(message, 'terminate'))) this.close()
    if (!this.backend) return
    const isTrip = messages.some((message) => isType(message, 'sync', 'query'))
    const fault = isTrip
      ? this.state.faults.take('neon', this.namespace, Buffer.concat(messages).toString())
      : undefined
    if (isTrip) this.state.counters.add('neon', this.namespace, 'trips', 1)
    if (fault && !fault.after && (await this.isReplaced(fault))) return
    const statements = messages.filter((message) => isType(message, 'execute', 'query')).length
    if (statements > 0) this.state.counters.add('neon', this.namespace, 'statements', statements)
    const { promise, resolve } = Promise.withResolvers<void>()
    if (fault?.after) this.withheld = { bytes: [], complete: resolve }
    this.backend?.send(messages)
    if (!fault?.after) return
    await promise
    const { bytes } = this.withheld ?? { bytes: [] }
    this.withheld = undefined
    if (!(await this.isReplaced(fault))) for (const held of bytes) this.client.send(held)
  }

  private async isReplaced(fault: PlannedFault): Promise<boolean> {
    const outcome = await this.state.faults.apply(fault, this.socket)
    if (outcome === 'none') return false
    if (outcome !== 'closed')
      this.client.send(Buffer.from(`HTTP/1.1 ${outcome.status}\r\n\r\n${outcome.body}`))
    this.close()
    return true
  }
}

export function neonSocket(postgres: Postgres) {
  const server = new WebSocketServer({ noServer: true })
  const backends = new Backends(postgres.port)
  return {
    upgrade: (request: IncomingMessage, head: Buffer, state: State) =>
      server.handleUpgrade(request, request.socket, head, (client) => {
        new Tunnel(client, request.socket, backends, state)
      }),
    stop: () => {
      for (const client of server.clients) client.terminate()
      backends.closeAll()
    },
  }
}
