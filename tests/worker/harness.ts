import { env } from 'cloudflare:test'
import type { KVNamespace } from '@cloudflare/workers-types'
import { expect, inject, vi } from 'vitest'
import { type CreatedAccount, createAccount } from '#tests/dev/create-account.ts'
import { fakesClient, settingsFor } from '#tests/fakes/client.ts'
import type { RegisterMode } from '#tests/fakes/registers/index.ts'
import type { Settings } from '#tests/fakes/start.ts'
import type { User } from '#worker/accounts/contract.ts'
import type { BatchMessage } from '#worker/batches/enqueue.ts'
import type { PaidPlan } from '#worker/billing/contract.ts'
import { signCheckout } from '#worker/billing/sign-checkout.ts'
import { type Context, createContext } from '#worker/context.ts'
import entry from '#worker/index.ts'
import { type JobName, jobNames } from '#worker/jobs/contract.ts'
import type { OrganizationDetail, OrganizationStatus, Tier } from '#worker/organizations/contract.ts'
import { quotaKey } from '#worker/quota/month.ts'
import type { Health } from '#worker/service/contract.ts'
import type { CreatedToken } from '#worker/tokens/contract.ts'
import type { CreateToken } from '#worker/tokens/input-contract.ts'
import { createCallQueue, createQueue, deliverMessage } from './queues.ts'
import { createLimiters } from './register-limiters.ts'

declare global {
  namespace Cloudflare {
    interface Env {
      OAUTH_KV: KVNamespace
    }
  }
}

export const ORIGIN = 'http://localhost'
/** Settings that make cookies secure. */
export const PRODUCTION = {
  APP_ORIGIN: 'https://app.tinproof.example',
  WEAK_PASSWORD_HASHES: '',
  MAIL_FROM: 'Tinproof <no-reply@tinproof.com>',
}

type Options = Omit<Call, 'method' | 'body'>

/** The verbs of a client that sends requests with `call`. A call without a verb is a GET, or a POST if it has a body. */
export function verbs(call: <Body>(path: string, options: Call) => Promise<Answer<Body>>) {
  const verb =
    (method: string) =>
    <Body = ErrorBody>(path: string, body?: unknown, options: Options = {}) =>
      call<Body>(path, { ...options, method, ...(body !== undefined && { body }) })
  return { post: verb('POST'), put: verb('PUT'), patch: verb('PATCH'), delete: verb('DELETE') }
}

export type Answer<Body = unknown> = { status: number; headers: Headers; body: Body }
export type Call = {
  method?: string
  body?: unknown
  /** Sent instead of `body`, unchanged. */
  raw?: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>
  headers?: Record<string, string>
  /** What Cloudflare knows of the caller. */
  cf?: object
  /** In place of the Worker's own. */
  settings?: Settings
}

export type ErrorBody = {
  message: string
  code: string
  requestId: string
  docs?: string
  details?: { path: string }[]
}

/** Changes must. The others are of the user's first organization. */
function namesOrganization(path: string, { method, body, raw, headers }: Call): boolean {
  if (method === 'GET' || (method === undefined && body === undefined && raw === undefined)) return true
  const inBody = typeof body === 'object' && body !== null && 'organizationId' in body
  return inBody || path.includes('organizationId=') || headers?.['x-organization-id'] !== undefined
}

/** The Worker with a database, a Redis and counters of its own. */
export async function openWorker(name: string, { hasLimiters = true } = {}) {
  const namespace = `test_${name}`
  const client = fakesClient(inject('fakesUrl'))
  const fakes = { ...client, mailbox: (to: string) => client.mailbox(to, namespace) }
  await fakes.createDatabase(namespace, inject('databaseTemplate'))
  await fakes.flushRedis(namespace)
  const queue = createQueue()
  const webhookQueue = createQueue()
  const strings: Settings = {
    ...settingsFor(inject('workerSettings'), namespace),
    ADMIN_EMAIL: 'administrator@example.test',
  }
  const limiters = createLimiters(namespace)
  const callQueue = createCallQueue()
  const bindings = {
    BATCH_QUEUE: queue,
    CALL_QUEUE: callQueue,
    WEBHOOK_QUEUE: webhookQueue,
    OAUTH_KV: env.OAUTH_KV,
    ...(hasLimiters && { REGISTER_LIMITERS: limiters }),
  }
  const settings: Settings = Object.assign(strings, bindings)
  const afterwards = new Set<Promise<unknown>>()
  const executionCtx = {
    waitUntil(work: Promise<unknown>) {
      const tracked = work.finally(() => afterwards.delete(tracked))
      afterwards.add(tracked)
    },
    passThroughOnException() {},
    props: {},
  }

  const paddle = fakes.paddle(namespace)

  /** What programs with a client of their own use as `fetch`. */
  const respond = (request: Request) => entry.fetch(request, settings, executionCtx)

  const call = async <Body = ErrorBody>(path: string, options: Call = {}) => {
    const env = options.settings ? { ...settings, ...options.settings } : settings
    return toAnswer<Body>(await entry.fetch(toRequest(path, options), env, executionCtx))
  }

  /** Queries the database, with parameters in a template, or with a text and its parameters. */
  const sql = <Row = Record<string, unknown>>(
    text: string | TemplateStringsArray,
    ...values: readonly unknown[]
  ) =>
    typeof text === 'string'
      ? fakes.sql<Row>(namespace, text, values.flat())
      : fakes.sql<Row>(
          namespace,
          text.reduce((before, part, at) => `${before}$${at}${part}`),
          values,
        )

  /** Waits for the work that continues after the responses, and delivers the calls to record. */
  async function settle(): Promise<void> {
    while (afterwards.size > 0) await Promise.allSettled(afterwards)
    await callQueue.deliver(settings, executionCtx)
    while (afterwards.size > 0) await Promise.allSettled(afterwards)
  }

  /** Of an isolate: one for each object with settings. */
  const contextOf = (isolate: object): Context =>
    createContext(isolate, crypto.randomUUID(), executionCtx.waitUntil)

  /** For a verb that is called directly. Other settings make it another isolate's. */
  const context = (changes?: object): Context => contextOf(changes ? { ...settings, ...changes } : settings)

  type Checkout = { organizationId: string; userId: number; now?: Date }
  /** What the dashboard passes to Paddle. */
  const checkoutData = async ({ organizationId, userId, now = new Date() }: Checkout) => {
    const buyer = { organizationId, userId }
    return { ...buyer, signature: await signCheckout({ settings: context().settings, now }, buyer) }
  }

  /** In Redis. */
  const quotaKeyOf = (organizationId: string) => quotaKey(context().settings, organizationId)

  let members = 0
  async function signUp(name = `somebody-${++members}`): Promise<Member> {
    return member(
      await createAccount(context(), { email: `${name}@example.test`, passwordHash: inject('passwordHash') }),
    )
  }

  const join = ({ user }: Pick<Member, 'user'>, organizationId: string, role: string) =>
    fakes.sql(
      namespace,
      'insert into organization_memberships (user_id, organization_id, role) values ($1, $2, $3)',
      [user.id, organizationId, role],
    )

  type Fault = Parameters<typeof fakes.fault>[0]
  type Failure = Omit<Fault, 'mode' | 'namespace'> & Partial<Pick<Fault, 'mode'>>
  /** Makes a service fail this Worker until `clearFaults`, or `times` times. */
  const fault = (failure: Failure) => fakes.fault({ mode: 'fail', ...failure, namespace })
  const clearFaults = (service: Fault['service']) => fakes.clearFaults(service, namespace)

  const setRegister = (register: string, mode: RegisterMode, more: { times?: number; ms?: number } = {}) =>
    fakes.switchRegister({ namespace, register, mode, ...more })

  /** Deletes what Redis has under these keys. */
  async function forget(pattern: string): Promise<void> {
    const keys = await fakes.redis(namespace, 'KEYS', pattern)
    if (Array.isArray(keys) && keys.length > 0) await fakes.redis(namespace, 'DEL', ...keys.map(String))
  }

  const runCron = () =>
    entry.scheduled({ scheduledTime: Date.now(), cron: '* * * * *', noRetry() {} }, settings, executionCtx)

  /** Runs a job, and no other, even if it isn't due. */
  async function runJob(name: JobName): Promise<void> {
    await sql`insert into job_runs (name, started_at, finished_at, next_run_at)
      select job, now(), now(), now() + case when job = ${name} then -interval '1 minute' else interval '1 hour' end
        from unnest(${jobNames}::text[]) job
      on conflict (name) do update set next_run_at = excluded.next_run_at`
    await runCron()
    await settle()
  }

  /** What `work` returns while a service fails. */
  async function during<Result>(failure: Failure, work: () => Promise<Result>): Promise<Result> {
    await fault(failure)
    try {
      return await work()
    } finally {
      await clearFaults(failure.service)
    }
  }

  /** Newest first. */
  async function emailsTo(address: string) {
    await settle()
    return fakes.mailbox(address)
  }

  /** Posts the webhooks that wait, one after the other, once a change at Paddle is made. */
  async function deliverWebhooks(change?: Promise<unknown>) {
    await change
    const answers: Answer[] = []
    for (const { headers, body } of await paddle.takeWebhooks())
      answers.push(await call('/api/paddle/webhook', { raw: body, headers: { ...headers } }))
    await settle()
    return answers
  }

  /** Waits until the circuit breaker lets calls through to Redis again. */
  const redisAnswers = () =>
    expect.poll(async () => (await administrator.call<Health>('/api/health')).body.redis).toBe('ok')

  async function withoutRedis(work: () => Promise<void>): Promise<void> {
    await settle()
    await during({ service: 'upstash' }, () => work().finally(settle))
    await redisAnswers()
  }

  function member({ cookie, user, organization }: CreatedAccount): Member {
    const asMember = <Body = ErrorBody>(path: string, options: Call = {}) => {
      const own = namesOrganization(path, options) ? {} : { 'x-organization-id': organization.id }
      return call<Body>(path, {
        ...options,
        headers: { Cookie: cookie, Origin: ORIGIN, ...own, ...options.headers },
      })
    }
    return {
      cookie,
      user,
      organization,
      call: asMember,
      open: async (path) => respond(toRequest(path, { headers: { Cookie: cookie } })),
      ...verbs(asMember),
      createToken: async (input: TokenInput = {}) => {
        if (input.permissions?.validation) await confirmPassword({ user })
        const created = await asMember<CreatedToken>('/api/tokens', {
          body: { name: 'Test token', organizationId: organization.id, ...input },
        })
        if (created.status !== 201)
          throw new Error(`token: ${created.status} ${JSON.stringify(created.body)}`)
        return created.body
      },
    }
  }

  /** Platform administrators need it. Its codes can't be checked. */
  const enableTwoFactor = ({ user }: Pick<Member, 'user'>) =>
    fakes.sql(
      namespace,
      `insert into two_factors (user_id, encrypted_secret, enabled_at) values ($1, 'test.unused', now())`,
      [user.id],
    )

  /** As if the member had just entered the password, which would be hashed. */
  const confirmPassword = ({ user }: Pick<Member, 'user'>) =>
    fakes.sql(namespace, 'update session set confirmed_at = now() where user_id = $1', [user.id])

  const administrator = await signUp('administrator')
  await enableTwoFactor(administrator)
  await fakes.sql(namespace, "update session set confirmed_at = '2100-01-01' where user_id = $1", [
    administrator.user.id,
  ])
  return {
    fakes,
    namespace,
    settings,
    call,
    ...verbs(call),
    settle,
    signUp,
    context,
    contextOf,
    fault,
    clearFaults,
    during,
    emailsTo,
    /** The secret of the newest link in an email to the address. */
    linkTo: async (address: string): Promise<string> => {
      for (const { text } of await emailsTo(address)) {
        const [, secret] = /#(?:token|invitation)=([0-9A-Za-z]{32})/.exec(text) ?? []
        if (secret) return secret
      }
      throw new Error(`no link to ${address}`)
    },
    join,
    /** Signs up and joins the organization. */
    colleague: async (organizationId: string, role = 'member', name?: string): Promise<Member> => {
      const colleague = await signUp(name)
      await join(colleague, organizationId, role)
      return colleague
    },
    enableTwoFactor,
    confirmPassword,
    administrator,
    respond,
    /** For a request that `call` can't make. */
    fetch: async <Body = ErrorBody>(request: Request) => toAnswer<Body>(await respond(request)),
    validate: <Body = ErrorBody>(token: string, body: unknown = GERMAN, options: Call = {}) =>
      call<Body>('/api/tinproof/validate', withToken(token, body, options)),
    /** The account at Paddle. */
    paddle,
    deliverWebhooks,
    checkoutData,
    /** Pays at Paddle, whose webhooks arrive. */
    buy: async (
      { user, organization }: Pick<Member, 'user' | 'organization'>,
      plan: PaidPlan = 'PRO',
      { organizationId = organization.id, ...more }: { organizationId?: string; country?: string } = {},
    ) => {
      const customData = await checkoutData({ organizationId, userId: user.id })
      const transaction = await paddle.checkout({ plan, email: user.email, customData, ...more })
      await deliverWebhooks()
      return { transactionId: transaction.id, subscriptionId: transaction.subscription_id ?? '' }
    },
    sql,
    runCron,
    runJob,
    setRegister,
    forget,
    queue,
    callQueue,
    limiters,
    /** Delivers a message of the queue for batches. Returns whether the Worker acknowledged it. */
    deliver: (body: BatchMessage) => deliverMessage('tinproof-batches', body, settings, executionCtx),
    /** Delivers the events that are due. Returns what receivers got. */
    deliverEvents: async () => {
      await settle()
      for (;;) {
        const next = webhookQueue.messages.findIndex(({ delaySeconds }) => delaySeconds === 0)
        if (next < 0) return await fakes.takeWebhooks(namespace)
        const [body = { delaySeconds: 0 }] = webhookQueue.messages.splice(next, 1)
        await deliverMessage('tinproof-webhooks', body, settings, executionCtx)
      }
    },
    webhookQueue,
    redis: (...command: readonly string[]) => fakes.redis(namespace, ...command),
    quotaKeyOf,
    /** The organization's fields in Redis. */
    quotaOf: async (organizationId: string): Promise<Record<string, string>> => {
      const fields = await fakes.redis(namespace, 'HGETALL', quotaKeyOf(organizationId))
      const list = Array.isArray(fields) ? fields.map(String) : []
      return Object.fromEntries(
        list.flatMap((name, at) => (at % 2 === 0 ? [[name, list[at + 1] ?? '']] : [])),
      )
    },
    /** The next call loads the token and its organization from PostgreSQL. */
    forgetQuota: (organizationId: string) => fakes.redis(namespace, 'DEL', quotaKeyOf(organizationId)),
    updateOrganization: async (
      organizationId: string,
      change: { tier?: Tier; status?: OrganizationStatus; contractLimit?: number },
    ) => {
      const { status, body } = await administrator.call(`/api/admin/organizations/${organizationId}`, {
        method: 'PUT',
        body: { ...(change.status !== 'ACTIVE' && { reason: 'A test' }), ...change },
      })
      if (status !== 200) throw new Error(`updateOrganization: ${status} ${JSON.stringify(body)}`)
    },
    /** With the details for platform administrators. */
    health: () => administrator.call<Health>('/api/health'),
    redisAnswers,
    withoutRedis,
    /** Calls to outside services during `work` and after its response. */
    trips: async (work: () => Promise<unknown>) => {
      await settle()
      await fakes.reset(namespace)
      await work()
      const answered = await fakes.counts(namespace)
      await settle()
      return { answered, after: await fakes.counts(namespace) }
    },
  }
}

export type TestWorker = Awaited<ReturnType<typeof openWorker>>
export type Member = ReturnType<typeof verbs> & {
  cookie: string
  user: User
  organization: OrganizationDetail
  call: <Body = ErrorBody>(path: string, options?: Call) => Promise<Answer<Body>>
  /** The answer as it streams: nothing of it is read yet. */
  open: (path: string) => Promise<Response>
  createToken: (input?: TokenInput) => Promise<CreatedToken>
}

type TokenInput = Partial<CreateToken> & { organizationId?: string }

export function toRequest(path: string, options: Call): Request {
  const hasBody = options.raw !== undefined || options.body !== undefined
  const sent = options.raw ?? JSON.stringify(options.body)
  const headers = new Headers()
  if (hasBody) headers.set('Content-Type', 'application/json')
  if (hasBody && !(sent instanceof ReadableStream))
    headers.set('Content-Length', String(Buffer.byteLength(sent)))
  for (const [name, value] of Object.entries(options.headers ?? {})) headers.set(name, value)
  return new Request(`${ORIGIN}${path}`, {
    method: options.method ?? (hasBody ? 'POST' : 'GET'),
    headers,
    ...(hasBody && { body: sent }),
    ...(options.cf && { cf: options.cf }),
  })
}

export async function toAnswer<Body>(response: Response): Promise<Answer<Body>> {
  const { status, headers } = response
  return { status, headers, body: parse(await response.text()) as Body }
}

export const withToken = (token: string, body: unknown, options: Call): Call => ({
  body,
  ...options,
  headers: { Authorization: `Bearer ${token}`, ...options.headers },
})

export const GERMAN = { countryCode: 'DE', tin: '136695976' }

export const cookieOf = (headers: Headers) => (headers.get('Set-Cookie') ?? '').split(';')[0] ?? ''

export const refusal = ({ status, body }: Answer<{ code?: string } | undefined>) => [status, body?.code]

export const cookieNamed = (name: string, headers: Headers) =>
  headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith(`${name}=`))
    ?.split(';')[0] ?? ''

/** Receives what is logged until the mocks are restored. */
export function captureLogs(): string[] {
  const lines: string[] = []
  for (const method of ['log', 'warn', 'error'] as const)
    vi.spyOn(console, method).mockImplementation((line: unknown) => void lines.push(String(line)))
  return lines
}

/** The results of so many calls at once. */
export const times = <Result>(count: number, work: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))

export const statusesOf = (answers: readonly { status: number }[]) => answers.map(({ status }) => status)

export const countStatuses = (answers: readonly { status: number }[]) =>
  answers.reduce<Record<number, number>>((counts, { status }) => {
    counts[status] = (counts[status] ?? 0) + 1
    return counts
  }, {})

function parse(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    return text
  }
}
