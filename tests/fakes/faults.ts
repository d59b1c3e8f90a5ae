import type { Socket } from 'node:net'
import type { Reply } from './fake.ts'

/** `fail` answers 500, `reset` breaks the connection, `hang` never answers, `garbage` is not the protocol. */
type FaultMode = 'fail' | 'reset' | 'hang' | 'garbage' | 'slow'

export interface Fault {
  readonly service: string
  readonly mode: FaultMode
  /** Every namespace if undefined. */
  readonly namespace?: string
  /** For `slow`, in milliseconds. */
  readonly ms?: number
  /** The call takes effect first, and only its answer is lost. */
  readonly after?: boolean
  /** Only calls whose content includes this text, such as `commit`. */
  readonly content?: string
}

export type PlannedFault = Fault & { remaining: number; cleared: Promise<void>; clear: () => void }

const JSON_TYPE = { 'content-type': 'application/json' }
const FAILURE: Reply = {
  status: 500,
  headers: JSON_TYPE,
  body: '{"error":"internal error","message":"internal error"}',
}
const GARBAGE: readonly Reply[] = [
  {
    status: 200,
    headers: { 'content-type': 'text/html' },
    body: '<!doctype html><html><body><h1>502 Bad Gateway</h1></body></html>',
  },
  { status: 200, headers: JSON_TYPE, body: '{"result":[{"fields":[{"na' },
]

/** The faults that tests have planned. */
export class Faults {
  private planned: PlannedFault[] = []
  private garbage = 0

  plan(fault: Fault, times: number): void {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.planned.push({ ...fault, remaining: times, cleared: promise, clear: resolve })
  }

  /** Clears the faults that match. Calls that hang continue. */
  clear(service?: string, namespace?: string): void {
    const matches = (fault: PlannedFault) =>
      (service === undefined || fault.service === service) &&
      (namespace === undefined || fault.namespace === namespace)
    for (const fault of this.planned) if (matches(fault)) fault.clear()
    this.planned = this.planned.filter((fault) => !matches(fault))
  }

  /** Takes the next fault of a call. */
  take(service: string, namespace: string, content: string): PlannedFault | undefined {
    const found = this.planned.find(
      (fault) =>
        fault.remaining > 0 &&
        fault.service === service &&
        (fault.namespace === undefined || fault.namespace === namespace) &&
        (fault.content === undefined || content.includes(fault.content)),
    )
    if (found) found.remaining--
    return found
  }

  /** Returns the reply of the fault, `closed` when there is no connection to reply on, or `none` after a delay. */
  async apply(fault: PlannedFault, socket: Socket): Promise<Reply | 'closed' | 'none'> {
    if (fault.mode === 'fail') return FAILURE
    if (fault.mode === 'garbage') return GARBAGE[this.garbage++ % GARBAGE.length] ?? FAILURE
    if (fault.mode === 'reset') {
      socket.resetAndDestroy()
      return 'closed'
    }
    const ended = Promise.withResolvers<void>()
    const timer = fault.mode === 'slow' ? setTimeout(ended.resolve, fault.ms ?? 1000) : undefined
    socket.once('close', ended.resolve)
    await Promise.race([ended.promise, fault.cleared])
    socket.off('close', ended.resolve)
    clearTimeout(timer)
    return socket.destroyed ? 'closed' : 'none'
  }
}
