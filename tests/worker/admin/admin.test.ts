import { describe, expect, it } from 'vitest'
import { type Answer, type ErrorBody, type Member, openWorker, refusal } from '#tests/worker/harness.ts'
import { openApp } from '#tests/worker/oauth/app.ts'
import { overlap } from '#tests/worker/overlap.ts'
import type { User } from '#worker/accounts/contract.ts'
import {
  type AdminOrganization,
  type AnalyticsSummary,
  MAX_COUNTED,
  type Overview,
  type UserActivities,
  type UsersPage,
} from '#worker/admin/contract.ts'
import { endGracePeriods } from '#worker/jobs/end-grace-periods.ts'
import type { OrganizationDetail } from '#worker/organizations/contract.ts'

const password = 'correct horse battery'

const worker = await openWorker('admin')
const ann = await worker.signUp('ann')
const bob = await worker.signUp('bob')

const asAdmin = <Body>(path: string) => worker.administrator.call<Body>(`/api/admin/${path}`)
const users = async (query = '') => (await asAdmin<UsersPage>(`analytics/users?${query}`)).body
const emails = async (query = '') => (await users(query)).users.map(({ email }) => email)
const change = (organizationId: string, body: object) =>
  worker.administrator.put<AdminOrganization & ErrorBody>(`/api/admin/organizations/${organizationId}`, body)
const disable = (userId: number, body: object) =>
  worker.administrator.patch(`/api/admin/users/${userId}`, body)
/** As the cron job does every 5 minutes. */
const countUsage = () => worker.sql`delete from job_runs where name = 'count-usage'`.then(worker.runCron)
const setUsed = (member: Member, used: number) =>
  worker.sql`update organization_quotas set used_count = ${used}
    where organization_id = ${member.organization.id}`

describe('the summary', () => {
  it('counts users, and adds up what paid subscriptions bring in a month', async () => {
    const began = new Date()
    const before = (await asAdmin<AnalyticsSummary>('analytics/summary')).body
    const buyer = await worker.signUp('buyer')
    await worker.buy(buyer, 'ENTERPRISE')
    const after = (await asAdmin<AnalyticsSummary>('analytics/summary')).body
    expect(after).toEqual({
      totalUsers: before.totalUsers + 1,
      totalProUsers: before.totalProUsers,
      totalEnterpriseUsers: before.totalEnterpriseUsers + 1,
      monthlyRevenue: before.monthlyRevenue + 149,
    })
    const { days } = (await asAdmin<Overview>('analytics/overview')).body
    expect(days).toHaveLength(30)
    const dayOf = (instant: Date) => instant.toISOString().slice(0, 10)
    expect([began, new Date()].map(dayOf)).toContain(days.at(-1)?.day)
    expect(days.find(({ day, revenue }) => day >= dayOf(began) && revenue > 0)?.revenue).toBe(149)
    expect((await users(`email=${buyer.user.email}`)).users[0]?.organizations[0]).toMatchObject({
      tier: 'ENTERPRISE',
      hasSubscription: true,
    })
  })

  it('leaves out a subscription whose plan has ended because its payment is due, and a trial', {
    tags: 'deep',
  }, async () => {
    const revenue = async () => (await asAdmin<AnalyticsSummary>('analytics/summary')).body.monthlyRevenue
    const before = await revenue()
    const { subscriptionId } = await worker.buy(await worker.signUp('late-payer'), 'PRO')
    await worker.deliverWebhooks(worker.paddle.failRenewal(subscriptionId))
    expect(await revenue()).toBe(before + 49)
    await worker.sql`update subscriptions set past_due_since = now() - interval '8 days'
      where subscription_id = ${subscriptionId}`
    await endGracePeriods(worker.context())
    expect(await revenue()).toBe(before)
    await worker.sql`update subscriptions set status = 'trialing', tier = 'PRO', past_due_since = null
      where subscription_id = ${subscriptionId}`
    expect(await revenue()).toBe(before)
  })

  it('adds up the payments in US dollars of each day', async () => {
    const revenue = async () => (await asAdmin<Overview>('analytics/overview')).body.days.at(-6)?.revenue
    const pay = (transactionId: string, amount: string, refunded: string, currency: string) =>
      worker.sql`insert into payment_transactions
          (transaction_id, organization_id, user_id, amount, refunded_amount, currency, status, billed_at, record_updated_at)
        values (${transactionId}, ${ann.organization.id}, ${ann.user.id}, ${amount}, ${refunded}, ${currency}, 'completed',
                now() - interval '5 days', now())`
    await pay('txn_dollars', '149.00', '100.00', 'USD')
    await pay('txn_yen', '7350', '0', 'JPY')
    expect(await revenue()).toBe(49)
  })

  it('adds up the calls of each day once the job has run', { tags: 'deep' }, async () => {
    const day = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10)
    await worker.sql`insert into activity_days (organization_id, day, outcome, calls)
       values (${ann.organization.id}, ${day}, 'confirmed', 5), (${bob.organization.id}, ${day}, 'invalid', 2)`
    await countUsage()
    const { days } = (await asAdmin<Overview>('analytics/overview')).body
    expect(days.at(-4)?.calls).toBe(7)
    await worker.sql`update activity_days set calls = 6 where outcome = 'confirmed' and calls = 5`
    await countUsage()
    expect((await asAdmin<Overview>('analytics/overview')).body.days.at(-4)?.calls).toBe(8)
  })

  it('shows failed payment jobs, late emails and open support requests', async () => {
    await worker.sql`insert into payment_jobs (transaction_id, status, attempts, error)
       values ('txn_00000000000000000000000000', 'failed', 5, 'UNKNOWN_PRICE')`
    await worker.sql`insert into payment_jobs (transaction_id, status, updated_at)
      select 'txn_' || lpad(n::text, 26, '0'), 'failed', now() - interval '1 day' from generate_series(1, 20) n`
    await worker.sql`insert into mails (idempotency_key, sealed, attempts) values ('late', 'x', 3)`
    const body = { subject: 'Help', category: 'api', message: 'Please help.' }
    await ann.post('/api/support/submit', body)
    const overview = (await asAdmin<Overview>('analytics/overview')).body
    expect(overview.failedPayments[0]).toMatchObject({ error: 'UNKNOWN_PRICE', attempts: 5 })
    expect([overview.failedPayments.length, overview.failedPaymentCount]).toEqual([20, 21])
    expect(overview.lateEmails.count).toBe(1)
    expect(overview.openSupportRequests).toBe(1)
    await worker.sql`delete from mails where idempotency_key = 'late'`
  })
})

describe('the list of users', () => {
  it('finds a part of an email, whatever its case, and nothing by a wildcard', async () => {
    expect(await emails('email=ANN%40exam')).toEqual([ann.user.email])
    expect(await emails('email=%25')).toEqual([])
    expect(await emails('email=a_n')).toEqual([])
  })

  it('filters by the tier of any of their organizations, and counts', async () => {
    await worker.updateOrganization(bob.organization.id, { tier: 'PRO' })
    const page = await users('tier=PRO&email=bob')
    expect(page.users.map(({ email }) => email)).toEqual([bob.user.email])
    expect(page.matching).toBe(1)
    expect(page.total).toBeGreaterThan(2)
    expect(await emails('tier=FREE&email=bob')).toEqual([])
    const paying = await emails('tier=PRO')
    expect(paying).toContain(bob.user.email)
    expect(paying).not.toContain(ann.user.email)
    const free = await emails('tier=FREE')
    expect(free).toContain(ann.user.email)
    expect(free).not.toContain(bob.user.email)
  })

  it('sorts by creation and by this month’s calls, both ways', async () => {
    await setUsed(ann, 7)
    await setUsed(bob, 3)
    await countUsage()
    const order = async (query: string) =>
      (await emails(query)).filter((email) => [ann.user.email, bob.user.email].includes(email))
    expect(await order('sort=createdAt')).toEqual([bob.user.email, ann.user.email])
    expect(await order('sort=createdAt&direction=asc')).toEqual([ann.user.email, bob.user.email])
    expect(await order('sort=usage')).toEqual([ann.user.email, bob.user.email])
    expect(await order('sort=usage&direction=asc')).toEqual([bob.user.email, ann.user.email])
  })

  it('counts up to 1,000 users that match', async () => {
    await worker.sql`insert into users (email) select 'many-' || n || '@example.test'
      from generate_series(1, 1001) n`
    expect((await users('email=many-')).matching).toBe(MAX_COUNTED + 1)
    expect((await users('email=many-100')).matching).toBe(3)
    await worker.sql`delete from users where email like 'many-%'`
  })

  it.each([
    ['createdAt', 'desc'],
    ['createdAt', 'asc'],
    ['usage', 'desc'],
    ['usage', 'asc'],
  ])('pages through all users by %s, %s, each once', async (sort, direction) => {
    await worker.sql`insert into users (email, created_at)
       select 'page-' || n || '@example.test', now() - interval '1 year' from generate_series(1, 60) n
       on conflict do nothing`
    const seen: string[] = []
    let after: string | null = ''
    while (after !== null) {
      const page: UsersPage = await users(`sort=${sort}&direction=${direction}${after && `&after=${after}`}`)
      seen.push(...page.users.map(({ email }) => email))
      after = page.next
    }
    const [count] = await worker.sql<{ users: number }>`select count(*)::int as users from users`
    expect(seen).toHaveLength(count?.users ?? 0)
    expect(new Set(seen).size).toBe(seen.length)
  })

  it('shows a user’s organizations with usage and limit', async () => {
    const { users: found } = await users(`email=${ann.user.email}`)
    expect(found).toMatchObject([
      {
        id: ann.user.id,
        email: ann.user.email,
        role: null,
        disabledReason: null,
        organizations: [
          { id: ann.organization.id, tier: 'FREE', usedCount: 7, monthlyLimit: 100, hasSubscription: false },
        ],
      },
    ])
  })

  it('shows none of last month’s calls before the month’s first call, also after a change', async () => {
    const { organization, user } = await worker.signUp('last-month')
    await worker.sql`update organization_quotas set used_count = 42, reset_date = now() - interval '1 second'
      where organization_id = ${organization.id}`
    const usedCounts = [
      (await users(`email=${user.email}`)).users[0]?.organizations[0]?.usedCount,
      (await change(organization.id, { tier: 'PRO' })).body.usedCount,
    ]
    expect(usedCounts).toEqual([0, 0])
  })

  it.each(['sort=email', 'direction=up', 'tier=GOLD', 'after=1', 'email=%00'])(
    'refuses ?%s',
    async (query) => {
      expect((await asAdmin(`analytics/users?${query}`)).status).toBe(422)
    },
  )
})

describe('activities', () => {
  it('are the latest 10 of the user’s organizations, and their number', async () => {
    const carl = await worker.signUp('carl')
    const activitiesOf = async (userId: number) =>
      asAdmin<UserActivities & ErrorBody>(`analytics/users/${userId}/activities`)
    expect((await activitiesOf(carl.user.id)).body).toEqual({ activities: [], total: 0 })
    for (const nobody of [0, 2_000_000_000]) expect((await activitiesOf(nobody)).status).toBe(404)
    const { token } = await carl.createToken()
    for (let call = 0; call < 12; call++) await worker.validate(token)
    await worker.settle()
    const { body } = await activitiesOf(carl.user.id)
    expect([body.activities.length, body.total]).toEqual([10, 12])
    const call = { method: 'POST', endpoint: '/api/tinproof/validate', status: 200 }
    expect(body.activities[0]).toMatchObject(call)
  })
})

describe('a contract limit', () => {
  it('replaces the limit of ENTERPRISE, and ends with it', async () => {
    const erin = await worker.signUp('erin')
    const { id } = erin.organization
    const contract = { tier: 'ENTERPRISE', contractLimit: 5_000_000, reason: 'Contract 2026-11' }
    expect((await change(id, contract)).body).toMatchObject({ monthlyLimit: 5_000_000, tier: 'ENTERPRISE' })
    const { body } = await erin.call<OrganizationDetail>('/api/organization')
    expect(body.quota.monthlyLimit).toBe(5_000_000)
    expect((await change(id, { contractLimit: null })).body.monthlyLimit).toBe(10_000)
    await change(id, contract)
    expect((await change(id, { tier: 'PRO' })).body).toMatchObject({
      monthlyLimit: 1_000,
      contractLimit: null,
    })
  })

  it.each([
    ['without a reason', { tier: 'ENTERPRISE', contractLimit: 20_000 }],
    ['of 0', { tier: 'ENTERPRISE', contractLimit: 0, reason: 'Contract' }],
    ['above 100 million', { tier: 'ENTERPRISE', contractLimit: 100_000_001, reason: 'Contract' }],
    ['for PRO', { tier: 'PRO', contractLimit: 20_000, reason: 'Contract' }],
    ['for an organization that is FREE', { contractLimit: 20_000, reason: 'Contract' }],
  ])('is refused %s, and changes nothing', async (_what, body) => {
    const { status } = await change(ann.organization.id, body)
    const [row] = await worker.sql`select tier, contract_limit from organizations
      where id = ${ann.organization.id}`
    expect([status, row]).toEqual([422, { tier: 'FREE', contract_limit: null }])
  })

  it('stays when Paddle renews the subscription', { tags: 'deep' }, async () => {
    const frank = await worker.signUp('frank')
    const { id } = frank.organization
    const { subscriptionId } = await worker.buy(frank, 'ENTERPRISE')
    await change(id, { contractLimit: 50_000, reason: 'Contract' })
    await worker.deliverWebhooks(worker.paddle.pause(subscriptionId))
    await worker.deliverWebhooks(worker.paddle.resume(subscriptionId))
    const { body } = await frank.call<OrganizationDetail>('/api/organization')
    expect([body.tier, body.quota.monthlyLimit]).toEqual(['ENTERPRISE', 50_000])
  })
})

describe('a contract limit of a subscription', () => {
  const contract = async (name: string) => {
    const member = await worker.signUp(name)
    const { subscriptionId } = await worker.buy(member, 'ENTERPRISE')
    await change(member.organization.id, { contractLimit: 50_000, reason: 'Contract' })
    return { member, subscriptionId }
  }
  const limitOf = async ({ call }: Member) => {
    const { tier, quota } = (await call<OrganizationDetail>('/api/organization')).body
    return [tier, quota.monthlyLimit]
  }

  it.each(['active', 'paused'])(
    'ends when Paddle cancels the %s subscription',
    { tags: 'deep' },
    async (status) => {
      const { member, subscriptionId } = await contract(`contract-${status}`)
      if (status === 'paused') await worker.paddle.pause(subscriptionId)
      await worker.deliverWebhooks()
      await worker.deliverWebhooks(worker.paddle.cancel(subscriptionId))
      expect(await limitOf(member)).toEqual(['FREE', 100])
      await worker.buy(member, 'ENTERPRISE')
      expect(await limitOf(member)).toEqual(['ENTERPRISE', 10_000])
    },
  )

  it('ends when the customer changes to PRO', { tags: 'deep' }, async () => {
    const { member, subscriptionId } = await contract('contract-to-pro')
    await worker.confirmPassword(member)
    await member.post('/api/subscription/change', { plan: 'PRO' })
    expect(await limitOf(member)).toEqual(['ENTERPRISE', 50_000])
    await worker.deliverWebhooks(worker.paddle.endPeriod(subscriptionId))
    expect(await limitOf(member)).toEqual(['PRO', 1_000])
    await member.post('/api/subscription/change', { plan: 'ENTERPRISE' })
    expect(await limitOf(member)).toEqual(['ENTERPRISE', 10_000])
  })

  it('stays while an administrator keeps the organization on ENTERPRISE', { tags: 'deep' }, async () => {
    const { member, subscriptionId } = await contract('contract-by-hand')
    await worker.deliverWebhooks(worker.paddle.pause(subscriptionId))
    await change(member.organization.id, { tier: 'ENTERPRISE', contractLimit: 70_000, reason: 'Invoice' })
    await worker.deliverWebhooks(worker.paddle.cancel(subscriptionId))
    expect(await limitOf(member)).toEqual(['ENTERPRISE', 70_000])
  })
})

describe('a suspension', () => {
  it('needs a reason, keeps it and shows it to members, until it is undone', async () => {
    const gina = await worker.signUp('gina')
    const { id } = gina.organization
    const { token } = await gina.createToken()
    const refused = await change(id, { status: 'SUSPENDED' })
    expect([refused.status, refused.body.details?.[0]?.path]).toEqual([422, 'reason'])
    await change(id, { status: 'SUSPENDED', reason: 'Unpaid invoice' })
    expect((await gina.call<OrganizationDetail>('/api/organization')).body).toMatchObject({
      status: 'SUSPENDED',
      statusReason: 'Unpaid invoice',
    })
    expect((await worker.validate(token)).status).toBe(403)
    await change(id, { status: 'ACTIVE' })
    expect((await gina.call<OrganizationDetail>('/api/organization')).body.statusReason).toBeNull()
    expect((await worker.validate(token)).status).toBe(200)
  })
})

const suspend = ({ organization }: Member) =>
  change(organization.id, { status: 'SUSPENDED', reason: 'Abuse' })
const disableOwner = ({ user }: Member) => disable(user.id, { disabled: true, reason: 'Abuse' })
it.each([
  { what: 'a suspension', end: suspend, written: ['insert', 'api_activities'] },
  { what: 'disabling a user', end: disableOwner, written: ['update', 'api_tokens'] },
] as const)(
  '$what waits for the calls of connected apps that are being written',
  { tags: 'deep' },
  async ({ end, written }) => {
    await worker.settle()
    const owner = await worker.signUp()
    const { token, id } = await owner.createToken()
    expect((await worker.validate(token)).status).toBe(200)
    await worker.settle()
    await worker.sql`update api_tokens set oauth_client_id = 'app', expires_at = now() + interval '1 day', last_used_at = null
      where id = ${id}`
    expect((await worker.validate(token)).status).toBe(200)
    const [, ended] = await overlap(worker, [...written], worker.settle, () => end(owner))
    expect(ended.status).toBe(200)
    expect(worker.callQueue.waiting()).toBe(0)
    expect(await worker.sql`select from api_tokens where id = ${id}`).toEqual([])
  },
)

describe('an organization that its admin deleted', () => {
  const deleted = async (name: string) => {
    const member = await worker.signUp(name)
    const { id: organizationId, name: organizationName } = member.organization
    await worker.confirmPassword(member)
    await member.delete('/api/organization', { organizationId, name: organizationName })
    const found = async () => (await users(`email=${member.user.email}`)).users[0]?.organizations[0]
    return { member, organizationId, found }
  }

  it('shows when its data is deleted, until an administrator makes it active', async () => {
    const { organizationId, found } = await deleted('deleter')
    const deleteAt = (await found())?.deleteAt ?? ''
    expect(Date.parse(deleteAt)).toBeGreaterThan(Date.now())
    expect((await change(organizationId, { tier: 'PRO' })).body).toMatchObject({
      status: 'DISABLED',
      deleteAt,
    })
    const active = { status: 'ACTIVE', deleteAt: null }
    expect((await change(organizationId, { status: 'ACTIVE' })).body).toMatchObject(active)
    expect(await found()).toMatchObject(active)
  })

  it('cannot be made active once its deletion is due', async () => {
    const { organizationId, found } = await deleted('late-deleter')
    await worker.sql`update organizations set delete_at = now() - interval '1 second' where id = ${organizationId}`
    const refused = await change(organizationId, { status: 'ACTIVE' })
    expect(refusal(refused)).toEqual([404, 'ORGANIZATION_NOT_FOUND'])
    expect(await found()).toMatchObject({ status: 'DISABLED', deleteAt: expect.any(String) })
  })

  it('cannot be made active once its last admin has deleted their account', { tags: 'deep' }, async () => {
    const { member, organizationId } = await deleted('leaving-deleter')
    const colleague = await worker.colleague(organizationId)
    expect((await member.delete('/api/user')).status).toBe(204)
    const refused = await change(organizationId, { status: 'ACTIVE' })
    expect([...refusal(refused), refused.body.message]).toEqual([
      409,
      'LAST_ADMIN',
      "This organization has no admin, so it can't be restored.",
    ])
    const read = await colleague.call(`/api/organization?organizationId=${organizationId}`)
    expect(read.body).toMatchObject({ status: 'DISABLED', deleteAt: expect.any(String) })
  })
})

describe('a disabled user', () => {
  it('is signed out, reads the reason at the next sign-in, and comes back', async () => {
    const hugo = await worker.signUp('hugo')
    const credentials = { body: { email: hugo.user.email, password } }
    expect((await disable(hugo.user.id, { disabled: true, reason: 'Abuse of the API' })).status).toBe(200)
    expect((await hugo.call('/api/user')).status).toBe(401)
    const refused = await worker.call('/api/login', credentials)
    expect(refusal(refused)).toEqual([403, 'ACCOUNT_DISABLED'])
    expect(refused.body.message).toContain('Abuse of the API')
    await disable(hugo.user.id, { disabled: false })
    expect((await worker.call('/api/login', credentials)).status).toBe(200)
  })

  it.each<[string, string, (user: Member) => Promise<Answer<{ code?: string }>>]>([
    [
      'creates no organization',
      'NOT_SIGNED_IN',
      (by) => by.post('/api/user/organizations', { name: 'Late' }),
    ],
    ['connects no app', 'NOT_SIGNED_IN', async (by) => (await openApp(worker)).allow(by)],
    [
      'opens no session',
      'ACCOUNT_DISABLED',
      ({ user: { email } }) => worker.post('/api/login', { email, password }),
    ],
  ])('%s with a call that waited: %s', { tags: 'deep' }, async (_, code, act) => {
    const user = await worker.signUp()
    await worker.confirmPassword(user)
    const [, late] = await overlap(
      worker,
      ['update', 'users', 'new.disabled_at is not null'],
      () => disable(user.user.id, { disabled: true, reason: 'Abuse' }),
      () => act(user),
    )
    expect(late.body.code).toBe(code)
  })

  it('is not told apart by a wrong password', async () => {
    const ivan = await worker.signUp('ivan')
    await disable(ivan.user.id, { disabled: true, reason: 'Abuse' })
    const body = { email: ivan.user.email, password: 'a wrong password' }
    expect((await worker.post('/api/login', body)).body.code).toBe('INVALID_CREDENTIALS')
  })

  it('is refused without a reason, for nobody, and for oneself', async () => {
    const self = worker.administrator.user.id
    const reason = 'Abuse'
    expect((await disable(ann.user.id, { disabled: true })).status).toBe(422)
    expect((await disable(2_000_000_000, { disabled: true, reason })).status).toBe(404)
    expect((await disable(self, { disabled: true, reason })).body.code).toBe('NOT_ON_YOURSELF')
    expect((await worker.administrator.call('/api/user')).status).toBe(200)
  })
})

describe('a reset of two-factor sign-in', () => {
  const reset = (userId: number, body: object = { reason: 'Lost phone, checked by video call' }) =>
    worker.administrator.delete(`/api/admin/users/${userId}/two-factor`, body)
  const confirm = () => worker.confirmPassword(worker.administrator)

  it('turns it off, signs the user out, emails them, and keeps the reason', async () => {
    const jane = await worker.signUp('jane')
    await worker.enableTwoFactor(jane)
    await worker.sql`insert into recovery_codes (user_id, code_hash) values (${jane.user.id}, 'x')`
    expect((await users(`email=${jane.user.email}`)).users[0]?.hasTwoFactor).toBe(true)
    await confirm()
    expect((await reset(jane.user.id)).status).toBe(204)
    expect((await jane.call('/api/user')).status).toBe(401)
    expect((await users(`email=${jane.user.email}`)).users[0]?.hasTwoFactor).toBe(false)
    const credentials = { body: { email: jane.user.email, password } }
    expect((await worker.call('/api/login', credentials)).status).toBe(200)
    const emails = await worker.emailsTo(jane.user.email)
    const mail = emails.find(({ subject }) => subject === 'Two-factor sign-in was reset')
    expect(mail?.text).toContain("If you asked us for this, you don't need to do anything else.")
    const [entry] = await worker.sql`select subject, after from audit_entries
      where event = 'admin.two_factor_reset' and account_id = ${jane.user.id}`
    expect(entry).toEqual({
      subject: jane.user.email,
      after: { reason: 'Lost phone, checked by video call' },
    })
    expect(await worker.sql`select * from recovery_codes where user_id = ${jane.user.id}`).toEqual([])
  })

  it('is refused for oneself, for nobody, for a user without it, and without a reason', async () => {
    const kim = await worker.signUp('kim')
    await confirm()
    const refusal = async (userId: number, body?: object) => (await reset(userId, body)).body.code
    expect(await refusal(worker.administrator.user.id)).toBe('NOT_ON_YOURSELF')
    expect(await refusal(2_000_000_000)).toBe('USER_NOT_FOUND')
    expect(await refusal(kim.user.id)).toBe('TWO_FACTOR_OFF')
    await worker.enableTwoFactor(kim)
    expect(await refusal(kim.user.id, {})).toBe('INVALID_INPUT')
    expect((await kim.call('/api/user')).status).toBe(200)
  })
})

describe('the administrator by ADMIN_EMAIL', () => {
  it('has the platform role in the dashboard', async () => {
    const { administrator } = worker
    const { body } = await administrator.call<{ role: string }>('/api/user')
    expect(body.role).toBe('system_admin')
    // Also in the answer that signs in.
    await worker.sql`delete from two_factors where user_id = ${administrator.user.id}`
    const { email } = administrator.user
    expect((await worker.post<User>('/api/login', { email, password })).body.role).toBe('system_admin')
    expect((await ann.call<{ role: string | null }>('/api/user')).body.role).toBeNull()
  })
})
