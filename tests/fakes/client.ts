import type { Fault } from './faults.ts'
import type { Flaw } from './google.ts'
import { type Contact, hubspotToken, type Refusal } from './hubspot.ts'
import type { Mail } from './mail.ts'
import { paddleClient } from './paddle/client.ts'
import { paddleKeys } from './paddle/keys.ts'
import type { RegisterChange, RegisterTally } from './registers/index.ts'
import type { Settings } from './start.ts'
import type { Distances } from './upstash-namespace.ts'
import type { ReceivedWebhook, WebhookReply } from './webhooks.ts'

const NOTHING = {
  neon: { trips: 0, statements: 0 },
  upstash: { trips: 0, commands: 0 },
  mail: { trips: 0, mails: 0 },
  recaptcha: { trips: 0, checks: 0 },
  google: { trips: 0, calls: 0 },
  registers: { trips: 0, calls: 0 },
  paddle: { trips: 0, calls: 0 },
  hubspot: { trips: 0, upserts: 0 },
  webhooks: { trips: 0, calls: 0 },
}
/** Calls since the start or the last reset. */
export type Counts = typeof NOTHING

export interface FaultRequest extends Fault {
  readonly service: keyof Counts
  /** Applies to the next `times` calls, or to all until it is cleared. */
  readonly times?: number
}

/** Moves a Worker's settings to another namespace: its own database, Redis, email key, registers and account at Paddle. */
export function settingsFor(base: Settings, namespace: string): Settings {
  const database = new URL(base.DATABASE_URL ?? '')
  database.pathname = `/${namespace}`
  return {
    ...base,
    DATABASE_URL: database.href,
    UPSTASH_REDIS_REST_TOKEN: namespace,
    RESEND_API_KEY: `re_${namespace}`,
    HUBSPOT_TOKEN: hubspotToken(namespace),
    ...paddleKeys(namespace),
    ...(base.REGISTERS_URL && { REGISTERS_URL: base.REGISTERS_URL.replace(/[^/]+$/, namespace) }),
    ...(base.WEBHOOKS_URL && { WEBHOOKS_URL: base.WEBHOOKS_URL.replace(/[^/]+$/, namespace) }),
  }
}

/** Controls the fakes. Uses only `fetch`, so it also runs in workerd. */
export function fakesClient(baseUrl: string) {
  async function post<T>(path: string, input: object): Promise<T> {
    const response = await fetch(`${baseUrl}/control/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(input),
    })
    const answer: unknown = await response.json()
    if (!response.ok) throw new Error(`control ${path}: ${JSON.stringify(answer)}`)
    return answer as T
  }

  return {
    counts: async (namespace?: string): Promise<Counts> => {
      const counted: Partial<Record<string, object>> = await post('counts', { namespace })
      const all = Object.entries(NOTHING).map(([service, none]) => [
        service,
        { ...none, ...counted[service] },
      ])
      return Object.fromEntries(all)
    },
    /** Resets counts and faults of a namespace, or of all. */
    reset: (namespace?: string) => post<object>('reset', { namespace }),
    fault: (fault: FaultRequest) => post<object>('faults', fault),
    clearFaults: (service: keyof Counts, namespace?: string) =>
      post<object>('faults-clear', { service, namespace }),
    /** Queries PostgreSQL directly: not counted, no faults. */
    sql: <Row = Record<string, unknown>>(database: string, text: string, params: readonly unknown[] = []) =>
      post<Row[]>('sql', { database, text, params }),
    /** Creates a database, empty or as a copy of its template. */
    createDatabase: (name: string, template?: string) => post<object>('databases', { name, template }),
    /** Sends one Redis command: not counted, no faults. */
    redis: async (namespace: string, ...command: readonly string[]): Promise<unknown> =>
      (await post<{ result: unknown }>('redis', { namespace, command })).result,
    flushRedis: (namespace: string) => post<object>('redis', { namespace, command: ['FLUSHDB'] }),
    /**
     * Places Redis: round trips to the primary and to the nearest replica, and the replication lag (milliseconds). From
     * then on, reads see the replica.
     */
    placeRedis: (namespace: string, { primary = 0, replica = 0, lag = 0 }: Partial<Distances>) =>
      post<object>('redis-distances', { namespace, primary, replica, lag }),
    /** Saves Redis's data, for `restoreRedis`. */
    saveRedis: (namespace: string) => post<object>('redis-save', { namespace }),
    /** Rolls Redis back to the last `saveRedis`. */
    restoreRedis: (namespace: string) => post<object>('redis-restore', { namespace }),
    /** Google's next ID token has this flaw. */
    spoilIdToken: (flaw: Flaw) => post<object>('google', { flaw }),
    /** Changes how a register answers its next `times` calls, or all until it is `normal` again. */
    switchRegister: (change: RegisterChange) => post<object>('registers', change),
    /** Calls to a register, and the peak of parallel calls. */
    registerTally: (namespace: string, register: string) =>
      post<RegisterTally>('registers-tally', { namespace, register }),
    /** HubSpot refuses the next `times` calls. */
    refuseHubSpot: (refusal: { namespace: string; refusal: Refusal; times?: number }) =>
      post<object>('hubspot', refusal),
    hubspotContacts: (namespace: string) => post<Contact[]>('hubspot-contacts', { namespace }),
    /** How receivers of webhooks answer, one after the other; then 204 again. */
    planWebhooks: (namespace: string, replies: readonly WebhookReply[]) =>
      post<object>('webhooks-plan', { namespace, replies }),
    /** What receivers got since the last time: all of them, or the one at a URL. */
    takeWebhooks: (namespace: string, url?: string) =>
      post<ReceivedWebhook[]>('webhooks-take', { namespace, url }),
    /** Controls the namespace's account at Paddle. */
    paddle: (namespace: string) => paddleClient(post, namespace),
    /** The emails to an address, newest first: of one namespace, or of all. */
    mailbox: async (to: string, namespace?: string): Promise<Mail[]> => {
      const query = new URLSearchParams({ to, ...(namespace && { namespace }) })
      const response = await fetch(`${baseUrl}/dev/mailbox.json?${query}`)
      return (await response.json()) as Mail[]
    },
  }
}

export type FakesClient = ReturnType<typeof fakesClient>
