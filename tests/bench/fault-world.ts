import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { modulesOf } from '#tests/dev/workerd.ts'
import type { FakesClient } from '#tests/fakes/client.ts'
import type { Settings } from '#tests/fakes/start.ts'
import type { Tier } from '#worker/organizations/contract.ts'
import { organizationOf } from '#worker/token-format.ts'
import { validation } from './bench-world.ts'
import type { CallQueue } from './call-queue.ts'
import { addOrganizations } from './organizations.ts'
import { startWorkerd, type WorkerdProcess } from './workerd-process.ts'

const BODY = JSON.stringify({ countryCode: 'IN', tin: 'AAPFU0939F' })

/** `rate` is in calls a second over all isolates. */
export type Plan = { tier: Tier; limit: number; used: number; rate: number }

type Answered = { at: number; isolate: Isolate }

export type Customer = Plan & {
  token: string
  organizationId: string
  /** By request ID. */
  answered: Map<string, Answered>
  /** Answers other than 200 and 429, and calls without an answer. */
  failed: number
}

export async function addCustomers(databaseUrl: string, plans: readonly Plan[]): Promise<Customer[]> {
  const customers: Customer[] = []
  for (const plan of plans) {
    const [token = ''] = await addOrganizations(databaseUrl, { ...plan, count: 1 })
    const organizationId = organizationOf(token) ?? ''
    customers.push({ ...plan, token, organizationId, answered: new Map(), failed: 0 })
  }
  return customers
}

/** A process of workerd with the API's bundle. It is replaced when it is killed. */
export type Isolate = { readonly worker: WorkerdProcess; killedAt?: number }

export class Isolates {
  readonly all: Isolate[] = []
  readonly #folder: string
  readonly #settings: Settings
  readonly #queue: CallQueue
  #started = 0

  constructor(folder: string, settings: Settings, queue: CallQueue) {
    this.#folder = folder
    this.#settings = settings
    this.#queue = queue
  }

  async start(): Promise<Isolate> {
    const own = join(this.#folder, `isolate-${this.#started++}`)
    mkdirSync(own, { recursive: true })
    const options = { queue: this.#queue.address }
    return { worker: await startWorkerd(own, modulesOf(this.#folder, 'api'), this.#settings, options) }
  }

  async add(count: number): Promise<void> {
    for (let added = 0; added < count; added++) this.all.push(await this.start())
  }

  /** Kills one in the middle of its calls; another takes its place. */
  async replace(index: number): Promise<void> {
    const killed = this.all[index]
    if (!killed) return
    killed.killedAt = Date.now()
    await killed.worker.stop('SIGKILL')
    this.all[index] = await this.start()
  }

  async stop(): Promise<void> {
    for (const { worker } of this.all) await worker.stop()
  }
}

let sent = 0

async function call(isolates: Isolates, customer: Customer): Promise<void> {
  const isolate = isolates.all[sent++ % isolates.all.length]
  if (!isolate) return
  try {
    const { status, requestId } = await isolate.worker.send(validation(customer.token, BODY))
    if (status === 200) customer.answered.set(requestId, { at: Date.now(), isolate })
    else if (status !== 429) customer.failed++
  } catch {
    customer.failed++
  }
}

/** Calls at the customers' rates until `isOver`, whatever the answers take. */
export async function callUntil(
  isolates: Isolates,
  customers: readonly Customer[],
  isOver: () => boolean,
): Promise<void> {
  const calls = new Set<Promise<void>>()
  const begin = performance.now()
  const made = customers.map(() => 0)
  while (!isOver()) {
    const seconds = (performance.now() - begin) / 1_000
    for (const [index, customer] of customers.entries())
      while ((made[index] ?? 0) < seconds * customer.rate) {
        made[index] = (made[index] ?? 0) + 1
        const own = call(isolates, customer).finally(() => calls.delete(own))
        calls.add(own)
      }
    await sleep(10)
  }
  await Promise.all(calls)
}

/** `charged` counts since the start. `withOutcome` are the request IDs of `ids` whose call has an outcome. */
export type Recorded = { ids: ReadonlySet<string>; withOutcome: ReadonlySet<string>; charged: number }

/** What PostgreSQL knows of a customer. */
export async function recordedOf(
  control: FakesClient,
  database: string,
  { organizationId, used }: Customer,
): Promise<Recorded> {
  const rows = await control.sql<{ id: string; ended: boolean }>(
    database,
    `select request_id as id, response_time is not null as ended
       from api_activities where organization_id = $1 and spent = 1`,
    [organizationId],
  )
  const [quota] = await control.sql<{ used: number }>(
    database,
    'select used_count as used from organization_quotas where organization_id = $1',
    [organizationId],
  )
  return {
    ids: new Set(rows.map(({ id }) => id)),
    withOutcome: new Set(rows.filter(({ ended }) => ended).map(({ id }) => id)),
    charged: (quota?.used ?? 0) - used,
  }
}
