import { createServer, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import { listen } from '#tests/dev/processes.ts'
import { createContext } from '#worker/context.ts'
import { receiveMessages } from '#worker/receive-messages.ts'
import { MAX_TRIES } from '#worker/webhooks/contract.ts'
import { findDueEndpoints } from '#worker/webhooks/deliver.ts'
import { encryptSecret, generateSecret } from '#worker/webhooks/secret.ts'
import { bound, openFakes } from './bench-world.ts'

/**
 * Delivers events to receivers that fail, redirect, close the connection or hang, while one Worker in ten is killed before
 * it can record what it got. Fails if a receiver got an event never, more often than promised, or with a wrong signature.
 * An argument replaces the 10,000 deliveries.
 */
const NAMESPACE = 'test_webhooks'
const TOTAL = Number(process.argv[2] ?? 10_000)
const ENDPOINTS = 100
/** Longer than the longest pause. */
const ROUND_SECONDS = 40_000
const ROUNDS = 2 * MAX_TRIES
const MESSAGES_AT_ONCE = 20
const KILLED = 0.1

type Behavior = (response: ServerResponse, tries: number) => unknown
const end = (response: ServerResponse, status: number, headers = {}) =>
  response.writeHead(status, headers).end('A response')

/** With how many of 100 endpoints behave so. */
const behaviors: readonly (readonly [name: string, endpoints: number, answer: Behavior])[] = [
  ['answers', 40, (response) => end(response, 204)],
  ['fails three times', 20, (response, tries) => end(response, tries > 3 ? 200 : 500)],
  ['always fails', 14, (response) => end(response, 503)],
  ['redirects', 12, (response) => end(response, 302, { Location: '/elsewhere' })],
  ['closes the connection', 12, (response) => response.destroy()],
  // Each request takes 10 seconds, so they have fewer deliveries.
  ['hangs', 2, () => undefined],
]
const kindOf = behaviors.flatMap(([, endpoints], kind) => Array.from({ length: endpoints }, () => kind))
const HANGING = behaviors.length - 1

const { addNamespace, control, stop } = await openFakes()
const settings = await addNamespace(NAMESPACE)
const secret = generateSecret()
const received = new Map<string, number>()
const problems: string[] = []

const server = createServer(async (request, response) => {
  const body = await text(request)
  const { id, data } = JSON.parse(body)
  if (request.url === '/elsewhere') problems.push(`${id} was sent to the target of a redirect`)
  try {
    new Webhook(secret).verify(body, request.headers as Record<string, string>)
  } catch {
    problems.push(`${id} has a wrong signature`)
  }
  const tries = (received.get(id) ?? 0) + 1
  received.set(id, tries)
  behaviors[data.kind]?.[2](response, tries)
})
const url = await listen(server)
const context = () => createContext({ ...settings, WEBHOOKS_URL: url }, crypto.randomUUID(), () => {})
const sql = <Row>(statement: string, values: readonly unknown[] = []) =>
  control.sql<Row>(NAMESPACE, statement, values)

async function addDeliveries(): Promise<void> {
  await sql(`insert into organizations (id, name, tier) values ('org', 'Bench', 'ENTERPRISE')`)
  const ctx = context()
  for (const [index, kind] of kindOf.entries()) {
    const id = `endpoint_${index}`
    const count = kind === HANGING ? 5 : Math.ceil(TOTAL / (ENDPOINTS - 2))
    await sql(
      `insert into webhook_endpoints (id, organization_id, url, events, live, secret)
       values ($1, 'org', $2, '{batch.completed}', true, $3)`,
      [id, `https://receiver.example/${index}`, await encryptSecret(ctx.settings, id, secret)],
    )
    await sql(
      `with added as (
         insert into events (id, organization_id, type, live, data)
         select 'event_' || $1 || '_' || n, 'org', 'batch.completed', true, jsonb_build_object('kind', $2::int)
           from generate_series(1, $3::int) n returning id)
       insert into webhook_deliveries (event_id, endpoint_id, next_try_at) select id, $1, now() from added`,
      [id, kind, count],
    )
  }
}

async function deliver(endpointId: string): Promise<void> {
  if (Math.random() < KILLED)
    await control.fault({
      service: 'neon',
      mode: 'fail',
      content: '"attempts" ||',
      times: 1,
      namespace: NAMESPACE,
    })
  const message = { body: { endpointId }, ack() {}, retry() {} }
  await receiveMessages({ ...context(), webhookQueue: undefined }, [message])
}

/** Until nothing is due. A killed Worker's endpoint is free again when its lease has ended. */
async function deliverDue(): Promise<void> {
  const queue = (await findDueEndpoints(context(), ENDPOINTS)).values()
  const work = async () => {
    for (const id of queue) await deliver(id)
  }
  await Promise.all(Array.from({ length: MESSAGES_AT_ONCE }, work))
}

// Each kill would log an error.
console.error = () => undefined

try {
  await addDeliveries()
  const began = performance.now()
  for (let round = 0; round < ROUNDS; round++) {
    await deliverDue()
    await sql(`update webhook_deliveries set next_try_at = next_try_at - make_interval(secs => $1)`, [
      ROUND_SECONDS,
    ])
    await sql(`update webhook_endpoints set lease_until = null`)
    const [left] = await sql<{ count: number }>(
      `select count(*)::int as count from webhook_deliveries where state = 'pending'`,
    )
    console.log(`round ${round + 1}: ${left?.count} pending`)
    if (left?.count === 0) break
  }
  const seconds = Math.round((performance.now() - began) / 1_000)
  const rows = await sql<{ id: string; kind: number; state: string }>(
    `select event.id, (event.data ->> 'kind')::int as kind, delivery.state
       from webhook_deliveries delivery join events event on event.id = delivery.event_id`,
  )
  const requests = [...received.values()].reduce((sum, tries) => sum + tries, 0)
  console.log(`\n${rows.length} deliveries, ${requests} requests in ${seconds} s`)
  for (const [kind, [name]] of behaviors.entries()) {
    const own = rows.filter((row) => row.kind === kind)
    const tries = own.map(({ id }) => received.get(id) ?? 0)
    const [least, most] = [Math.min(...tries), Math.max(...tries)]
    const delivered = own.filter(({ state }) => state === 'delivered').length
    const isWrong = least < 1 || most > MAX_TRIES || own.some(({ state }) => state === 'pending')
    if (isWrong) problems.push(name)
    console.log(
      `${name}: ${own.length} deliveries, ${delivered} delivered, ${least} to ${most} requests each`,
    )
  }
  console.log([...new Set(problems)].join('\n'))
  bound('Problems', problems.length, 0)
} finally {
  server.closeAllConnections()
  server.close()
  await stop()
}
