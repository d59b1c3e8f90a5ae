import { TOTP } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { type Answer, cookieNamed, type Member, openWorker } from '#tests/worker/harness.ts'
import { allRoutes } from '#tests/worker/http/all-routes.ts'
import type { SessionInfo } from '#worker/accounts/contract.ts'
import type { AuditEvent, AuditList } from '#worker/audit/contract.ts'
import { walkedEvents } from './walked-events.ts'

const password = 'correct horse battery'
const newPassword = 'a brand new horse'

const worker = await openWorker('audit')
const ann = await worker.signUp('ann')

let made = 0
const newName = () => `made${++made}`
const newMember = () => worker.signUp(newName())

/** With a confirmed password, which sensitive calls need. */
async function newConfirmed(): Promise<Member> {
  const member = await newMember()
  await worker.confirmPassword(member)
  return member
}

const newColleague = (role?: string) => worker.colleague(ann.organization.id, role)

async function withTwoFactor() {
  const member = await newConfirmed()
  const { body } = await member.post<{ secret: string }>('/api/user/two-factor/setup')
  const totp = new TOTP({ secret: body.secret })
  const code = (step: number) => totp.generate({ timestamp: Date.now() + step * 30_000 })
  const enable = () => member.post('/api/user/two-factor/enable', { code: code(0), secret: body.secret })
  return { member, code, enable }
}

async function enabledTwoFactor() {
  const { member, code, enable } = await withTwoFactor()
  await enable()
  return { member, code }
}

async function requestedEmailChange() {
  const member = await newConfirmed()
  const email = `${newName()}@example.test`
  await member.post('/api/user/email-change', { email })
  return { member, email }
}

const credentials = (member: Member, wrong = '') => ({
  body: { email: member.user.email, password: `${password}${wrong}` },
  headers: { 'CF-Connecting-IP': `2001:db8:8:${(++made).toString(16)}::1` },
})

async function newSubscriber() {
  const member = await newConfirmed()
  return { ...member, ...(await worker.buy(member)) }
}

const list = async ({ call }: Member, query = '', of: 'organization' | 'user' = 'organization') =>
  (await call<AuditList>(`/api/${of}/audit${query}`)).body
/** As platform administrators see it. */
const listAll = async (query: string) =>
  (await worker.administrator.call<AuditList>(`/api/admin/audit${query}`)).body
const eventsIn = ({ entries }: AuditList) => entries.map(({ event }) => event)

const call = (events: AuditEvent[], make: () => Promise<Answer>) => ({ events, make })

/** A successful call of each other route, and the events that it must record. */
const audited: Record<string, ReturnType<typeof call>> = {
  'POST /api/login': call(['sign_in.succeeded'], () => worker.call('/api/login', credentials(ann))),
  'POST /api/logout': call(['sign_out'], async () => (await newMember()).post('/api/logout')),
  'DELETE /api/user/sessions': call(['sessions.ended'], async () => {
    await worker.confirmPassword(ann)
    return ann.delete('/api/user/sessions')
  }),
  'DELETE /api/user/sessions/:id': call(['sessions.ended'], async () => {
    const member = await newMember()
    await worker.call('/api/login', credentials(member))
    await worker.confirmPassword(member)
    const { body } = await member.call<SessionInfo[]>('/api/user/sessions')
    const other = body.find(({ isCurrent }) => !isCurrent)
    return member.delete(`/api/user/sessions/${other?.id}`)
  }),
  'POST /api/auth/forgot-password': call(['password.reset_requested'], async () =>
    worker.post('/api/auth/forgot-password', { email: (await newMember()).user.email }),
  ),
  'POST /api/auth/reset-password': call(['password.reset'], async () => {
    const { email } = (await newMember()).user
    await worker.post('/api/auth/forgot-password', { email })
    const token = await worker.linkTo(email)
    return worker.post('/api/auth/reset-password', { token, password: newPassword })
  }),
  'POST /api/user/change-password': call(['password.changed'], async () =>
    (await newMember()).post('/api/user/change-password', { currentPassword: password, newPassword }),
  ),
  'POST /api/user/confirm-password': call(['password.confirmed'], () =>
    ann.post('/api/user/confirm-password', { password }),
  ),
  'POST /api/user/two-factor/setup': call(['two_factor.set_up'], async () =>
    (await newConfirmed()).post('/api/user/two-factor/setup'),
  ),
  'POST /api/user/two-factor/enable': call(['two_factor.enabled'], async () => {
    const { enable } = await withTwoFactor()
    return enable()
  }),
  'POST /api/user/two-factor/recovery-codes': call(['recovery_codes.replaced'], async () => {
    const { member } = await enabledTwoFactor()
    return member.post('/api/user/two-factor/recovery-codes')
  }),
  'DELETE /api/user/two-factor': call(['two_factor.disabled'], async () => {
    const { member } = await enabledTwoFactor()
    return member.delete('/api/user/two-factor')
  }),
  'DELETE /api/user/email-change': call(['email_change.canceled'], async () =>
    (await requestedEmailChange()).member.delete('/api/user/email-change'),
  ),
  'DELETE /api/user': call(['account.deleted', 'member.left', 'organization.deleted'], async () =>
    (await newConfirmed()).delete('/api/user'),
  ),
  'DELETE /api/organization': call(['organization.deleted'], async () => {
    const member = await newConfirmed()
    const { id: organizationId, name } = member.organization
    return member.delete('/api/organization', { organizationId, name })
  }),
  'POST /api/organization/restore': call(['organization.restored'], async () => {
    const member = await newConfirmed()
    const { id: organizationId, name } = member.organization
    await member.delete('/api/organization', { organizationId, name })
    return member.post('/api/organization/restore', { organizationId })
  }),
  'POST /api/organization/leave': call(['member.left'], async () => {
    const member = await newColleague()
    return member.post('/api/organization/leave', { organizationId: ann.organization.id })
  }),
  'POST /api/invitations/accept': call(['member.joined'], async () => {
    const guest = await newMember()
    await ann.post('/api/organization/invite', { email: guest.user.email })
    const token = await worker.linkTo(guest.user.email)
    return guest.post('/api/invitations/accept', { token })
  }),
  'POST /api/subscription/verify': call(['plan.changed', 'payment.recorded'], async () => {
    const member = await newMember()
    const buyer = { organizationId: member.organization.id, userId: member.user.id }
    const customData = await worker.checkoutData(buyer)
    const paid = await worker.paddle.checkout({ plan: 'PRO', email: member.user.email, customData })
    const transactionId = paid.id
    return member.post('/api/subscription/verify', { transactionId })
  }),
  'POST /api/subscription/change': call(
    ['subscription.change_requested', 'plan.changed', 'payment.recorded'],
    async () => (await newSubscriber()).post('/api/subscription/change', { plan: 'ENTERPRISE' }),
  ),
  'POST /api/subscription/cancel': call(['subscription.cancel_requested', 'plan.changed'], async () =>
    (await newSubscriber()).post('/api/subscription/cancel', {}),
  ),
  'POST /api/subscription/undo-cancel': call(['subscription.cancel_undone', 'plan.changed'], async () => {
    const member = await newSubscriber()
    await member.post('/api/subscription/cancel', {})
    return member.post('/api/subscription/undo-cancel', {})
  }),
  'POST /api/subscription/resume': call(['subscription.resume_requested', 'plan.changed'], async () => {
    const member = await newSubscriber()
    await worker.deliverWebhooks(worker.paddle.pause(member.subscriptionId))
    return member.post('/api/subscription/resume', {})
  }),
  'POST /api/subscription/portal': call(['subscription.portal_opened'], async () =>
    (await newSubscriber()).post('/api/subscription/portal', {}),
  ),
}

/** Routes that change no account or organization, or are tested elsewhere. */
const exempt = {
  'POST /api/tinproof/validate': 'recorded in api_activities',
  'POST /api/tinproof/sandbox-token': 'belongs to no account',
  'POST /api/register': 'there is no account before the address is proven',
  'POST /api/register/init': 'there is no account before the address is proven',
  'POST /api/register/verify': 'there is no account before the address is proven',
  'POST /api/register/verify-code': 'there is no account before the address is proven',
  'POST /api/register/complete': 'see "sign-up" below',
  'POST /api/login/google': 'see google.test.ts',
  'POST /api/login/two-factor': 'see the factor below',
  'DELETE /api/admin/users/:userId/two-factor': 'see the list below',
  'PUT /api/organization/two-factor': 'see required-two-factor.test.ts',
  'PATCH /api/tokens/:tokenId': 'see allowed-ips.test.ts',
  'POST /api/records': 'see records.test.ts',
  'PUT /api/records/:recordId/link': 'see records.test.ts',
  'DELETE /api/records/:recordId/link': 'see records.test.ts',
  'POST /api/paddle/webhook': 'see "a webhook" below',
  'POST /api/paddle/client-params': 'reads',
  'POST /api/paddle/demo-payment': 'changes nothing',
  'POST /api/organization/upgrade': 'answers the address of the checkout',
  'POST /api/auth/verify-reset-token': 'reads',
  'POST /api/invitations/find': 'reads',
  'POST /api/user/email-change': 'see email-change.test.ts',
  'POST /api/email-change/confirm': 'see email-change.test.ts',
  'POST /api/email-change/check': 'reads',
  'POST /api/user/confirm-code': 'allows a change, which is recorded',
  'POST /api/tinproof/batches/estimate': 'reads',
  'POST /api/tinproof/monitors/import': 'see monitors.test.ts',
  'POST /api/tinproof/monitors/import/csv': 'see monitors.test.ts',
  'POST /api/tinproof/monitors/import/ndjson': 'see monitors.test.ts',
  'POST /api/tinproof/monitors/:monitorId/check': 'changes nothing',
  'POST /api/records/open': 'reads',
  'POST /api/oauth/consent': 'see oauth.test.ts',
  'POST /api/webhooks/:endpointId/test': 'changes nothing',
  'POST /api/webhooks/:endpointId/deliveries/:deliveryId/replay': 'changes nothing',
  'PATCH /api/organization/onboarding': 'decides what one member sees',
}

const routes = allRoutes.filter(({ method }) => method !== 'GET').map(({ name }) => name)

it('knows every route that changes something', () => {
  const known = [...Object.keys(audited), ...Object.keys(walkedEvents), ...Object.keys(exempt)]
  expect([...new Set(routes)].sort()).toEqual(known.sort())
})

const entriesOf = async ({ headers }: Answer) => {
  await worker.settle()
  return worker.sql<{ event: string; actor_email: string | null }>`select event, actor_email
    from audit_entries where request_id = ${headers.get('X-Request-Id')} order by id`
}

/** Of the routes `POST /api/tokens/…`, all but the first are deep. */
const areaOf = (route: string) => route.split('/')[2]

describe.each(Object.entries(audited))('%s', (route, { events, make }) => {
  const first = Object.keys(audited).find((other) => areaOf(other) === areaOf(route))
  const tags = route === first ? [] : ['deep']
  it(`records ${events.join(', ')}`, { tags }, async () => {
    const answer = await make()
    expect(answer.status).toBeLessThan(300)
    expect((await entriesOf(answer)).map(({ event }) => event)).toEqual(expect.arrayContaining(events))
  })
})

describe('an entry', () => {
  it('is missing if a change changes nothing', { tags: 'deep' }, async () => {
    const member = await newConfirmed()
    const { user } = await worker.colleague(member.organization.id)
    const { id: tokenId } = await member.createToken()
    const { body: monitor } = await member.post<{ id: string }>('/api/tinproof/monitors', {
      ...{ countryCode: 'DE', tin: 'DE136695976', every: 'week' },
    })
    const { body: endpoint } = await member.post<{ id: string }>('/api/webhooks', {
      ...{ url: 'https://hooks.example.com/', events: ['batch.failed'] },
    })
    const changes: [string, object][] = [
      ['/api/user', { firstName: 'Ann', lastName: '' }],
      ['/api/organization', { name: 'Southwind' }],
      ['/api/organization/user-role', { userId: user.id, role: 'manager' }],
      [`/api/tokens/${tokenId}`, { allowedIps: ['203.0.113.7'] }],
      [`/api/webhooks/${endpoint.id}`, { description: 'Billing', events: ['batch.failed'] }],
      [`/api/tinproof/monitors/${monitor.id}`, { every: 'week', name: '', customId: 'crm-17' }],
    ]
    for (const [path, input] of changes) {
      const answers = [await member.patch(path, input), await member.patch(path, input)]
      const written = await Promise.all(answers.map(async (answer) => (await entriesOf(answer)).length))
      expect([path, ...answers.map(({ status }) => status), written]).toEqual([path, 200, 200, [1, 0]])
    }
  })

  it('says who changed what, from what to what, and from where', async () => {
    const member = await newColleague()
    const { headers } = await ann.patch(
      '/api/organization/user-role',
      { userId: member.user.id, role: 'manager' },
      {
        headers: {
          'CF-Connecting-IP': '203.0.113.9',
          'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
        },
      },
    )
    const { entries } = await list(ann, '?event=member.role_changed&limit=1')
    expect(entries[0]).toMatchObject({
      event: 'member.role_changed',
      actorEmail: ann.user.email,
      subject: member.user.email,
      before: { role: 'member' },
      after: { role: 'manager' },
      network: '203.0.113.9',
      device: 'Firefox on Linux',
      requestId: headers.get('X-Request-Id'),
    })
  })

  it('is not written for a change that was refused', async () => {
    const refused = await ann.patch('/api/organization/user-role', { userId: 2_000_000_000, role: 'manager' })
    expect([refused.status, await entriesOf(refused)]).toEqual([404, []])
  })

  it('cannot be changed', async () => {
    for (const change of [`subject = 'nobody'`, 'actor_id = null'])
      await expect(worker.sql(`update audit_entries set ${change}`)).rejects.toThrow('never changed')
  })

  it('contains no token, password or code', async () => {
    const { token } = await ann.createToken({ name: newName() })
    const text = JSON.stringify(await worker.sql`select * from audit_entries`)
    expect(text).not.toContain(token)
    expect(text).not.toContain(password)
  })
})

describe('a webhook', () => {
  it('records what it changes, in nobody’s name', async () => {
    const { entries } = await list(await newSubscriber())
    const byPaddle = entries.filter(({ actorEmail }) => actorEmail === null)
    expect(byPaddle.map(({ event }) => event)).toEqual(
      expect.arrayContaining(['plan.changed', 'payment.recorded']),
    )
    expect(byPaddle.find(({ event }) => event === 'plan.changed')).toMatchObject({
      before: null,
      after: { plan: 'PRO', tier: 'PRO', status: 'active' },
    })
  })

  it('records a payment once, and a renewal as a payment only', { tags: 'deep' }, async () => {
    const member = await newMember()
    const customData = await worker.checkoutData({
      organizationId: member.organization.id,
      userId: member.user.id,
    })
    const paid = await worker.paddle.checkout({ email: member.user.email, customData, until: 'paid' })
    const pending = await member.post('/api/subscription/verify', { transactionId: paid.id })
    expect(pending.body).toMatchObject({ pending: true })
    const { subscription_id: id } = await worker.paddle.complete(paid.id)
    await worker.deliverWebhooks()
    const eventsOfPaddle = async () =>
      eventsIn(await list(member))
        .filter((event) => event === 'plan.changed' || event === 'payment.recorded')
        .toSorted()
    expect(await eventsOfPaddle()).toEqual(['payment.recorded', 'plan.changed'])
    await worker.deliverWebhooks(worker.paddle.endPeriod(id ?? ''))
    expect(await eventsOfPaddle()).toEqual(['payment.recorded', 'payment.recorded', 'plan.changed'])
  })
})

it('says with which factor somebody signed in', async () => {
  const { member, code } = await enabledTwoFactor()
  const { headers: first } = await worker.call('/api/login', credentials(member))
  const headers = { Cookie: cookieNamed('sign-in', first) }
  await worker.post('/api/login/two-factor', { code: code(1) }, { headers })
  const { entries } = await list(member, '', 'user')
  expect(entries[0]).toMatchObject({ event: 'sign_in.succeeded', after: { method: 'code' } })
})

describe('a failed sign-in', () => {
  it('is recorded for an account that exists, and visible to its owner', async () => {
    const member = await newMember()
    await worker.call('/api/login', credentials(member, 'wrong'))
    await worker.settle()
    const { entries } = await list(member, '', 'user')
    expect(entries[0]).toMatchObject({
      event: 'sign_in.failed',
      actorEmail: null,
      after: { step: 'password' },
    })
  })

  it('is not recorded for an unknown address', async () => {
    const answer = await worker.post('/api/login', { email: 'unknown@example.test', password })
    expect([answer.status, await entriesOf(answer)]).toEqual([401, []])
  })
})

describe('the list', () => {
  it('pages through all entries, newest first, each once', async () => {
    const member = await newMember()
    const { organization, createToken } = member
    for (let count = 0; count < 5; count++) await createToken()
    const seen: number[] = []
    let next: string | null = ''
    while (next !== null) {
      const page: AuditList = await list(member, `?limit=2${next && `&before=${next}`}`)
      seen.push(...page.entries.map(({ id }) => id))
      next = page.next
    }
    const all = await worker.sql<{ id: string }>`select id from audit_entries
      where organization_id = ${organization.id} order by id desc`
    expect(seen).toEqual(all.map(({ id }) => Number(id)))
  })

  it('filters by person, event and day', async () => {
    const manager = await newColleague('manager')
    await manager.post(
      '/api/tokens',
      { name: 'By the manager' },
      { headers: { 'x-organization-id': ann.organization.id } },
    )
    const entries = async (filter: string) =>
      (await list(ann, `?actorId=${manager.user.id}${filter}`)).entries
    const [entry] = await entries('')
    expect(entry?.subject).toBe('By the manager')
    expect(await entries('&event=token.revoked')).toEqual([])
    expect(await entries(`&event=token.created&day=${entry?.createdAt.slice(0, 10)}`)).toHaveLength(1)
    expect(await entries('&day=2020-01-01')).toEqual([])
  })

  it.each(['event=unknown', 'day=2026-13-01', 'limit=1000', 'before=1', 'before=1.a', 'actorId=-1'])(
    'refuses ?%s',
    async (filter) => {
      expect((await ann.call(`/api/organization/audit?${filter}`)).status).toBe(422)
    },
  )

  it('shows no entry of someone else from their place on', async () => {
    const member = await newMember()
    const stranger = await newMember()
    await stranger.createToken()
    await worker.call('/api/login', credentials(stranger))
    for (const of of ['organization', 'user'] as const) {
      const { entries } = await list(member, '', of)
      const { next } = await list(stranger, '?limit=1', of)
      expect(await list(member, `?before=${next}`, of)).toEqual({ entries, next: null })
    }
  })

  it('continues after an entry that was deleted with its organization', async () => {
    const member = await newMember()
    const list = (query: string) => listAll(`?event=token.created&limit=1${query}`)
    const older = await member.createToken({ name: newName() })
    const { organization, createToken } = await newMember()
    await createToken()
    const { next } = await list('')
    await worker.sql`delete from organizations where id = ${organization.id}`
    const { entries } = await list(`&before=${next}`)
    expect(entries).toMatchObject([{ organizationId: member.organization.id, subject: older.name }])
  })

  it('shows platform administrators what an account did before its email changed and it was deleted', {
    tags: 'deep',
  }, async () => {
    const { member, email } = await requestedEmailChange()
    const former = member.user.email
    await member.createToken({ name: newName() })
    for (const address of [former, email])
      await worker.post('/api/email-change/confirm', { token: await worker.linkTo(address) })
    await worker.confirmPassword(member)
    const eventsOf = async (address: string) => eventsIn(await listAll(`?email=${address}`))
    for (const address of [former, email])
      expect(await eventsOf(address)).toEqual(expect.arrayContaining(['token.created', 'account.created']))
    expect((await member.delete('/api/user')).status).toBe(204)
    expect(await eventsOf(former)).toContain('account.created')
    expect(await eventsOf(email)).toContain('account.deleted')
    await worker.sql`insert into users (email) values (${former})`
    expect(await eventsOf(former)).toContain('account.created')
    expect(await eventsOf('unknown@example.test')).toEqual([])
  })

  it('shows customers what our administrators changed, but not who and from where', async () => {
    const member = await newConfirmed()
    const { administrator } = worker
    await worker.enableTwoFactor(member)
    await worker.confirmPassword(administrator)
    const headers = { 'CF-Connecting-IP': '203.0.113.77', 'User-Agent': 'Firefox/145.0 (X11; Linux x86_64)' }
    const organization = `/api/admin/organizations/${member.organization.id}`
    await administrator.put(organization, { tier: 'PRO' }, { headers })
    const user = `/api/admin/users/${member.user.id}`
    await administrator.delete(`${user}/two-factor`, { reason: 'Showed an ID card' }, { headers })
    await administrator.patch(user, { disabled: true, reason: 'Abuse of the API' }, { headers })
    await administrator.patch(user, { disabled: false }, { headers })
    const { headers: signedIn } = await worker.call('/api/login', credentials(member))
    const read = <Body>(path: string) =>
      worker.call<Body>(path, { headers: { Cookie: cookieNamed('session', signedIn) } })
    const seen = await read<AuditList>('/api/organization/audit?event=admin.organization_changed')
    const own = await read<AuditList>('/api/user/audit')
    const nobody = { actorEmail: null, network: null, device: null }
    expect(seen.body.entries).toMatchObject([{ ...nobody, after: { tier: 'PRO' } }])
    expect(own.body.entries.filter(({ event }) => event.startsWith('admin.'))).toMatchObject([
      { ...nobody, event: 'admin.user_changed', after: { disabled: false } },
      { ...nobody, event: 'admin.user_changed', after: { disabled: true, reason: 'Abuse of the API' } },
      { ...nobody, event: 'admin.two_factor_reset', after: null },
    ])
    const csv = (await read<string>('/api/organization/audit/export')).body
    expect(csv).toContain('Organization changed by support')
    for (const secret of [administrator.user.email, '203.0.113.77', 'ID card'])
      expect(JSON.stringify([seen.body, own.body, csv])).not.toContain(secret)
    const all = await listAll(`?organizationId=${member.organization.id}&event=admin.organization_changed`)
    expect(all.entries).toMatchObject([{ actorEmail: administrator.user.email, network: '203.0.113.77' }])
  })

  it('is exported as CSV, safe from formulas', async () => {
    const { user, call } = await newMember()
    await worker.confirmPassword({ user })
    await call('/api/projects', { body: { name: '=HYPERLINK("evil")' } })
    const { status, headers, body } = await call<string>('/api/organization/audit/export')
    expect([status, headers.get('Content-Type')]).toEqual([200, 'text/csv; charset=utf-8'])
    expect(body.split('\r\n')[0]).toBe('Time,Person,Event,Subject,Before,After,Network,Device,Request ID')
    expect(body).toContain(`Project created,"'=HYPERLINK(""evil"")"`)
  })
})

describe('retention', () => {
  it('deletes entries after AUDIT_RETENTION_DAYS', { tags: 'deep' }, async () => {
    await worker.sql`insert into audit_entries (event, timestamp, request_id)
       values ('sign_out', now() - interval '731 days', gen_random_uuid()),
              ('sign_out', now() - interval '729 days', gen_random_uuid())`
    await worker.runCron()
    await worker.settle()
    const old = await worker.sql`select id from audit_entries where timestamp < now() - interval '1 day'`
    expect(old).toHaveLength(1)
  })
})
