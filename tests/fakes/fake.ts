import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'

/** One HTTP call to a stand-in; `path` is what follows its name. */
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

/** What a test may ask of a stand-in beside its own protocol; the input is JSON, and so is the answer. */
export type Control = (input: Record<string, unknown>) => Promise<unknown>

/** An outside service, served under `/<name>/…`. */
interface FakeBase {
  readonly name: string
  /** What one call may hold several of, counted apart from the trips: statements, commands. */
  readonly unit: string
  /** Whose call this is, so that tests at the same time see only their own counts and faults. */
  namespaceOf(call: Call): string
  /** Served as POST /control/<name>. */
  readonly controls?: Readonly<Record<string, Control>>
  stop?(): Promise<void>
}

export interface Fake extends FakeBase {
  answer(call: Call, count: (units: number) => void): Promise<Reply>
}

/** A stand-in that speaks HTTP itself: it gets the request unread, and the base URL under which all are served. */
export interface FakeHttpServer extends FakeBase {
  handle(request: IncomingMessage, response: ServerResponse, base: string): Promise<void>
}

/** A reply in JSON. */
export const json = (status: number, value: unknown, headers: Record<string, string> = {}): Reply => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(value),
})

/** The token of an `Authorization: Bearer` header, empty without one. */
export const bearer = (call: Call): string =>
  call.headers.authorization?.match(/^Bearer\s+(\S+)$/i)?.[1] ?? ''

/** A text of a control's input. Throws where it is missing. */
export function text(input: Record<string, unknown>, name: string): string {
  const value = input[name]
  if (typeof value !== 'string' || value === '') throw new Error(`"${name}" must be a text`)
  return value
}
