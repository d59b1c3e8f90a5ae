import { describe, expect, it } from 'vitest'
import { times } from '#tests/worker/harness.ts'
import { reencryptSecrets } from '#worker/jobs/reencrypt-secrets.ts'
import type { Tier } from '#worker/organizations/contract.ts'
import type { EndpointSecret, WebhookEndpoint } from '#worker/webhooks/contract.ts'
import { decryptSecret } from '#worker/webhooks/secret.ts'
import { openWebhookWorker, URL, verify } from './webhook-worker.ts'

const { worker, answerWith, create, customer, read, replay, sendTest, wait } =
  await openWebhookWorker('endpoints')
const { member: careless } = await worker.customer()

describe('the endpoints of an organization', () => {
  it('are created, listed, changed and deleted, with an audit entry each', async () => {
    const { member } = await worker.customer()
    const { secret, ...endpoint } = await create(member, { url: `${URL}?a=1#top`, description: ' CRM ' })
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/)
    expect(endpoint).toEqual({
      id: expect.stringMatching(/^endpoint_[0-9A-Za-z]{22}$/),
      url: `${URL}?a=1`,
      description: 'CRM',
      events: ['batch.completed', 'batch.failed', 'validation.completed', 'token.expiring'],
      live: true,
      disabledAt: null,
      disabledReason: null,
      failingSince: null,
      oldSecretUntil: null,
      recent: { pending: 0, delivered: 0, failed: 0 },
      createdAt: expect.any(String),
    })
    expect(await read(member)).toEqual([endpoint])
    expect(JSON.stringify(await worker.sql`select * from webhook_endpoints`)).not.toContain(secret)
    const changed = await member.patch<WebhookEndpoint>(`/api/webhooks/${endpoint.id}`, {
      events: ['register.up', 'quota.warning'],
      description: '',
    })
    expect(changed.body).toEqual({ ...endpoint, events: ['quota.warning', 'register.up'], description: null })
    expect((await member.delete(`/api/webhooks/${endpoint.id}`)).status).toBe(204)
    expect(await read(member)).toEqual([])
    const audited = await worker.sql<{ event: string }>`select event from audit_entries
      where organization_id = ${member.organization.id} and event like 'webhook.%' order by id`
    expect(audited.map(({ event }) => event)).toEqual([
      'webhook.created',
      'webhook.changed',
      'webhook.deleted',
    ])
  })

  it.each([
    ['http://hooks.example.com/', 'Enter a URL that starts with https://'],
    ['hooks.example.com', 'Enter a URL that starts with https://'],
    ['https://user:pass@hooks.example.com/', 'The URL must not contain a username or password'],
    ['https://hooks.example.com:22/', 'The port must be 443 or 8443'],
    ['https://127.0.0.1/', 'Enter a hostname instead of an IP address'],
    ['https://0x7f.1/', 'Enter a hostname instead of an IP address'],
    ['https://2130706433/', 'Enter a hostname instead of an IP address'],
    ['https://[::1]/', 'Enter a hostname instead of an IP address'],
    ['https://localhost/', 'Enter a hostname that is public'],
    ['https://LOCALHOST./', 'Enter a hostname that is public'],
    ['https://metadata.google.internal/', 'Enter a hostname that is public'],
    ['https://printer.local/', 'Enter a hostname that is public'],
    [`https://hooks.example.com/${'a'.repeat(10_000)}`, 'The URL must be at most 2,000 characters'],
    [['https://hooks.example.com/'], 'Enter a URL that starts with https://'],
  ])('refuse the URL %j', async (url, message) => {
    const answer = await careless.post('/api/webhooks', { url, events: ['batch.failed'] })
    expect(answer).toMatchObject({ status: 422, body: { code: 'INVALID_INPUT', message } })
    expect(await read(careless)).toEqual([])
  })

  it('refuse no event, an unknown one and one endpoint too many', async () => {
    const { member } = await worker.customer({ tier: 'FREE' })
    for (const events of [[], ['batch.deleted'], 'batch.failed'])
      expect((await member.post('/api/webhooks', { url: URL, events })).status).toBe(422)
    await create(member)
    const answers = await times(8, (index) =>
      member.post('/api/webhooks', { url: `${URL}/${index}`, events: ['batch.failed'] }),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(4)
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'WEBHOOK_LIMIT_REACHED',
      message: 'Your plan allows 5 webhook endpoints. Delete one first.',
    })
    expect((await member.post('/api/webhooks', { url: URL, events: ['batch.failed'] })).status).toBe(422)
  })

  it('have different URLs, so that no event arrives twice, unless one is for tests', async () => {
    const { member } = await worker.customer()
    const create = (url: string, live = true) =>
      member.post<WebhookEndpoint>('/api/webhooks', { url, live, events: ['batch.failed'] })
    const created = await times(3, () => create(URL))
    expect(created.map(({ status }) => status).sort()).toEqual([201, 422, 422])
    const message = 'Another endpoint already has this URL'
    expect(created.find(({ status }) => status === 422)?.body).toMatchObject({
      details: [{ path: 'url', message }],
    })
    expect((await create(URL, false)).status).toBe(201)
    const { id } = (await create(`${URL}/other`)).body
    expect(await member.patch(`/api/webhooks/${id}`, { url: URL })).toMatchObject({
      status: 422,
      body: { message },
    })
    expect((await member.patch(`/api/webhooks/${id}`, { url: `${URL}/other` })).status).toBe(200)
  })

  it('beyond the plan are disabled by a downgrade, the newest first, until the plan allows them again', {
    tags: 'deep',
  }, async () => {
    const { member } = await worker.customer({ tier: 'PRO' })
    const endpoints: WebhookEndpoint[] = []
    for (let count = 0; count < 7; count++) endpoints.push(await create(member, { url: `${URL}/${count}` }))
    const [first, , , , , sixth, seventh] = endpoints
    const setTier = (tier: Tier) => worker.updateOrganization(member.organization.id, { tier })
    const setEnabled = (endpoint: WebhookEndpoint | undefined, enabled: boolean) =>
      member.patch(`/api/webhooks/${endpoint?.id}`, { enabled })
    const reasons = async () => (await read(member)).map(({ disabledReason }) => disabledReason)
    if (seventh) await sendTest(member, seventh)
    await setTier('FREE')
    expect(await reasons()).toEqual([null, null, null, null, null, 'plan', 'plan'])
    expect(await worker.deliverEvents()).toEqual([])
    expect(await setEnabled(sixth, true)).toMatchObject({
      status: 409,
      body: { message: 'Your plan allows 5 webhook endpoints. Disable one first.' },
    })
    await setEnabled(first, false)
    const both = await Promise.all([setEnabled(sixth, true), setEnabled(seventh, true)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    await setTier('PRO')
    expect(await reasons()).toEqual(['member', ...Array(6).fill(null)])
    const ofTinproof = await worker.sql`select event, after from audit_entries
      where organization_id = ${member.organization.id} and event like 'webhook.%' and actor_id is null order by id`
    const disabled = { event: 'webhook.disabled', after: { reason: 'plan' } }
    expect(ofTinproof).toEqual([disabled, disabled, { event: 'webhook.changed', after: { enabled: true } }])
    const [email, ...more] = await worker.emailsTo(member.user.email)
    expect([email?.subject, more]).toEqual(['Your plan allows fewer webhook endpoints', []])
    const text = email?.text ?? ''
    expect(text).toContain('allows 5 webhook endpoints now, so we disabled the newest:')
    expect(text.split(`\n${URL}/`)).toHaveLength(3)
  })

  it('show and rotate the secret only after a confirmation; for a day, both sign', async () => {
    const { member } = await worker.customer()
    const { id, secret } = await create(member)
    expect((await member.call(`/api/webhooks/${id}/secret`)).status).toBe(200)
    await worker.sql`update session set confirmed_at = null where user_id = ${member.user.id}`
    for (const answer of [
      await member.call(`/api/webhooks/${id}/secret`),
      await member.post(`/api/webhooks/${id}/secret`, {}),
    ])
      expect(answer.body.code).toBe('CONFIRMATION_REQUIRED')
    await worker.confirmPassword(member)
    const rotated = await member.post<EndpointSecret>(`/api/webhooks/${id}/secret`, {})
    expect(rotated.status).toBe(201)
    expect((await member.call<EndpointSecret>(`/api/webhooks/${id}/secret`)).body.secret).toBe(
      rotated.body.secret,
    )
    await sendTest(member, { id })
    const [both] = await worker.deliverEvents()
    for (const each of [secret, rotated.body.secret]) expect(both && verify(each, both)).toBeTruthy()
    await worker.sql`update webhook_endpoints set old_secret_until = now()`
    await sendTest(member, { id })
    const [newest] = await worker.deliverEvents()
    expect(newest && verify(rotated.body.secret, newest)).toBeTruthy()
    expect(() => newest && verify(secret, newest)).toThrow('No matching signature found')
  })

  it('keep the secret in use if it is rotated twice, as by two clicks', { tags: 'deep' }, async () => {
    const { member } = await worker.customer()
    await worker.confirmPassword(member)
    const { id, secret } = await create(member)
    const rotate = async () =>
      (await member.post<EndpointSecret>(`/api/webhooks/${id}/secret`, {})).body.secret
    const rotated = await times(2, rotate)
    await sendTest(member, { id })
    const [received] = await worker.deliverEvents()
    for (const each of [secret, ...rotated]) expect(received && verify(each, received)).toBeTruthy()
    const last = await rotate()
    await sendTest(member, { id })
    const [again] = await worker.deliverEvents()
    expect(again?.headers['webhook-signature']?.split(' ')).toHaveLength(3)
    for (const each of [secret, last]) expect(again && verify(each, again)).toBeTruthy()
    await worker.sql`update webhook_endpoints set old_secret_until = now()`
    await rotate()
    await sendTest(member, { id })
    const [later] = await worker.deliverEvents()
    expect(() => later && verify(secret, later)).toThrow('No matching signature found')
  })
})

describe('an endpoint that fails', () => {
  it('is disabled by a 410 at once; its events can be replayed after it is enabled', async () => {
    const { member, endpoint } = await customer()
    await answerWith(410)
    await sendTest(member, endpoint)
    await worker.deliverEvents()
    expect(await read(member)).toMatchObject([{ disabledReason: 'gone', recent: { pending: 0, failed: 1 } }])
    const [email] = await worker.emailsTo(member.user.email)
    expect(email).toMatchObject({ subject: 'A webhook endpoint was disabled' })
    expect((await replay(member, endpoint)).body.code).toBe('WEBHOOK_DISABLED')
    await worker.fakes.planWebhooks(worker.namespace, [])
    expect((await member.patch(`/api/webhooks/${endpoint.id}`, { enabled: true })).status).toBe(200)
    await replay(member, endpoint)
    expect(await worker.deliverEvents()).toHaveLength(1)
  })

  it('is not disabled by a late response from an earlier URL', { tags: 'deep' }, async () => {
    const { member, endpoint } = await customer()
    await answerWith(410)
    await worker.fault({ service: 'webhooks', mode: 'slow', ms: 1_500 })
    await sendTest(member, endpoint)
    const delivered = worker.deliverEvents()
    const leased = () => worker.sql`select from webhook_endpoints where lease_until > now()`
    await expect.poll(leased).toHaveLength(1)
    await member.patch(`/api/webhooks/${endpoint.id}`, { url: `${URL}/moved` })
    expect(await delivered).toMatchObject([{ url: URL }])
    expect(await read(member)).toMatchObject([{ disabledAt: null, failingSince: null }])
  })

  it('is reported to admins after a day and disabled four days later', { tags: 'deep' }, async () => {
    const { member, endpoint } = await customer()
    await answerWith(500)
    const subjects = async () =>
      (await worker.emailsTo(member.user.email))
        .map(({ subject }) => subject)
        .filter((subject) => subject.includes('webhook'))
    const day = async () => {
      await sendTest(member, endpoint)
      await worker.deliverEvents()
      await wait(86_400)
    }
    await day()
    await day()
    expect(await subjects()).toEqual(['A webhook endpoint is failing'])
    for (let days = 0; days < 4; days++) await day()
    expect(await read(member)).toMatchObject([{ disabledReason: 'failing' }])
    expect(await subjects()).toEqual(['A webhook endpoint was disabled', 'A webhook endpoint is failing'])
  })

  it('is reported first if a week passes between its events, and starts anew with another URL', {
    tags: 'deep',
  }, async () => {
    const { member, endpoint } = await customer()
    await answerWith(500)
    const fail = async () => {
      await sendTest(member, endpoint)
      await worker.deliverEvents()
    }
    await fail()
    await wait(7 * 86_400)
    await fail()
    expect(await read(member)).toMatchObject([{ disabledAt: null }])
    const [{ subject } = {}] = await worker.emailsTo(member.user.email)
    expect(subject).toBe('A webhook endpoint is failing')
    await member.patch(`/api/webhooks/${endpoint.id}`, { url: `${URL}/fixed` })
    expect(await read(member)).toMatchObject([{ failingSince: null }])
    await wait(4 * 86_400)
    await fail()
    expect(await read(member)).toMatchObject([{ disabledAt: null }])
  })
})

it('keeps the new and the old secret of an endpoint through a key rotation', { tags: 'deep' }, async () => {
  const { member } = await worker.customer()
  await worker.confirmPassword(member)
  const created = await create(member)
  const { body: replaced } = await member.post<EndpointSecret>(`/api/webhooks/${created.id}/secret`, {})
  const newKey = `other:${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url')}`
  const rotated = worker.context({ TWO_FACTOR_KEYS: `${newKey},${worker.settings.TWO_FACTOR_KEYS}` })
  for (const webhooks of [1, 0])
    expect(await reencryptSecrets(rotated)).toMatchObject({ counts: { webhooks } })
  const [row] = await worker.sql<{ secret: string; old_secret: string }>`
    select secret, old_secret from webhook_endpoints where id = ${created.id}`
  const { settings } = worker.context({ TWO_FACTOR_KEYS: newKey })
  const secrets = [row?.secret, row?.old_secret].map((each = '') => decryptSecret(settings, created.id, each))
  expect(await Promise.all(secrets)).toEqual([replaced.secret, created.secret])
})
