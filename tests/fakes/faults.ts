import type { Socket } from 'node:net'

export const FAULT_MODES = ['fail', 'reset', 'hang', 'garbage', 'slow'] as const
export type FaultMode = (typeof FAULT_MODES)[number]

/** A disturbance of a stand-in: of its next `times` calls, or of all until cleared. */
export interface Fault {
  readonly service: string
  readonly mode: FaultMode
  /** Only calls of this namespace; every call without one. */
  readonly namespace?: string
  /** How long `slow` waits, in milliseconds. */
  readonly ms: number
  /** The call takes its effect first, and only its answer is disturbed. */
  readonly after: boolean
}

type Planned = Fault & { remaining: number; cleared: Promise<void>; clear: () => void }

/** What stands in for an answer: nothing, a refusal, or something that is not the protocol. */
export type Disturbance = 'none' | 'gone' | 'reset' | { status: number; type: string; body: string }

const GARBAGE = [
  { type: 'text/html', body: '<!doctype html><html><body><h1>502 Bad Gateway</h1></body></html>' },
  { type: 'application/json', body: '{"result":[{"fields":[{"na' },
]

/** The faults asked for, and the counts of calls by service and namespace. */
export class Ledger {
  private faults: Planned[] = []
  private readonly counts = new Map<string, Map<string, Record<string, number>>>()
  private garbage = 0

  plan(fault: Fault, times: number): void {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.faults.push({ ...fault, remaining: times, cleared: promise, clear: resolve })
  }

  /** Ends the faults of a service, of a namespace, or all; calls that hang go on. */
  clear(service?: string, namespace?: string): void {
    const ends = (fault: Planned) =>
      (service === undefined || fault.service === service) &&
      (namespace === undefined || fault.namespace === namespace)
    for (const fault of this.faults) if (ends(fault)) fault.clear()
    this.faults = this.faults.filter((fault) => !ends(fault))
  }

  take(service: string, namespace: string): Planned | undefined {
    const found = this.faults.find(
      (fault) =>
        fault.remaining > 0 &&
        fault.service === service &&
        (fault.namespace === undefined || fault.namespace === namespace),
    )
    if (found) found.remaining--
    return found
  }

  async disturb(fault: Planned, socket: Socket): Promise<Disturbance> {
    if (fault.mode === 'fail')
      return {
        status: 500,
        type: 'application/json',
        body: '{"error":"internal error","message":"internal error"}',
      }
    if (fault.mode === 'reset') return 'reset'
    if (fault.mode === 'garbage')
      return { status: 200, ...(GARBAGE[this.garbage++ % GARBAGE.length] ?? { type: '', body: '' }) }
    const left = Promise.withResolvers<void>()
    const timer = fault.mode === 'slow' ? setTimeout(left.resolve, fault.ms) : undefined
    socket.once('close', left.resolve)
    await Promise.race([left.promise, fault.cleared])
    socket.off('close', left.resolve)
    clearTimeout(timer)
    return socket.destroyed ? 'gone' : 'none'
  }

  count(service: string, namespace: string, unit: string, amount: number): void {
    const services = this.counts.get(namespace) ?? new Map<string, Record<string, number>>()
    this.counts.set(namespace, services)
    const units = services.get(service) ?? {}
    services.set(service, units)
    units[unit] = (units[unit] ?? 0) + amount
  }

  /** The counts of one namespace, or of all together. */
  read(namespace?: string): Record<string, Record<string, number>> {
    const total: Record<string, Record<string, number>> = {}
    for (const [name, services] of this.counts) {
      if (namespace !== undefined && name !== namespace) continue
      for (const [service, units] of services) {
        const sum = total[service] ?? {}
        total[service] = sum
        for (const [unit, amount] of Object.entries(units)) sum[unit] = (sum[unit] ?? 0) + amount
      }
    }
    return total
  }

  resetCounts(namespace?: string): void {
    if (namespace === undefined) this.counts.clear()
    else this.counts.delete(namespace)
  }
}
