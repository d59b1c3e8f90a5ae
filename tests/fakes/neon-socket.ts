import type { IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import type { State } from './fake.ts'
import type { PlannedFault } from './faults.ts'
import type { Postgres } from './postgres.ts'

/** The first byte of a message; both directions are listed. */
const TYPES = {
  parse: 'P',
  bind: 'B',
  describe: 'D',
  execute: 'E',
  flush: 'H',
  sync: 'S',
  query: 'Q',
  ready: 'Z',
} as const

const isType = (message: Buffer, ...types: readonly (keyof typeof TYPES)[]) =>
  types.some((type) => message[0] === TYPES[type].charCodeAt(0))

/** Splits a stream into messages: a type of one byte, and a length that includes itself. */
function messageReader(): (bytes: Buffer) => Buffer[] {
  let rest = Buffer.alloc(0)
  return (bytes) => {
    const messages: Buffer[] = []
    rest = Buffer.concat([rest, bytes])
    while (rest.length >= 5 && rest.length > rest.readUInt32BE(1)) {
      const end = 1 + rest.readUInt32BE(1)
      messages.push(rest.subarray(0, end))
      rest = rest.subarray(end)
    }
    return messages
  }
}

/** The first message has no type: its length, the version, and pairs of names and values. */
function databaseOf(startup: Buffer): string {
  const words = startup.toString('utf8', 8).split('\0')
  return words[words.indexOf('database') + 1] ?? ''
}

/**
 * One connection at `/neon/v2`: bytes through to PostgreSQL. A trip is what the client sends up to a Sync or a simple
 * query; faults replace or delay trips as they do for HTTP.
 */
class Tunnel {
  private readonly database: Socket
  private readonly sent = messageReader()
  private readonly answered = messageReader()
  private namespace: string | undefined
  private trip: Buffer[] = []
  private forwarded: Promise<void> = Promise.resolve()
  /** Set while the answer of a trip is withheld. */
  private withheld: { bytes: Buffer[]; complete: () => void } | undefined
  private readonly client: WebSocket
  private readonly socket: Socket
  private readonly state: State

  constructor(client: WebSocket, socket: Socket, port: number, state: State) {
    this.client = client
    this.socket = socket
    this.state = state
    this.database = connect(port, '127.0.0.1')
    const close = () => this.close()
    client.on('message', (bytes: Buffer) => this.receive(bytes))
    client.on('close', close).on('error', close)
    this.database.on('data', (bytes: Buffer) => this.answer(bytes))
    this.database.on('close', close).on('error', close)
  }

  private close(): void {
    this.client.terminate()
    this.database.destroy()
  }

  private receive(bytes: Buffer): void {
    let rest = bytes
    if (this.namespace === undefined) {
      const startup = bytes.subarray(0, bytes.readUInt32BE(0))
      this.namespace = databaseOf(startup)
      this.database.write(startup)
      rest = bytes.subarray(startup.length)
    }
    for (const message of this.sent(rest)) {
      this.trip.push(message)
      if (isType(message, 'parse', 'bind', 'describe', 'execute', 'flush')) continue
      const messages = this.trip
      this.trip = []
      this.forwarded = this.forwarded.then(() => this.forward(messages))
    }
  }

  private answer(bytes: Buffer): void {
    if (this.withheld) this.withheld.bytes.push(bytes)
    else this.client.send(bytes)
    for (const message of this.answered(bytes)) {
      if (isType(message, 'ready')) this.withheld?.complete()
    }
  }

  private async forward(messages: readonly Buffer[]): Promise<void> {
    if (this.namespace === undefined || this.client.readyState !== this.client.OPEN) return
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
    this.database.write(Buffer.concat(messages))
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
  return {
    upgrade: (request: IncomingMessage, head: Buffer, state: State) =>
      server.handleUpgrade(request, request.socket, head, (client) => {
        new Tunnel(client, request.socket, postgres.port, state)
      }),
    stop: () => {
      for (const client of server.clients) client.terminate()
    },
  }
}
