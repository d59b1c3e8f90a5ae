import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterRestore } from '#db/after-restore.ts'
import { demoAccount, seed } from '#tests/dev/seed.ts'
import { type RunningWorker, startWorker } from '#tests/dev/workerd.ts'
import { settingsFor } from '#tests/fakes/client.ts'
import { bumpEpoch } from '#worker/bump-epoch.ts'
import { quotaKey } from '#worker/quota/month.ts'
import { organizationOf } from '#worker/token-format.ts'
import { generateOrganizationId, generateToken } from '#worker/tokens/generate-token.ts'
import { openFakes } from './bench-world.ts'
import { addOrganizations } from './organizations.ts'

/**
 * PostgreSQL is lost and goes back to an earlier state; Redis, the queue and the outside services keep theirs. Prints what
 * customers meet then, without steps 4 and 5 of `worker/OPERATIONS.md` and with them, and fails if it isn't as expected.
 */
const NAMESPACE = 'test_restore'
const BACKUP = `${NAMESPACE}_backup`
const root = join(import.meta.dirname, '../..')
const BATCHES = '/api/tinproof/batches'
const NUMBER = { countryCode: 'IN', tin: 'AAPFU0939F' }
const ROWS = 20
/** In milliseconds. Longer than an isolate keeps what it has read. */
const KNOWN = 5_000
const MAX_WAIT = 60_000

const { control, addNamespace, stop } = await openFakes()
const paddle = control.paddle(NAMESPACE)
const settings = await addNamespace(NAMESPACE)
const urlOf = (database: string) => settingsFor(settings, database).DATABASE_URL ?? ''
const administer = (text: string) => control.sql('postgres', text)

let epoch = '1'
let worker: RunningWorker | undefined

async function deploy() {
  await worker?.stop()
  worker = await startWorker({
    root,
    settings: { ...settings, CACHE_EPOCH: epoch },
    watch: false,
    print: () => {},
  })
  await paddle.sendWebhooksTo(new URL('/api/paddle/webhook', worker.url).href)
}

type Caller = { Cookie?: string; Authorization?: string; 'x-organization-id'?: string }

async function request(method: string, path: string, caller: Caller = {}, body?: object) {
  const headers = {
    Origin: settings.APP_ORIGIN ?? '',
    'CF-Connecting-IP': '192.0.2.1',
    ...(body && { 'Content-Type': 'application/json' }),
    ...caller,
  }
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
  const response = await fetch(new URL(path, worker?.url), init)
  return { status: response.status, headers: response.headers, text: await response.text() }
}

/** Throws if it is refused. */
async function done(...args: Parameters<typeof request>) {
  const { status, headers, text } = await request(...args)
  if (status >= 300) throw new Error(`${args[0]} ${args[1]}: ${status} ${text}`)
  return { headers, text, body: text ? JSON.parse(text) : undefined }
}

const bearer = (token: string): Caller => ({ Authorization: `Bearer ${token}` })
const statusOf = async (...args: Parameters<typeof request>) => (await request(...args)).status
const call = (token: string) => statusOf('POST', '/api/tinproof/validate', bearer(token), NUMBER)
const open = ({ secret }: { secret: string }) => statusOf('POST', '/api/records/open', {}, { secret })

async function calls(token: string, count: number): Promise<number> {
  let answered = 0
  for (let made = 0; made < count; made++) if ((await call(token)) === 200) answered++
  return answered
}

async function until(isTrue: () => Promise<boolean>) {
  for (const end = Date.now() + MAX_WAIT; !(await isTrue()); await sleep(200))
    if (Date.now() > end) throw new Error(`Not so after a minute: ${isTrue}`)
}

async function readValue<Value = number>(text: string, params: unknown[] = [], database = NAMESPACE) {
  return (await control.sql<{ value: Value }>(database, text, params))[0]?.value
}

/** An organization with a plan, and its first token. */
const { token: first } = generateToken(generateOrganizationId())
const organizationId = organizationOf(first) ?? ''
const tier = () =>
  readValue<string>('select tier as value from organizations where id = $1', [organizationId])
const used = async () =>
  (await readValue('select used_count as value from organization_quotas where organization_id = $1', [
    organizationId,
  ])) ?? 0
const counter = async () => {
  const key = quotaKey({ CACHE_EPOCH: epoch }, organizationId)
  return Number(await control.redis(NAMESPACE, 'HGET', key, 'used'))
}
const audited = (database: string, before = new Date()) =>
  readValue('select count(*)::int as value from audit_entries where timestamp < $1', [before], database)

async function signIn(): Promise<Caller> {
  const { headers } = await done('POST', '/api/login', {}, demoAccount)
  return { Cookie: headers.get('Set-Cookie')?.split(';')[0] ?? '', 'x-organization-id': organizationId }
}
const createToken = async (caller: Caller): Promise<{ id: number; token: string }> =>
  (await done('POST', '/api/tokens', caller, { name: 'Server' })).body

/** Its rows have the same number, so it costs one call. */
async function runBatch(): Promise<string> {
  const items = Array.from({ length: ROWS }, () => NUMBER)
  const { id } = (await done('POST', BATCHES, bearer(first), { items })).body
  const get = () => done('GET', `${BATCHES}/${id}`, bearer(first))
  await until(async () => (await get()).body.state === 'completed')
  return id
}

async function share(caller: Caller): Promise<{ recordId: string; secret: string }> {
  const { headers, text } = await done('POST', '/api/tinproof/validate', caller, NUMBER)
  const signed = { answer: text, request: NUMBER, signature: headers.get('X-Answer-Signature') }
  const { recordId } = (await done('POST', '/api/records', caller, signed)).body
  const { link } = (await done('PUT', `/api/records/${recordId}/link`, caller, {})).body
  return { recordId, secret: link.url.split('#')[1] }
}

/** Jobs that are due, and emails and payments at once. */
async function runJobs() {
  for (let run = 0; run < 2; run++) {
    await readValue('update mails set next_attempt_at = now()')
    await readValue(
      `update job_runs set next_run_at = now() where name in ('send-emails', 'settle-payments')`,
    )
    await worker?.runCron()
  }
}

async function endConnections() {
  await administer(`alter database ${NAMESPACE} allow_connections false`)
  await administer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${NAMESPACE}'`)
}

async function backUp(): Promise<Date> {
  await endConnections()
  await control.createDatabase(BACKUP, NAMESPACE)
  await administer(`alter database ${NAMESPACE} allow_connections true`)
  return new Date()
}

/** As Neon does it: the connection string stays the same, and the lost state keeps a name of its own. */
async function restore(lost: string) {
  await control.fault({ service: 'neon', mode: 'reset', namespace: NAMESPACE })
  await endConnections()
  await administer(`alter database ${NAMESPACE} rename to ${lost}`)
  await administer(`alter database ${lost} allow_connections true`)
  await control.createDatabase(NAMESPACE, BACKUP)
  await control.restoreRedis(NAMESPACE)
  await control.reset(NAMESPACE)
}

/** What is there at the time of the backup, and what changes after it. */
async function live() {
  await seed(urlOf(NAMESPACE), first)
  const [caller, signedOut] = [await signIn(), await signIn()]
  const { customData } = (await done('POST', '/api/paddle/client-params', caller, { organizationId })).body
  await paddle.checkout({ plan: 'PRO', email: demoAccount.email, customData })
  await paddle.deliverWebhooks()
  const revoked = await createToken(caller)
  await calls(first, 6)
  await calls(revoked.token, 4)
  const batch = await runBatch()
  const [record, deletedRecord] = [await share(caller), await share(caller)]
  await worker?.runCron()
  await control.fault({ service: 'mail', mode: 'fail', namespace: NAMESPACE })
  await done('POST', '/api/auth/forgot-password', {}, { email: demoAccount.email })
  await until(async () => (await used()) === 6 + 4 + 1 + 2)
  const then = { used: await used(), time: await backUp(), audited: await audited(BACKUP) }

  await control.clearFaults('mail', NAMESPACE)
  await runJobs()
  const created = await createToken(caller)
  await calls(first, 10)
  await calls(created.token, 5)
  await runBatch()
  await done('DELETE', `/api/tokens/${revoked.id}`, caller)
  await done('DELETE', `/api/tinproof/records/${deletedRecord.recordId}`, caller)
  await done('POST', '/api/logout', signedOut, {})
  await done('POST', '/api/subscription/change', caller, { plan: 'ENTERPRISE' })
  await paddle.deliverWebhooks()
  await until(async () => (await used()) === then.used + 10 + 5 + 1)
  await control.saveRedis(NAMESPACE)
  return { then, lost: await used(), signedOut, revoked, created, batch, record, deletedRecord }
}

type World = Awaited<ReturnType<typeof live>>
type Row = [what: string, withoutSteps: unknown, withSteps: unknown, see: () => Promise<unknown>]

/** What customers meet after the restore, in this order. */
const rowsOf = ({ then, lost, batch, created, ...world }: World): Row[] => [
  ['Health', 200, 200, () => statusOf('GET', '/api/health')],
  ['Signing in', 200, 200, () => statusOf('POST', '/api/login', {}, demoAccount)],
  ['Audit entries', then.audited, then.audited, () => audited(NAMESPACE, then.time)],
  [
    'Rows of a batch',
    ROWS,
    ROWS,
    async () => (await done('GET', `${BATCHES}/${batch}/results`, bearer(first))).body.results.length,
  ],
  ['A record', 200, 200, () => open(world.record)],
  [
    'Deliveries of an email that waited, and was sent since',
    1,
    1,
    async () =>
      (await control.mailbox(demoAccount.email, NAMESPACE)).filter(({ subject }) =>
        subject.includes('password'),
      ).length,
  ],
  ['Plan: PRO, and ENTERPRISE since', 'PRO', 'ENTERPRISE', tier],
  [`Charged calls: ${lost} before the loss`, then.used, then.used, used],
  ['A call with a token', 200, 200, () => call(first)],
  [
    'Calls that Redis counts and PostgreSQL does not',
    lost - then.used,
    0,
    async () => {
      await until(async () => (await used()) > then.used && (await counter()) >= (await used()))
      return (await counter()) - (await used())
    },
  ],
  ['A session that was signed out since', 200, 401, () => statusOf('GET', '/api/user', world.signedOut)],
  ['A record that was deleted since', 200, 404, () => open(world.deletedRecord)],
  [
    'A lost token is accepted after a recorded call',
    false,
    false,
    async () => {
      await sleep(KNOWN)
      return (await calls(created.token, 5)) > 0
    },
  ],
  [
    "Another organization's new tokens with its ID",
    1,
    0,
    async () => {
      await addOrganizations(urlOf(NAMESPACE), { count: 1, limit: 1_000 })
      return readValue('select count(*)::int as value from api_tokens where id = $1', [created.id])
    },
  ],
  [
    'A token that was revoked since, once Redis loses its data',
    200,
    401,
    async () => {
      await control.flushRedis(NAMESPACE)
      await sleep(KNOWN)
      return call(world.revoked.token)
    },
  ],
]

async function observe(world: World) {
  await deploy()
  await runJobs()
  const seen: unknown[] = []
  for (const [, , , see] of rowsOf(world)) seen.push(await see())
  return seen
}

let failed = 0

try {
  await deploy()
  const world = await live()
  await restore(`${NAMESPACE}_lost`)
  const withoutSteps = await observe(world)

  await restore(`${NAMESPACE}_lost_again`)
  const urls = { restoredUrl: urlOf(NAMESPACE), lostUrl: urlOf(`${NAMESPACE}_lost`), time: world.then.time }
  await afterRestore(urls, { apply: true })
  const config = bumpEpoch(readFileSync(join(root, 'wrangler.toml'), 'utf8'), new Date())
  epoch = /^CACHE_EPOCH = "(.*)"$/m.exec(config)?.[1] ?? ''
  const withSteps = await observe(world)

  const rows = rowsOf(world).map(([what, ...expected], index) => {
    const seen = [withoutSteps[index], withSteps[index]]
    const isRight = seen.every((value, column) => value === expected[column])
    if (!isRight) failed++
    return { what, 'without steps': seen[0], 'with steps': seen[1], ...(!isRight && { expected }) }
  })
  console.table(rows)
} finally {
  await worker?.stop()
  await stop()
}
console.log(failed > 0 ? `${failed} rows are not as expected` : 'All as expected')
process.exit(failed > 0 ? 1 : 0)
