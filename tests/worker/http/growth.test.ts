// @module-tag deep
import { afterEach, expect, inject, it, vi } from 'vitest'
import { PASSWORD } from '#tests/dev/create-account.ts'
import { seeded } from '#tests/tin/numbers.ts'
import { openBatchWorker } from '#tests/worker/batches/batch-worker.ts'
import { captureLogs, type ErrorBody } from '#tests/worker/harness.ts'
import { inOneMonth } from '#tests/worker/quota/clock.ts'
import { countries } from '#worker/tin/index.ts'

const CALLS = 2_500
const HOUR = 3_600_000
const MAX_GROWTH = 5 * 1024 * 1024
const FREE_QUOTA = 100

afterEach(() => void vi.restoreAllMocks().useRealTimers())

const worker = await openBatchWorker('growth')
const { member, token, tokenId, organizationId, upload } = await worker.customer({ tier: 'FREE' })
const permissions = { read: true, validation: true }
const { token: testToken, id: testTokenId } = await member.createToken({ live: false, permissions })

const seed = inject('growthSeed')
const random = seeded(seed)
const below = (most: number) => Math.floor(random() * most)
const pick = <T>(...from: readonly T[]): T => from[below(from.length)] as T
const characters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-'
/** Can't be compressed to less than three quarters. */
const noise = (length: number) => Array.from({ length }, () => characters[below(64)]).join('')

const number = () => ({
  countryCode: pick('DE', 'DE', 'FR', countries[below(countries.length)]?.code),
  tin: pick('136695976', noise(100), String(below(1e9))),
  name: noise(below(200)),
  address: noise(below(300)),
})
const waiting = () => ({
  ...number(),
  ...pick({}, { countryCode: 'BE', tin: '0403019261' }),
  ...{ async: 'until_confirmed', sandbox: pick('unavailable', 'unreachable') },
})
const key = () => pick({}, { headers: { 'Idempotency-Key': noise(20) } })
const rows = (count: number, row: () => object) =>
  Array.from({ length: count }, () => JSON.stringify(row())).join('\n')
const idOf = async (path: string) => {
  const { body } = await member.call<{ id?: number }[] | object>(path)
  const others = Array.isArray(body) ? body.filter(({ id }) => id !== tokenId && id !== testTokenId) : []
  return others[below(others.length)]?.id ?? 0
}

const query = () => pick('', '?source=false', '?source=false', '?source=false')
const ndjson = () => ({ type: 'application/x-ndjson', query: query() })
const withTestToken = { headers: { Authorization: `Bearer ${testToken}` } }

let references: string[] = []
/** Of the answers to live calls. */
const answered = new Set<string>()

async function validate() {
  const input = { ...number(), ...pick({}, { async: 'until_confirmed' }), record: pick(true, false) }
  const { status, body } = await worker.validate<ErrorBody & { referenceId: string }>(token, input, key())
  if (status < 300) answered.add(body.referenceId)
}

/** Each is chosen as often as the others. */
const actions: readonly (() => Promise<unknown>)[] = [
  ...Array.from({ length: 6 }, () => validate),
  () => worker.validate(token, pick<object>({}, { countryCode: noise(2) }, number()), key()),
  () => worker.validate(testToken, number(), key()),
  () => worker.validate(testToken, waiting(), key()),
  async () => {
    const request = number()
    const asked = await member.call<{ referenceId?: string }>('/api/tinproof/validate', { body: request })
    const { referenceId } = asked.body
    if (!referenceId) return
    answered.add(referenceId)
    const signature = asked.headers.get('X-Answer-Signature')
    await member.post('/api/records', { answer: JSON.stringify(asked.body), request, signature })
  },
  () =>
    upload(
      rows(below(1_100), () => pick<object>({}, { customId: noise(200), ...number() })),
      ndjson(),
    ),
  () => upload(rows(below(120), number), ndjson()),
  () =>
    upload(`country,tin,${noise(9)}\n${`QQ,1,${noise(below(9_000))}\n`.repeat(below(1_000))}`, {
      query: query(),
    }),
  () => upload(`country,tin\n${'DE,136695976\n'.repeat(below(80_000))}`, { query: '?source=false' }),
  () =>
    upload(
      `country,tin,more\n${rows(below(1_000), () => [])}`.replaceAll('[]', `DE,${noise(9)},${noise(900)}`),
      { query: '?source=false', ...withTestToken },
    ),
  () => upload(rows(below(1_000), number), { ...ndjson(), ...withTestToken }),
  ...Array.from({ length: 4 }, () => continueBatches),
  () => member.patch('/api/user', { firstName: noise(80) }),
  () => member.patch('/api/user/preferences', { quotaEmails: pick(true, false) }),
  () => member.patch('/api/organization', { name: noise(80) }),
  () => member.patch('/api/organization/onboarding', { step: 'done' }),
  () => member.put('/api/organization/billing-details', details()),
  () => member.post('/api/tokens', { name: noise(60), live: pick(true, false) }),
  async () => member.delete(`/api/tokens/${await idOf('/api/tokens')}${pick('', '?schedule=7days')}`),
  () => member.post('/api/projects', { name: noise(60), description: noise(500) }),
  async () => member.delete(`/api/projects/${await idOf('/api/projects')}`),
  async () => member.post(`/api/projects/${await idOf('/api/projects')}/key`),
  () => worker.validate(testToken, { ...number(), record: true }, key()),
  () => member.post('/api/user/organizations', { name: noise(80) }),
  () => member.post('/api/organization/invite', { email: `${noise(60)}@example.test`, role: 'member' }),
  async () => {
    const message = { subject: noise(150), category: 'other', message: noise(10_000) }
    const { body } = await member.post<{ reference?: string }>('/api/support/submit', message)
    if (body.reference) references = [...references, body.reference]
  },
  () => member.post(`/api/support/requests/${pick(...references)}/messages`, { message: noise(10_000) }),
  () => member.patch(`/api/support/requests/${pick(...references)}`, { state: 'closed' }),
  () => logIn(PASSWORD),
  () => logIn(noise(20)),
  () => member.delete('/api/user/sessions'),
  () => member.post('/api/user/confirm-password', { password: pick(PASSWORD, noise(20)) }),
  () => member.post('/api/user/email-change', { email: `${noise(60)}@example.test` }),
  () => member.post('/api/user/two-factor/setup'),
  () =>
    member.call(pick('/api/organization/export', '/api/activity/export', '/api/organization/audit/export')),
  () => worker.post('/api/auth/forgot-password', { email: member.user.email }),
]

const details = () => ({
  companyName: noise(100),
  country: 'DE',
  address: noise(100),
  city: noise(60),
  postalCode: '10115',
})

/** From a few networks. */
const logIn = (password: string) =>
  worker.post(
    '/api/login',
    { email: member.user.email, password },
    { headers: { 'CF-Connecting-IP': `192.0.2.${below(50)}`, 'User-Agent': noise(300) } },
  )

async function continueBatches() {
  const open = await worker.sql<{ id: string }>`select id from batches where state = 'processing' limit 5`
  for (const { id } of open) {
    await worker.deliver(id)
    await worker.makeDue(id)
  }
}

async function sizeOfDatabase(): Promise<number> {
  await worker.settle()
  await worker.sql('vacuum full')
  const [row] = await worker.sql<{ bytes: string }>('select pg_database_size(current_database()) as bytes')
  return Number(row?.bytes)
}

it(`a free account adds less than 5 MB in an hour, seed ${seed}`, { timeout: 3_600_000 }, async () => {
  const lines = captureLogs()
  await worker.sql`update session set confirmed_at = '2100-01-01' where user_id = ${member.user.id}`
  const before = await sizeOfDatabase()
  const start = inOneMonth(Date.now(), HOUR)
  vi.useFakeTimers({ toFake: ['Date'], now: start })
  for (let call = 0; call < CALLS; call++) {
    vi.setSystemTime(start + (call * HOUR) / CALLS)
    await pick(...actions)()
    await worker.settle()
    lines.length = 0
  }
  const growth = (await sizeOfDatabase()) - before
  const [batches] = await worker.sql<{
    cost: number
  }>`select coalesce(sum(cost - returned_cost), 0)::int as cost
    from batches where organization_id = ${organizationId} and live and answer is null`
  const [quota] = await worker.sql<{ used: number }>`select used_count as used from organization_quotas
    where organization_id = ${organizationId}`
  expect(answered.size + (batches?.cost ?? 0)).toBeLessThanOrEqual(FREE_QUOTA)
  expect(quota?.used).toBe(FREE_QUOTA)
  expect(growth).toBeLessThan(MAX_GROWTH)
})
