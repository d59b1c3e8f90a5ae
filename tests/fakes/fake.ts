import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { Counters } from './counters.ts'
import type { Faults } from './faults.ts'

export type State = { faults: Faults; counters: Counters }

/** A request to a fake. `path` starts after the fake's name. */
export interface Call {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface Reply {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: string
}

/** A call of a test that is not part of the service's own protocol. Input and output are JSON, typed by client.ts. */
export type Control = (input: never) => unknown

/** An outside service at `/<name>/…`. */
interface FakeBase {
  readonly name: string
  /** What is counted beside requests, such as the statements of a batch. */
  readonly unit: string
  /** Tests that run at the same time see only their own namespace's counts and faults. */
  namespaceOf(call: Call): string
  /** Served as POST /control/<name>. */
  readonly controls?: Readonly<Record<string, Control>>
  /** Takes over the connection of a WebSocket. Counts and faults are its own business. */
  upgrade?(request: IncomingMessage, head: Buffer, state: State): void
  stop?(): Promise<void>
}

export interface Fake extends FakeBase {
  /** `count` adds to `unit`, or to a further one. */
  answer(call: Call, count: (amount: number, unit?: string) => void): Promise<Reply>
  /** Answers browsers at `/dev/<name>/…`, without counts and faults. */
  browse?(call: Call): Promise<Reply>
}

/** A fake that reads the request and writes the response itself. `base` is the URL of all fakes. */
export interface FakeHttpServer extends FakeBase {
  handle(request: IncomingMessage, response: ServerResponse, base: string): Promise<void>
}

export const json = (status: number, value: unknown, headers: Record<string, string> = {}): Reply => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(value),
})

/** The token of an `Authorization: Bearer` header, or an empty string. */
export const bearer = (call: Call): string =>
  call.headers.authorization?.match(/^Bearer\s+(\S+)$/i)?.[1] ?? ''
