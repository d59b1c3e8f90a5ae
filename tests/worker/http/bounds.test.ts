// @module-tag deep
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PASSWORD } from '#tests/dev/create-account.ts'
import { openBatchWorker } from '#tests/worker/batches/batch-worker.ts'
import { type Answer, type ErrorBody, GERMAN, type Member, refusal, times } from '#tests/worker/harness.ts'
import { openApp } from '#tests/worker/oauth/app.ts'
import { AppError, type ErrorCode, errorTable } from '#worker/errors.ts'
import { enforceIsolateLimit, isolateLimits, limits } from '#worker/rate-limits.ts'
import { generateToken } from '#worker/tokens/generate-token.ts'
import { newTokenLimit } from '#worker/validation/sandbox/sandbox-token.ts'
import { boundTools } from './bound-tools.ts'
import { bounds, boundsTable } from './bounds.ts'

const worker = await openBatchWorker('bounds')
const owner = worker.administrator
const other = await worker.signUp('other')
const free = await worker.customer({ tier: 'FREE' })
const large = await worker.customer()
const { token: largeTestToken } = await large.member.createToken({ live: false })
const permissions = { read: true, validation: true }
const { token: testToken } = await free.member.createToken({ live: false, permissions })

type Call = () => Promise<Answer<Partial<ErrorBody> | undefined>>
type Case = {
  /** As often as the bound allows. */
  reach?: () => Promise<unknown>
  /** Once more. */
  call: Call
  /** What one more leaves nevertheless. */
  leaves?: readonly string[]
}

const { useUp, empty, rowsOfTables } = boundTools(worker)

/** However long calls take, they are in one window. */
const stopClock = () => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })

const limited = ({ name }: { name: string }, call: Call): Case => ({
  call,
  reach: async () => {
    await useUp(name, call)
    await worker.settle()
  },
})

type Key = keyof typeof bounds

const isCode = (text: string): text is ErrorCode => text in errorTable
/** Of calls beyond a bound that are refused. */
const codes = new Map(
  [...boundsTable].flatMap(([name, { beyond }]) => {
    const [, code] = /^`(\w+)`$/.exec(beyond) ?? []
    if (!code) return []
    if (!isCode(code)) throw new Error(`Unknown code: ${code}`)
    return [[name, code] as const]
  }),
)

const mostOf = (key: Key): number => {
  const { calls } = bounds[key]
  return typeof calls === 'number' ? calls : calls.FREE
}

const counted = (key: Key, call: Call): Case => ({
  call,
  reach: async () => {
    for (let made = 0; made < mostOf(key); made++) if (refusal(await call())[0] !== 201) return
  },
})

const inIsolate =
  (limit: (typeof isolateLimits)[keyof typeof isolateLimits], subject: () => Promise<string>) => async () => {
    const of = await subject()
    // Fewer are left if the tests above made some.
    expect(() => {
      for (let call = 0; call <= limit.calls; call++) enforceIsolateLimit(limit, of)
    }).toThrow(AppError)
  }

let made = 0
const newName = () => `Number ${++made}`
const email = 'someone@example.test'
/** Of its own: other files run in the same isolate, and their calls have no address. */
const ADDRESS = '192.0.2.60'
const from = (network: string) => ({ headers: { 'CF-Connecting-IP': network } })
const { user } = await worker.signUp('user')
const logIn = (password: string, network: string) =>
  worker.post('/api/login', { email: user.email, password }, from(network))
const invite = (by: Member, to = email) => by.post('/api/organization/invite', { email: to, role: 'member' })
const init = () => worker.post('/api/register/init', { email })
const open = () => worker.post('/api/register/verify', { email, token: 'unknown' })
const complete = () =>
  worker.post('/api/register/complete', { email, password: PASSWORD, confirmPassword: PASSWORD })
const changeEmail = (by: Member) => by.post('/api/user/email-change', { email: 'next@example.test' })
const submit = (by: Member) =>
  by.post('/api/support/submit', { subject: 'Help', category: 'other', message: newName() })
const reply = (reference: string) =>
  owner.post(`/api/support/requests/${reference}/messages`, { message: newName() })
const waiting = { countryCode: 'BE', tin: '0403019261', sandbox: 'unavailable', async: 'until_confirmed' }
const withKey = (key: string) => worker.validate(testToken, GERMAN, { headers: { 'Idempotency-Key': key } })
const upload = (raw: string, { type = 'application/x-ndjson', by = free } = {}) => by.upload(raw, { type })
const uploadCase = (unit: string, period: string): Case => ({
  call: () => upload('{}\n'),
  reach: () => useUp(`upload-${unit}-${period}-FREE`, () => upload('\n')),
})

const monitor = (token: string) =>
  worker.call('/api/tinproof/monitors', {
    body: {
      countryCode: 'MX',
      tin: `ABC68${String(101 + (++made % 28) + 100 * (made % 11)).padStart(4, '0')}P76`,
      every: 'day',
    },
    headers: { Authorization: `Bearer ${token}` },
  })

let reference = ''
let sandboxToken = ''

/** The quota is used up, and so are the rows of refused calls. */
async function useUpQuota() {
  const { organizationId } = free
  await worker.sql`update organization_quotas set used_count = ${mostOf('validations')} where organization_id = ${organizationId}`
  await worker.sql`insert into activity_days values (${organizationId}, (now() at time zone 'UTC')::date, 'refused', ${mostOf('refusals')})
    on conflict (organization_id, day, outcome) do update set calls = excluded.calls`
  await worker.forgetQuota(organizationId)
  await worker.validate(free.token)
}

const app = await openApp(worker)
// With its first call, the fake Google makes its keys. That takes longer than the bucket of a call lasts.
await worker.call('/auth/google')

/** Of a rate limit, and of what is counted, the call is enough. */
const cases: Record<Key, Case | Call> = {
  signInByGuesser: () => logIn('not the right one', '192.0.2.8'),
  signInByAddress: () => logIn(PASSWORD, '192.0.2.1'),
  signInByEmail: () => logIn('not the right one', '192.0.2.2'),
  signInByUser: () => logIn(PASSWORD, '192.0.2.3'),
  deviceEmailByUser: {
    ...limited(limits.deviceEmailByUser, async () => {
      const before = await worker.emailsTo(user.email)
      const answer = await logIn(PASSWORD, '192.0.2.12')
      const sent = (await worker.emailsTo(user.email)).length - before.length
      return { ...answer, ...(sent > 0 && { status: 500 }) }
    }),
    leaves: ['audit_entries', 'session'],
  },
  // A browser gets a page instead.
  googleByAddress: async () => {
    const answer = await worker.call('/auth/google')
    const isRefused = answer.headers.get('Location') === '/auth?error=google'
    return { ...answer, ...(isRefused && { status: 429, body: { code: 'RATE_LIMITED', message: '-' } }) }
  },
  signUpByAddress: init,
  signUpByEmail: () =>
    worker.post('/api/register', { email: 'other@example.test', password: PASSWORD }, from('192.0.2.4')),
  signUpByEmailAndAddress: () =>
    worker.post('/api/register/init', { email: 'third@example.test' }, from('192.0.2.5')),
  verificationByAddress: open,
  signUpCodeByAddress: () => worker.post('/api/register/verify-code', { email, code: '123456' }),
  completionByAddress: complete,
  forgotByAddress: () => worker.post('/api/auth/forgot-password', { email: `${++made}@example.test` }),
  resetEmails: () => worker.post('/api/auth/forgot-password', { email }, from('192.0.2.7')),
  resetCooldownByAddress: () => worker.call(`/api/auth/reset-cooldown/${email}`),
  resetTokenByAddress: () => worker.post('/api/auth/verify-reset-token', { token: 'unknown' }),
  resetByAddress: () => worker.post('/api/auth/reset-password', { token: 'unknown', password: PASSWORD }),
  emailChangeByUser: () => changeEmail(owner),
  emailChangeByEmail: () => changeEmail(free.member),
  emailChangeByAddress: () => worker.post('/api/email-change/check', { token: 'unknown' }),
  organizationByUser: () => owner.post('/api/user/organizations', { name: newName() }),
  twoFactorRuleByOrganization: () => owner.put('/api/organization/two-factor', { required: true }),
  inviteByOrganization: () => invite(owner),
  inviteByEmail: () => invite(free.member),
  inviteByUserAndEmail: () => invite(free.member, 'fourth@example.test'),
  inviteByUser: () => invite(free.member, 'second@example.test'),
  inviteByAddress: () => invite(other, 'third@example.test'),
  invitationByAddress: () => worker.post('/api/invitations/find', { token: 'unknown' }),
  recordByAddress: () => worker.post('/api/records/open', { secret: 'unknown' }),
  testRecordsByOrganization: () => worker.validate(testToken, { ...GERMAN, record: true }),
  exportByOrganization: () => owner.call('/api/activity/export'),
  organizationExport: () => owner.call('/api/organization/export'),
  billingByOrganization: () => owner.post('/api/subscription/cancel', {}),
  verificationByOrganization: () =>
    owner.post('/api/subscription/verify', { transactionId: 'txn_01h04vsbhqc62t8hmd4z3b578c' }),
  supportByUser: () => submit(owner),
  supportByAddress: () => submit(other),
  supportReplyByUser: {
    call: () => reply(reference),
    reach: async () => {
      const [request] = await worker.sql<{
        reference: string
      }>`select reference from support_requests limit 1`
      reference = request?.reference ?? ''
      await useUp(limits.supportReplyByUser.name, () => reply(reference))
    },
  },
  messages: {
    call: () => reply(reference),
    reach: () =>
      worker.sql`insert into support_messages (request_id, author, text) select id, 'user', 'Message ' || i
        from support_requests, generate_series(1, ${mostOf('messages')}) as i where reference = ${reference}`,
  },
  testValidationsByOrganization: () => worker.validate(testToken, waiting),
  appRegistrationByAddress: async () => (await openApp(worker)).registered,
  testKeysByOrganization: {
    reach: () => useUp(limits.testKeysByOrganization.name, () => withKey('first')),
    call: () => withKey('second'),
  },
  testCalls: {
    call: () => worker.validate(testToken),
    // The bucket that a call leaves expires in a tenth of a second.
    reach: () => empty(`rate-limit:test-token:${free.organizationId}`),
  },
  sandboxTokens: limited(newTokenLimit, () => worker.post('/api/tinproof/sandbox-token')),
  sandboxCalls: {
    call: () => worker.validate(sandboxToken),
    reach: async () => {
      const { body } = await worker.post<{ token: string }>(
        '/api/tinproof/sandbox-token',
        undefined,
        from('192.0.2.8'),
      )
      sandboxToken = body.token
      for (let call = 0; call < mostOf('sandboxCalls'); call++) await worker.validate(sandboxToken)
    },
  },
  unknownTokens: {
    call: () => worker.validate(generateToken(free.organizationId).token, GERMAN, from('192.0.2.9')),
    reach: () => {
      stopClock()
      return times(mostOf('unknownTokens'), () =>
        worker.validate(generateToken(free.organizationId).token, GERMAN, from('192.0.2.9')),
      )
    },
  },
  validations: { call: () => worker.validate(free.token), reach: useUpQuota },
  refusals: { call: () => worker.validate(free.token, {}), reach: useUpQuota },
  changesByUser: () => other.patch('/api/user', { firstName: newName() }),
  organizations: () => free.member.post('/api/user/organizations', { name: newName() }),
  tokens: () => free.member.post('/api/tokens', { name: newName() }),
  testTokens: () => free.member.post('/api/tokens', { name: newName(), live: false }),
  webhooks: () =>
    free.member.post('/api/webhooks', {
      url: `https://hooks.example.com/${crypto.randomUUID()}`,
      events: ['batch.failed'],
    }),
  apps: {
    call: () => app.allow(free.member),
    reach: async () => {
      await worker.confirmPassword(free.member)
      for (let made = 0; made < mostOf('apps'); made++) await app.allow(free.member)
    },
    leaves: ['audit_entries'],
  },
  allowedIps: {
    call: () =>
      owner.patch('/api/tokens/1', { allowedIps: Array(mostOf('allowedIps') + 1).fill('203.0.113.7') }),
  },
  projects: {
    call: () => free.member.post('/api/projects', { name: newName() }),
    reach: async () => {
      await worker.confirmPassword(free.member)
      await worker.sql`with keys as (insert into api_tokens (name, token, prefix, last_four, organization_id, permissions)
          select 'key', i::text, '', '', ${free.organizationId}, '{}' from generate_series(1, ${mostOf('projects')}) i
          returning token)
        insert into projects (name, api_key, organization_id) select 'project', token, ${free.organizationId} from keys`
    },
  },
  exportedRecords: {
    call: () => other.call('/api/tinproof/records/export'),
    reach: () =>
      worker.sql`insert into record_chain (organization_id, live, number, hash)
        select ${other.organization.id}, true, i, 'hash' from generate_series(1, ${mostOf('exportedRecords') + 1}) i`,
  },
  sessions: {
    call: () => logIn(PASSWORD, '192.0.2.10'),
    reach: async () => {
      await worker.sql`insert into session (sid, sess, expire, user_id)
        select 'sid-' || i, '{}', now() + interval '1 day', ${user.id} from generate_series(2, ${mostOf('sessions')}) i`
      await logIn(PASSWORD, '192.0.2.11')
    },
    leaves: ['audit_entries'],
  },
  pending: async () => {
    const answer = await worker.validate(testToken, waiting)
    return { ...answer, ...(answer.status === 202 && { status: 201 }) }
  },
  batchesByHour: uploadCase('batches', 'hour'),
  batchesByDay: uploadCase('batches', 'day'),
  megabytesByHour: uploadCase('megabytes', 'hour'),
  megabytesByDay: uploadCase('megabytes', 'day'),
  batches: { call: () => upload('{}\n'), reach: () => upload('{}\n') },
  rows: {
    call: () =>
      upload(`country,tin\n${'DE,136695976\n'.repeat(mostOf('rows') + 1)}`, { type: 'text/csv', by: large }),
  },
  testRows: {
    call: () =>
      worker.call('/api/tinproof/batches', {
        body: { items: Array.from({ length: mostOf('testRows') + 1 }, () => GERMAN) },
        headers: { Authorization: `Bearer ${largeTestToken}` },
      }),
  },
  unreadableRows: { call: () => upload('{}\n'.repeat(mostOf('unreadableRows') + 1), { by: large }) },
  uploadBytes: { call: () => upload(' '.repeat(mostOf('uploadBytes') + 1), { by: large }) },
  bodyBytes: { call: () => other.patch('/api/user', { firstName: 'a'.repeat(mostOf('bodyBytes')) }) },
  monitors: () => monitor(free.token),
  testMonitors: () => monitor(testToken),
  monitorChanges: limited({ name: 'monitor-changes-ENTERPRISE' }, () => monitor(large.token)),
  monitorCheckByOrganization: () => owner.post(`/api/tinproof/monitors/monitor_${'0'.repeat(22)}/check`, {}),
  sessionCalls: {
    call: () => free.member.patch('/api/user', { firstName: 'Ada' }),
    reach: inIsolate(isolateLimits.callsBySession, async () => {
      const [session] = await worker.sql`select sid from session where user_id = ${free.member.user.id}`
      return String(session?.sid)
    }),
  },
  healthChecks: {
    call: () => worker.call('/api/health', from(ADDRESS)),
    reach: inIsolate(isolateLimits.healthByAddress, async () => ADDRESS),
  },
  appTokens: {
    call: () => worker.post('/api/oauth/token', {}, from(ADDRESS)),
    reach: inIsolate(isolateLimits.appTokensByAddress, async () => ADDRESS),
  },
  burst: {
    call: () => worker.validate(free.token, {}),
    reach: async () => {
      await useUpQuota()
      stopClock()
      await times(mostOf('burst'), () => worker.validate(free.token, {}))
    },
  },
}

describe('a caller who has reached the limit of', () => {
  beforeEach(() => worker.forget('rate-limit:*'))
  afterEach(() => {
    vi.useRealTimers()
  })
  const isLimit = (key: Key): key is keyof typeof limits => key in limits
  const named = (Object.keys(cases) as Key[]).map((key) => {
    const given = cases[key]
    if (typeof given !== 'function') return { key, ...given }
    return { key, ...(isLimit(key) ? limited(limits[key], given) : counted(key, given)) }
  })
  it.each(named)('$key', async ({ key, reach, call, leaves = [] }) => {
    await reach?.()
    const before = await rowsOfTables()
    const answer = await call()
    const code = codes.get(key)
    if (code) {
      expect(refusal(answer)).toEqual([errorTable[code].status, code])
      expect(answer.body?.message).not.toBe('')
    } else expect(answer.status).toBeLessThan(500)
    if (/^test.*ByOrganization$/.test(key)) expect(answer.headers.has('RateLimit')).toBe(true)
    const after = Object.entries(await rowsOfTables())
    expect(after.flatMap(([name, rows]) => (rows > (before[name] ?? 0) ? [name] : [])).sort()).toEqual(leaves)
  })
})

describe('a rate limit that calls share', () => {
  it.each<[keyof typeof limits, string, Call]>([
    ['signInByAddress', 'a code', () => worker.post('/api/login/two-factor', { code: '123456' })],
    ['signInByAddress', 'linking Google', () => worker.post('/api/login/google', { password: PASSWORD })],
    [
      'resetTokenByAddress',
      'the call of the spec',
      () => worker.call('/api/auth/verify-reset-token?token=x'),
    ],
    ['emailChangeByAddress', 'confirming', () => worker.post('/api/email-change/confirm', { token: 'x' })],
    ['invitationByAddress', 'accepting', () => other.post('/api/invitations/accept', { token: 'x' })],
    ['exportByOrganization', 'the audit trail', () => owner.call('/api/organization/audit/export')],
    ['organizationExport', 'records', () => owner.call('/api/tinproof/records/export')],
  ])('%s holds for %s', async (key, _, call) => {
    await useUp(limits[key].name, call)
    expect(refusal(await call())).toEqual([429, 'RATE_LIMITED'])
  })
})
