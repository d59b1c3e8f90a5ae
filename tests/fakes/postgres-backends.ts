import { connect, type Socket } from 'node:net'

/** The first byte of a message; both directions are listed. */
const TYPES = {
  parse: 'P',
  bind: 'B',
  describe: 'D',
  execute: 'E',
  flush: 'H',
  sync: 'S',
  query: 'Q',
  password: 'p',
  terminate: 'X',
  ready: 'Z',
} as const

export const isType = (message: Buffer, ...types: readonly (keyof typeof TYPES)[]) =>
  types.some((type) => message[0] === TYPES[type].charCodeAt(0))

/** Splits a stream into messages: a type of one byte, and a length that includes itself. */
export function messageReader(): (bytes: Buffer) => Buffer[] {
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

function query(text: string): Buffer {
  const message = Buffer.from(`Q____${text}\0`)
  message.writeUInt32BE(message.length - 1, 1)
  return message
}
const ROLLBACK = query('ROLLBACK')
const DISCARD = query('DISCARD ALL')

/** PostgreSQL's request for the password. */
export const PASSWORD_REQUEST = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 3])

const IDLE_BACKENDS = 40

export interface BackendListener {
  answer(messages: Buffer, isReady: boolean): void
  closed(): void
}

/** A connection to PostgreSQL. */
export class Backend {
  readonly login: Buffer
  private readonly socket: Socket
  private readonly read = messageReader()
  /** What PostgreSQL sends before the first query, after the password. */
  private readonly greeting: Buffer[] = []
  private isGreeted = false
  private unanswered = 1
  private inTransaction = false
  private listener: BackendListener

  constructor(port: number, login: Buffer, listener: BackendListener) {
    this.login = login
    this.listener = listener
    this.socket = connect(port, '127.0.0.1')
    this.socket.write(login)
    this.socket.on('data', (bytes: Buffer) => this.receive(bytes))
    const closed = () => this.listener.closed()
    this.socket.on('close', closed).on('error', closed)
  }

  private receive(bytes: Buffer): void {
    const messages = this.read(bytes).filter((message) => !message.equals(PASSWORD_REQUEST))
    for (const message of messages) {
      if (!this.isGreeted) this.greeting.push(message)
      if (!isType(message, 'ready')) continue
      this.isGreeted = true
      this.unanswered--
      this.inTransaction = message.at(-1) !== 'I'.charCodeAt(0)
    }
    if (messages.length === 0) return
    const isReady = messages.some((message) => isType(message, 'ready'))
    this.listener.answer(Buffer.concat(messages), isReady)
  }

  send(messages: readonly Buffer[]): void {
    this.unanswered += messages.filter((message) => isType(message, 'sync', 'query')).length
    this.socket.write(Buffer.concat(messages))
  }

  /** A client that continues with this connection is greeted as if it were new. */
  greet(listener: BackendListener): void {
    this.listener = listener
    listener.answer(Buffer.concat(this.greeting), true)
  }

  /** Forgets all of the client. Closes the connection if a statement is still running. */
  reset(done: () => void, closed: () => void): void {
    this.listener = { answer: (_, isReady) => isReady && this.unanswered === 0 && done(), closed }
    if (this.unanswered > 0 || this.socket.destroyed) this.close()
    else this.send(this.inTransaction ? [ROLLBACK, DISCARD] : [DISCARD])
  }

  close(): void {
    this.socket.destroy()
  }
}

/** Keeps connections for the next client, because starting one takes longer than most transactions. */
export class Backends {
  private idle: Backend[] = []
  private readonly port: number

  constructor(port: number) {
    this.port = port
  }

  /** `login` is the startup message and the password. */
  take(login: Buffer, listener: BackendListener): Backend {
    const backend = this.idle.findLast((one) => one.login.equals(login))
    if (!backend) return new Backend(this.port, login, listener)
    this.forget(backend)
    backend.greet(listener)
    return backend
  }

  release(backend: Backend): void {
    backend.reset(
      () => {
        this.idle.push(backend)
        if (this.idle.length > IDLE_BACKENDS) this.idle.shift()?.close()
      },
      () => this.forget(backend),
    )
  }

  closeAll(): void {
    for (const backend of this.idle) backend.close()
  }

  private forget(backend: Backend): void {
    this.idle = this.idle.filter((one) => one !== backend)
  }
}
