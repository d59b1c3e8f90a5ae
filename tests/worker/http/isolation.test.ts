import { createHash } from 'node:crypto'
import { TOTP } from 'otpauth'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { newPassword, password } from '#tests/worker/accounts/passwords-worker.ts'
import { walkedEvents } from '#tests/worker/audit/walked-events.ts'
import { type Answer, type Call, type Member, ORIGIN, refusal } from '#tests/worker/harness.ts'
import { openApp } from '#tests/worker/oauth/app.ts'
import { overlap } from '#tests/worker/overlap.ts'
import type { SessionInfo } from '#worker/accounts/contract.ts'
import type { TwoFactorSetup } from '#worker/accounts/two-factor/contract.ts'
import { allRoutes } from './all-routes.ts'
import { openTenants } from './isolation-calls.ts'
import { type Column, type Row, rows, type Who } from './isolation-table.ts'

const { worker, owner, manager, colleague, stranger, suspended, secret, bodies, putBack, callOf } =
  await openTenants()

const cacheable = [
  '/api/settings',
  '/api/tinproof/countries',
  '/api/tinproof/registers',
  '/.well-known/jwks.json',
]

const tested = new Set([
  ...rows.map(({ route }) => route),
  // Public routes: see sandbox-token, sign-up, passwords, reset-password and google.
  'POST /api/tinproof/sandbox-token',
  ...['register', 'register/init', 'register/verify', 'register/verify-code', 'register/complete'].map(
    (verb) => `POST /api/${verb}`,
  ),
  ...['login', 'login/two-factor', 'login/google', 'logout'].map((verb) => `POST /api/${verb}`),
  ...['forgot-password', 'verify-reset-token', 'reset-password'].map((verb) => `POST /api/auth/${verb}`),
  'GET /api/register/verification-status',
  'GET /api/auth/reset-cooldown/:email',
  'GET /api/auth/verify-reset-token',
  'GET /auth/google',
  'GET /auth/google/callback',
])

it('covers every route', () => {
  expect([...new Set(allRoutes.map(({ name }) => name))].sort()).toEqual([...tested].sort())
})

const callers: Record<
  Who,
  () => { as: (path: string, call: Call) => Promise<Answer>; organizationId: string }
> = {
  admin: () => ({ as: owner.call, organizationId: owner.organization.id }),
  manager: () => ({ as: manager.call, organizationId: owner.organization.id }),
  member: () => ({ as: colleague.call, organizationId: owner.organization.id }),
  stranger: () => ({ as: stranger.call, organizationId: owner.organization.id }),
  nobody: () => ({ as: worker.call, organizationId: owner.organization.id }),
  suspended: () => ({ as: suspended.call, organizationId: suspended.organization.id }),
}

const statusFor = ({ expected }: Row, who: Who) => expected.find((column) => column.who === who)?.status

/** The error of a refusal that all routes make in the same way. */
function codeOf(row: Row, who: Who): string | undefined {
  const [own, status] = [statusFor(row, 'admin'), statusFor(row, who)]
  if (row.path === '/api/paddle/webhook') return 'INVALID_SIGNATURE'
  const isApi = /^\/api\/tinproof\/(validate|batches|validations|monitors|records|events)\b/.test(row.path)
  if (status === 401) return isApi ? 'TOKEN_REQUIRED' : 'NOT_SIGNED_IN'
  if (status === 403 && row.path.startsWith('/api/admin/')) return 'ROLE_TOO_LOW'
  if (who === 'admin') return status === 403 ? 'CONFIRMATION_REQUIRED' : undefined
  if (status === 403 && own !== 403) return who === 'suspended' ? 'ORGANIZATION_SUSPENDED' : 'ROLE_TOO_LOW'
  // An admin who has to confirm the password gets a 403, too.
  if (status === 403 && row.path.startsWith('/api/organization') && who !== 'suspended') return 'ROLE_TOO_LOW'
  if (who === 'stranger' && status === 404 && isOfOrganization(row)) return 'ORGANIZATION_NOT_FOUND'
  return undefined
}

const isOfOrganization = (row: Row) =>
  statusFor(row, 'stranger') === 404 && statusFor(row, 'member') !== 404 && statusFor(row, 'nobody') === 401

/** What the quick run calls as everybody: of each area, the first route that reads and the first that changes something. */
const areaOf = ({ method, path }: Row) =>
  `${method === 'GET' ? 'read' : 'change'} ${/^\/(api\/(tinproof\/)?)?[^/]+/.exec(path)?.[0]}`
const isSample = (row: Row) => rows.find((other) => areaOf(other) === areaOf(row)) === row

/** Samples in the quick run, the others in the deep one. */
function itEach(list: readonly Row[], title: string, test: (row: Row) => Promise<void>): void {
  it.each(list.filter(isSample))(title, test)
  it.each(list.filter((row) => !isSample(row)))(title, { tags: 'deep' }, test)
}

async function expectAuditEntry({ route }: Row, { status, headers }: Answer, actor: string): Promise<void> {
  const event = walkedEvents[route]
  if (!event || status >= 300) return
  await worker.settle()
  const entries = await worker.sql<{ event: string; actor: string }>`
    select event, actor_email as actor from audit_entries where request_id = ${headers.get('X-Request-Id')}`
  expect(entries).toContainEqual({ event, actor })
}

/** What is stored, one hash for each table, and how many emails were sent. */
async function readState() {
  await worker.settle()
  const { mail } = await worker.fakes.counts(worker.namespace)
  const tables = await worker.sql`
    select table_name, md5(query_to_xml(format('select * from %I order by 1', table_name), true, false, '')::text)
      from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`
  return { tables, mails: mail.mails }
}

type Refused = Answer<{ code?: string }>

async function expectNoChange(call: () => Promise<Refused>): Promise<void> {
  const before = await readState()
  const answer = await worker.during({ service: 'neon', content: 'commit' }, call)
  expect(refusal(answer)).toEqual([503, 'SERVICE_UNAVAILABLE'])
  expect(await readState()).toEqual(before)
}

async function expectNoChangeBy(as: typeof owner.call, { route, method, path }: Row): Promise<void> {
  const { address, options } = await callOf(route, method, path, owner.organization.id)
  await expectNoChange(() => as(address, options))
}

describe.each(rows)('$route', (row) => {
  beforeEach(
    () =>
      worker.sql`update session set confirmed_at = null where user_id in (${owner.user.id}, ${suspended.user.id})`,
  )
  const { route, method, path, expected } = row
  const answers = async ({ who, status }: Column) => {
    const { as, organizationId } = callers[who]()
    const { address, options } = await callOf(route, method, path, organizationId)
    const answer = await as(address, options)
    await putBack[route]?.()
    expect(answer.status).toBe(status)
    const code = codeOf(row, who)
    if (code) expect(answer.body).toMatchObject({ code })
    const cacheControl = cacheable.includes(path) ? /^public, max-age=/ : /^(private, )?no-store$/
    expect(answer.headers.get('Cache-Control')).toMatch(cacheControl)
    if (who === 'admin') await expectAuditEntry(row, answer, owner.user.email)
    if (who !== 'stranger' && who !== 'nobody') return
    const text = JSON.stringify(answer.body ?? null)
    for (const hidden of [owner.organization.id, owner.organization.name, secret.name, owner.user.email]) {
      expect(text).not.toContain(hidden)
    }
  }
  const title = 'answers $who with $status'
  const isQuick = ({ who }: Column) => who === 'stranger' || isSample(row)
  it.each(expected.filter(isQuick))(title, answers)
  it.each(expected.filter((column) => !isQuick(column)))(title, { tags: 'deep' }, answers)
})

describe('a call with a session', () => {
  const withSession = rows.filter(
    (row) => statusFor(row, 'nobody') === 401 && statusFor(row, 'suspended') !== 401,
  )
  const changing = withSession.filter(({ method }) => method !== 'GET')

  itEach(changing, 'from another site is refused: $route', async ({ route, method, path }) => {
    const { address, options } = await callOf(route, method, path, owner.organization.id)
    const headers = { ...options.headers, Origin: 'https://elsewhere.example' }
    const answer = await owner.call(address, { ...options, headers })
    expect(refusal(answer)).toEqual([403, 'CROSS_SITE_REQUEST'])
  })

  const withBody = changing.filter(
    (row) => bodies[row.route] && !/csv|ndjson/.test(row.path) && statusFor(row, 'admin') !== 403,
  )
  it.each(withBody)(
    'with a body that is not JSON is refused: $route',
    { tags: 'deep' },
    async ({ route, method, path }) => {
      const { address, options } = await callOf(route, method, path, owner.organization.id)
      const answer = await owner.call(address, { ...options, raw: '{' })
      expect(refusal(answer)).toEqual([400, 'INVALID_JSON'])
    },
  )

  const ofOrganization = withSession.filter(isOfOrganization)
  itEach(ofOrganization, 'that names two organizations is refused: $route', async (row) => {
    const { address, options } = await callOf(row.route, row.method, row.path, stranger.organization.id)
    const query = `${address.includes('?') ? '&' : '?'}organizationId=${owner.organization.id}`
    const answer = await stranger.call(`${address}${query}`, options)
    expect(refusal(answer)).toEqual([400, 'ORGANIZATION_MISMATCH'])
  })

  // These work without an organization: support is for users, a validation changes nothing.
  const withDefault = ['POST /api/support/submit', 'POST /api/tinproof/validate']
  const naming = changing.filter((row) => isOfOrganization(row) && !withDefault.includes(row.route))
  itEach(naming, 'that names no organization is refused: $route', async ({ route, method, path }) => {
    const { address, options } = await callOf(route, method, path, owner.organization.id)
    const { 'x-organization-id': named, ...rest } = options.headers
    const headers = { ...rest, Cookie: owner.cookie, Origin: ORIGIN }
    expect(refusal(await worker.call(address, { ...options, headers }))).toEqual([
      400,
      'ORGANIZATION_REQUIRED',
    ])
  })

  async function callWhile(row: Row, [event, method, path]: ['delete' | 'update', string, string]) {
    const organizationId = owner.organization.id
    const admin = await worker.colleague(organizationId, 'admin')
    await Promise.all([owner, admin].map(worker.confirmPassword))
    const { address, options } = await callOf(row.route, row.method, row.path, organizationId)
    const body = { userId: admin.user.id, role: 'member', organizationId }
    const [change, answer] = await overlap(
      worker,
      [event, 'organization_memberships', `old.user_id = ${admin.user.id}`],
      () => owner.call(`/api/organization/${path}`, { method, body }),
      () => admin.call(address, options),
    )
    expect(change.status).toBeLessThan(300)
    return refusal(answer)
  }

  // These change nothing here, something at Paddle, or only what the member has.
  const ofNoRole =
    /oauth|subscription|client-params|upgrade$|validate$|estimate$|import$|submit$|onboarding$|leave$|POST \/api\/records$/
  const byRole = changing.filter((row) => isOfOrganization(row) && !ofNoRole.test(row.route))
  itEach(byRole, 'refuses an admin who is being removed: $route', async (row) => {
    const refused = await callWhile(row, ['delete', 'DELETE', 'remove-member'])
    expect(refused).toEqual([404, 'ORGANIZATION_NOT_FOUND'])
  })

  const refusedToMembers = byRole.filter((row) => statusFor(row, 'member') === 403)
  itEach(refusedToMembers, 'refuses an admin who is becoming a member: $route', async (row) => {
    const refused = await callWhile(row, ['update', 'PATCH', 'user-role'])
    expect(refused).toEqual([403, 'ROLE_TOO_LOW'])
  })

  const refusedToSuspended = changing.filter(
    (row) => isOfOrganization(row) && !ofNoRole.test(row.route) && statusFor(row, 'suspended') === 403,
  )
  itEach(refusedToSuspended, 'is refused while the organization is being suspended: $route', async (row) => {
    const organizationId = owner.organization.id
    await worker.confirmPassword(owner)
    const { address, options } = await callOf(row.route, row.method, row.path, organizationId)
    const [, answer] = await overlap(
      worker,
      ['update', 'organizations', "new.status = 'SUSPENDED'"],
      () => worker.sql`update organizations set status = 'SUSPENDED' where id = ${organizationId}`,
      () => owner.call(address, options),
    )
    await worker.sql`update organizations set status = 'ACTIVE' where id = ${organizationId}`
    expect(refusal(answer)).toEqual([403, 'ORGANIZATION_SUSPENDED'])
  })

  const withResource = ofOrganization.filter(({ path }) => path.includes(':'))
  it.each(withResource)('does not find what another organization has: $route', async (row) => {
    const { address, options } = await callOf(row.route, row.method, row.path, owner.organization.id)
    const headers = { 'x-organization-id': stranger.organization.id }
    const { status, body } = await stranger.call(address, { ...options, headers })
    expect([status, body.code]).toEqual([404, expect.stringMatching(/^(?!ORGANIZATION)\w+_NOT_FOUND$/)])
  })

  const withId = withSession.filter((row) => row.path.includes(':') && statusFor(row, 'admin') !== 403)
  it.each(withId)(
    'does not find a malformed ID: $route',
    { tags: 'deep' },
    async ({ route, method, path }) => {
      const body = await bodies[route]?.(owner.organization.id)
      for (const id of ['abc', '0', '-1', '1.5', '1e3', '99999999999', '9'.repeat(10_000), "1'%20or%201=1"]) {
        const answer = await owner.call(path.replace(/:\w+/, id), { method, ...(body && { body }) })
        expect([id, answer.status]).toEqual([id, 404])
      }
    },
  )

  it.each(withSession)(
    'is answered 503 while PostgreSQL is down: $route',
    { tags: 'deep' },
    async ({ route, method, path }) => {
      const { address, options } = await callOf(route, method, path, owner.organization.id)
      const answer = await worker.during({ service: 'neon' }, () => owner.call(address, options))
      expect(refusal(answer)).toEqual([503, 'SERVICE_UNAVAILABLE'])
    },
  )

  // These change nothing here, or have no transaction.
  const ofNoTransaction =
    /:id$|password$|code$|consent$|DELETE \/api\/user$|(enable|codes|two-factor)$|leave$|accept$|subscription|onboarding$|POST \/api\/records$|client-params$|upgrade$|validate$|estimate$|admin/
  const withTransaction = changing.filter(({ route }) => !ofNoTransaction.test(route))
  itEach(withTransaction, 'changes nothing if its commit fails: $route', async (row) => {
    await worker.confirmPassword(owner)
    // The calls before have made as many as an organization may have, and the same monitor.
    await worker.sql`delete from api_tokens where name in ('Another token', 'Leaving')`
    await worker.sql`delete from monitors`
    await expectNoChangeBy(owner.call, row)
  })
})

/** Those that the table only refuses, and public ones. */
describe('a sensitive call', () => {
  const TWO_FACTOR = '/api/user/two-factor'
  const token = 'a secret'
  const hash = createHash('sha256').update(token).digest('hex')
  const organizationId = owner.organization.id

  type Prepare = (member: Member) => Promise<() => Promise<Refused>>
  const withTwoFactor =
    (call: (member: Member) => Promise<Refused>): Prepare =>
    async (member) => {
      await worker.enableTwoFactor(member)
      return () => call(member)
    }
  const calls: Record<string, Prepare> = {
    'sign in':
      async ({ user }) =>
      () =>
        worker.post('/api/login', { email: user.email, password }),
    'sign out': async (member) => () => member.post('/api/logout'),
    'sign out elsewhere': async (member) => {
      await worker.post('/api/login', { email: member.user.email, password })
      const { body } = await member.call<SessionInfo[]>('/api/user/sessions')
      return () => member.delete(`/api/user/sessions/${body.find(({ isCurrent }) => !isCurrent)?.id}`)
    },
    confirm: async (member) => () => member.post('/api/user/confirm-password', { password }),
    'change the password': async (member) => () =>
      member.post('/api/user/change-password', { currentPassword: password, newPassword }),
    'reset the password': async ({ user }) => {
      await worker.sql`insert into password_reset_tokens (email, token, expires_at)
        values (${user.email}, ${hash}, now() + interval '1 hour')`
      return () => worker.post('/api/auth/reset-password', { token, password: newPassword })
    },
    'change the email': async ({ user, post }) => {
      const email = `new-${user.email}`
      await post('/api/user/email-change', { email })
      await worker.post('/api/email-change/confirm', { token: await worker.linkTo(user.email) })
      const token = await worker.linkTo(email)
      return () => worker.post('/api/email-change/confirm', { token })
    },
    'turn on two-factor sign-in': async ({ post }) => {
      const { secret } = (await post<TwoFactorSetup>(`${TWO_FACTOR}/setup`)).body
      return () => post(`${TWO_FACTOR}/enable`, { secret, code: new TOTP({ secret }).generate() })
    },
    'replace recovery codes': withTwoFactor((member) => member.post(`${TWO_FACTOR}/recovery-codes`)),
    'turn off two-factor sign-in': withTwoFactor((member) => member.delete(TWO_FACTOR)),
    'delete the account': async (member) => () => member.delete('/api/user'),
    'accept an invitation': async ({ user, post }) => {
      await worker.sql`insert into organization_invitations (email, organization_id, token, expires_at)
        values (${user.email}, ${organizationId}, ${hash}, now() + interval '1 day')`
      return () => post('/api/invitations/accept', { token })
    },
    leave: async (member) => {
      await worker.join(member, organizationId, 'member')
      return () => member.post('/api/organization/leave', { organizationId })
    },
    'connect an app': async (member) => {
      const { allow } = await openApp(worker)
      return () => allow(member)
    },
  }
  it.each(Object.entries(calls))(
    'changes nothing if its commit fails: %s',
    { tags: 'deep' },
    async (_, prepare) => {
      const member = await worker.signUp()
      await worker.confirmPassword(member)
      await expectNoChange(await prepare(member))
    },
  )
})

describe('another organization', () => {
  it('does not reveal whether another organization exists', async () => {
    const [theirs, none] = await Promise.all([
      stranger.call(`/api/organization?organizationId=${owner.organization.id}`),
      stranger.call('/api/organization?organizationId=org_0000000000000000'),
    ])
    const { requestId: _one, ...first } = theirs.body
    const { requestId: _two, ...second } = none.body
    expect([theirs.status, first]).toEqual([none.status, second])
  })

  it('cannot be reached by the id of its token', async () => {
    const body = { countryCode: 'DE', tin: '136695976', tokenId: secret.tokenId }
    const validated = await stranger.post('/api/tinproof/validate', body)
    const items = [{ countryCode: 'DE', tin: '136695976' }]
    const batch = await stranger.post(`/api/tinproof/batches?tokenId=${secret.tokenId}`, { items })
    for (const refused of [validated, batch]) expect(refusal(refused)).toEqual([404, 'TOKEN_NOT_FOUND'])
    expect((await worker.validate(secret.token)).status).toBe(200)
  })

  it('can be requested by its member through header, body or query', async () => {
    const { id } = owner.organization
    const byHeader = await colleague.call<{ id: string }>('/api/organization', {
      headers: { 'x-organization-id': id },
    })
    const byQuery = await colleague.call<{ id: string }>(`/api/organization?organizationId=${id}`)
    const byDefault = await colleague.call<{ id: string }>('/api/organization')
    const ids = [byHeader, byQuery, byDefault].map(({ body }) => body.id)
    expect(ids).toEqual([id, id, colleague.organization.id])
  })
})

/** The member has no second factor to reset. */
const isOff = ({ path }: Row) => path.endsWith('/two-factor')
const adminRows = rows.filter(({ path }) => path.startsWith('/api/admin/'))

describe('the platform administrator', () => {
  const setTwoFactor = (isOn: boolean) =>
    worker.sql`update two_factors set enabled_at = ${isOn ? new Date().toISOString() : null}
      where user_id = ${worker.administrator.user.id}`
  const answerTo = async ({ route, method, path }: Row) => {
    const { address, options } = await callOf(route, method, path, owner.organization.id)
    return worker.administrator.call(address, options)
  }
  afterEach(() => setTwoFactor(true))

  itEach(adminRows, 'without two-factor sign-in is refused: $route', async (row) => {
    await setTwoFactor(false)
    expect(refusal(await answerTo(row))).toEqual([403, 'TWO_FACTOR_REQUIRED'])
  })

  const changes = adminRows.filter(({ method }) => method !== 'GET')
  itEach(changes, 'is asked to confirm: $route', async (row) => {
    const { id } = worker.administrator.user
    await worker.sql`update session set confirmed_at = null where user_id = ${id}`
    const answer = await answerTo(row)
    await worker.sql`update session set confirmed_at = '2100-01-01' where user_id = ${id}`
    expect(refusal(answer)).toEqual([403, 'CONFIRMATION_REQUIRED'])
  })

  const withTransaction = changes.filter((row) => !isOff(row) && !row.path.includes('lead'))
  itEach(withTransaction, 'changes nothing if its commit fails: $route', (row) =>
    expectNoChangeBy(worker.administrator.call, row),
  )

  itEach(adminRows, 'with it may: $route', async (row) => {
    const answer = await answerTo(row)
    if (isOff(row)) return expect(refusal(answer)).toEqual([409, 'TWO_FACTOR_OFF'])
    expect([200, 201]).toContain(answer.status)
    await expectAuditEntry(row, answer, worker.administrator.user.email)
  })
})

it('looks at the audit entry of each route that records one', () => {
  const byAdmins = rows.filter((row) => (statusFor(row, 'admin') ?? 0) < 300)
  const succeeding = [...byAdmins, ...adminRows.filter((row) => !isOff(row))].map(({ route }) => route)
  expect(succeeding).toEqual(expect.arrayContaining(Object.keys(walkedEvents)))
})
