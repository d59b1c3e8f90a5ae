import { describe, expect, it, vi } from 'vitest'
import { mismatches } from '#tests/docs/conformance.ts'
import type { WebhookReply } from '#tests/fakes/webhooks.ts'
import { overlap } from '#tests/worker/overlap.ts'
import { openApiDocument } from '#worker/docs/openapi/document.ts'
import type { EventList } from '#worker/webhooks/contract.ts'
import { openWebhookWorker, URL, verify } from './webhook-worker.ts'

const { worker, answerWith, create, customer, deliveriesOf, read, replay, sendTest, wait } =
  await openWebhookWorker('deliveries')

describe('an event', () => {
  it('tells that a batch, a validation and a token ended, and verifies with the secret alone', async () => {
    const customer = await worker.customer()
    const { member, organizationId } = customer
    const { secret } = await create(member)
    const { id: batchId } = await customer.run([{ countryCode: 'DE', tin: '1' }])
    const [received] = await worker.deliverEvents()
    expect(received).toMatchObject({
      url: URL,
      headers: {
        'content-type': 'application/json',
        'webhook-id': expect.stringMatching(/^event_[0-9A-Za-z]{22}$/),
        'user-agent': expect.stringMatching(/^Tinproof-Webhooks\/1\.0 /),
      },
    })
    if (!received) throw new Error('nothing arrived')
    expect(verify(secret, received)).toEqual({
      id: received.headers['webhook-id'],
      type: 'batch.completed',
      timestamp: expect.any(String),
      live: true,
      organizationId,
      data: { batchId, rowCount: 1, url: `${worker.settings.APP_ORIGIN}/api/tinproof/batches/${batchId}` },
    })
    const old = { ...received.headers, 'webhook-timestamp': String(Math.floor(Date.now() / 1_000) - 400) }
    expect(() => verify(secret, { ...received, headers: old })).toThrow('too old')
    expect(() => verify(secret, { ...received, body: received.body.replace('1', '2') })).toThrow()

    const token = await member.createToken({ name: 'Old server' })
    await member.delete(`/api/tokens/${token.id}?schedule=7days`)
    const [ending] = await worker.deliverEvents()
    expect(ending && verify(secret, ending)).toMatchObject({
      type: 'token.expiring',
      data: { tokenId: token.id, name: 'Old server', endsAt: expect.any(String) },
    })
  })

  it('goes to the endpoints that selected it, live and test apart, and not to disabled ones', async () => {
    const { member } = await worker.customer()
    const { id } = await create(member, { description: 'off' })
    await member.patch(`/api/webhooks/${id}`, { enabled: false })
    await create(member, { url: `${URL}/other`, events: ['quota.warning'] })
    await create(member, { url: `${URL}/test`, live: false })
    const live = await member.createToken({ name: 'Live' })
    const test = await member.createToken({ name: 'Test', live: false })
    await member.delete(`/api/tokens/${live.id}?schedule=1day`)
    expect(await worker.deliverEvents()).toEqual([])
    await member.delete(`/api/tokens/${test.id}?schedule=1day`)
    expect(await worker.deliverEvents()).toMatchObject([{ url: `${URL}/test` }])
  })

  it('doesn’t fail for an endpoint that is being deleted, or wait for one that is being disabled', {
    tags: 'deep',
  }, async () => {
    const { member } = await worker.customer()
    const deleted = await create(member)
    const { id } = await member.createToken()
    const schedule = () => member.delete(`/api/tokens/${id}?schedule=1day`)
    const [, during] = await overlap(
      worker,
      ['delete', 'webhook_endpoints'],
      () => member.delete(`/api/webhooks/${deleted.id}`),
      schedule,
    )
    expect(during).toMatchObject({ status: 200 })
    const disabled = await create(member)
    await overlap(
      worker,
      ['update', 'webhook_endpoints'],
      () => member.patch(`/api/webhooks/${disabled.id}`, { enabled: false }),
      schedule,
    )
    expect(await deliveriesOf(member, disabled)).toEqual([])
    const events = await worker.sql`select from events where organization_id = ${member.organization.id}`
    expect(events).toHaveLength(2)
  })

  const isSent8Times = async (areKilled: boolean) => {
    const { member, endpoint } = await customer()
    await answerWith(500)
    // Each Worker is gone before it can record what it got.
    if (areKilled) await worker.fault({ service: 'neon', content: '"attempts" ||' })
    await sendTest(member, endpoint)
    const pauses: number[] = []
    let requests = (await worker.deliverEvents()).length
    for (let retry = 0; retry < 12; retry++) {
      const [next] = await worker.sql<{
        seconds: number | null
      }>`select extract(epoch from next_try_at - now())::float
        as seconds from webhook_deliveries where state = 'pending'`
      if (next?.seconds) pauses.push(next.seconds)
      requests += (await wait(40_000)).length
    }
    expect(requests).toBe(8)
    for (const [at, pause] of [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000].entries())
      expect(pauses[at]).toBeLessThanOrEqual(pause)
    for (const [at, pause] of [1_800, 7_200, 18_000, 36_000, 36_000].entries())
      expect(pauses[at + 2]).toBeGreaterThan(pause - 1_500)
    const [delivery] = await deliveriesOf(member, endpoint)
    expect(delivery).toMatchObject({ state: 'failed', nextTryAt: null })
    expect(delivery?.attempts).toHaveLength(areKilled ? 0 : 8)
    if (!areKilled)
      expect(delivery?.attempts[0]).toMatchObject({ status: 500, error: null, response: 'Out of order' })
    await worker.fakes.reset(worker.namespace)
    expect(await wait(40_000)).toEqual([])

    expect((await replay(member, endpoint)).status).toBe(204)
    await worker.fakes.planWebhooks(worker.namespace, [])
    const [replayed] = await worker.deliverEvents()
    expect(replayed?.headers['webhook-id']).toBe(delivery?.event.id)
    expect(await deliveriesOf(member, endpoint)).toMatchObject([{ state: 'delivered' }])
  }
  it.each([false, true])(
    'is sent 8 times at the promised pauses; Workers killed: %s',
    { tags: 'deep' },
    isSent8Times,
  )

  const isHandled = async (reply: WebhookReply) => {
    const { member, endpoint } = await customer()
    await worker.fakes.planWebhooks(worker.namespace, [reply])
    await sendTest(member, endpoint)
    expect(await worker.deliverEvents()).toHaveLength(1)
    const [delivery] = await deliveriesOf(member, endpoint)
    const { status } = reply
    expect(delivery).toMatchObject({
      state: status < 300 ? 'delivered' : 'pending',
      attempts: [{ status, error: null }],
    })
    expect(delivery?.attempts[0]?.response.length).toBeLessThanOrEqual(500)
  }
  it('does not follow a redirect', () =>
    isHandled({ status: 302, headers: { location: 'https://169.254.169.254/' } }))
  it.each(['ok\0', `${'a'.repeat(499)}😀`])(
    'handles text that PostgreSQL refuses: %j',
    { tags: 'deep' },
    (body) => isHandled({ status: 200, body }),
  )

  it('is not replayed through an endpoint of another organization', async () => {
    const [own, other] = [await customer(), await customer()]
    await sendTest(own.member, own.endpoint)
    const [delivery] = await deliveriesOf(own.member, own.endpoint)
    const path = `/api/webhooks/${other.endpoint.id}/deliveries/${delivery?.id}/replay`
    const answer = await other.member.post(path, {})
    expect([answer.status, answer.body.code]).toEqual([404, 'WEBHOOK_NOT_FOUND'])
  })

  it('is replayed at once during a try, which is listed, too', async () => {
    const { member, endpoint } = await customer()
    await worker.fault({ service: 'webhooks', mode: 'hang' })
    await sendTest(member, endpoint)
    const delivering = worker.deliverEvents()
    await expect.poll(() => worker.sql`select from webhook_deliveries where tries = 1`).toHaveLength(1)
    await replay(member, endpoint)
    await worker.fakes.planWebhooks(worker.namespace, [{ status: 503 }])
    await worker.fakes.reset(worker.namespace)
    expect(await delivering).toHaveLength(2)
    const attempts = [{ status: 503 }, { status: 204 }]
    expect(await deliveriesOf(member, endpoint)).toMatchObject([{ state: 'delivered', attempts }])
  })

  it('is tried again after a broken connection, and a message that was lost', { tags: 'deep' }, async () => {
    const { member, endpoint } = await customer()
    await worker.fault({ service: 'webhooks', mode: 'reset', times: 1 })
    await sendTest(member, endpoint)
    await worker.deliverEvents()
    expect(await deliveriesOf(member, endpoint)).toMatchObject([
      { state: 'pending', attempts: [{ status: null, error: 'UNREACHABLE' }] },
    ])
    worker.webhookQueue.messages.splice(0)
    expect(await wait(5)).toHaveLength(1)
    expect(await read(member)).toMatchObject([{ failingSince: null, recent: { delivered: 1 } }])
  })

  it('is sent by the cron job if the queue hangs, which delays no request for long', {
    tags: 'deep',
  }, async () => {
    const { member, endpoint } = await customer()
    const send = vi.spyOn(worker.webhookQueue, 'sendBatch').mockReturnValueOnce(new Promise(() => {}))
    expect((await sendTest(member, endpoint)).status).toBe(204)
    send.mockRestore()
    expect(await wait(0)).toHaveLength(1)
  })

  it('is sent by the cron job although another organization has more due endpoints than it reads', {
    tags: 'deep',
  }, async () => {
    const [large, small] = [await customer(), await customer()]
    await sendTest(large.member, large.endpoint)
    await sendTest(small.member, small.endpoint)
    await worker.sql`insert into webhook_endpoints
      select (jsonb_populate_record(e, jsonb_build_object('id', '!' || n))).*
        from webhook_endpoints e, generate_series(1, 200) n where id = ${large.endpoint.id}`
    await worker.sql`insert into webhook_deliveries (event_id, endpoint_id, next_try_at)
      select event_id, '!' || n, next_try_at - interval '1 hour'
        from webhook_deliveries, generate_series(1, 200) n where endpoint_id = ${large.endpoint.id}`
    worker.webhookQueue.messages.splice(0)
    await worker.runJob('deliver-webhooks')
    const sent = worker.webhookQueue.messages.map(({ endpointId }) => endpointId)
    expect(sent).toHaveLength(100)
    expect(sent).toContain(small.endpoint.id)
  })

  it('waits while the key of its secret is gone', { tags: 'deep' }, async () => {
    const { member, endpoint } = await customer()
    await worker.sql`update webhook_endpoints set secret = 'lost.' || secret`
    await sendTest(member, endpoint)
    for (let retry = 0; retry < 9; retry++) expect(await wait(40_000)).toEqual([])
    await worker.sql`update webhook_endpoints set secret = substr(secret, 6)`
    expect(await wait(0)).toHaveLength(1)
    expect(await deliveriesOf(member, endpoint)).toMatchObject([{ state: 'delivered' }])
  })

  it('waits while the organization is suspended', { tags: 'deep' }, async () => {
    const { member, endpoint } = await customer()
    const { id } = member.organization
    await sendTest(member, endpoint)
    await worker.updateOrganization(id, { status: 'SUSPENDED' })
    for (const seconds of [0, 40_000]) expect(await wait(seconds)).toEqual([])
    await worker.updateOrganization(id, { status: 'ACTIVE' })
    expect(await wait(0)).toHaveLength(1)
  })

  it('arrives once, although messages are doubled and delivered at once', { tags: 'deep' }, async () => {
    const { member, endpoint } = await customer()
    for (let event = 0; event < 12; event++) await sendTest(member, endpoint)
    await worker.settle()
    const both = await Promise.all([worker.deliverEvents(), worker.deliverEvents()])
    const ids = both.flat().map(({ headers }) => headers['webhook-id'])
    expect(ids).toHaveLength(12)
    expect(new Set(ids).size).toBe(12)
  })
})

describe('the sandbox outcome webhook_fails', () => {
  it('fails twice without a request, and is sent by a replay; the endpoint stays healthy', {
    tags: 'deep',
  }, async () => {
    const { member, endpoint } = await customer({ live: false })
    const { token } = await member.createToken({ live: false, permissions: { read: true, validation: true } })
    const input = {
      countryCode: 'BE',
      tin: '0403019261',
      sandbox: 'webhook_fails',
      async: 'until_confirmed',
    } as const
    const { body } = await worker.validate<{ validationId: string; result: string }>(token, input)
    expect(body.result).toBe('unconfirmed')
    await worker.finish(body.validationId)
    expect([...(await worker.deliverEvents()), ...(await wait(5))]).toEqual([])
    const [delivery] = await deliveriesOf(member, endpoint)
    const data = { validationId: body.validationId, result: 'confirmed', sandbox: 'webhook_fails' }
    expect(delivery).toMatchObject({ state: 'failed', event: { data } })
    expect(delivery?.attempts.map(({ status }) => status)).toEqual([500, 500])
    expect(await read(member)).toMatchObject([{ failingSince: null, recent: { failed: 1 } }])
    const list = () =>
      worker.call<EventList>('/api/tinproof/events', { headers: { Authorization: `Bearer ${token}` } })
    await expect.poll(async () => (await list()).body.events).toHaveLength(1)
    expect(mismatches(openApiDocument(), 'listEvents', await list())).toEqual([])
    await replay(member, endpoint)
    expect(await worker.deliverEvents()).toHaveLength(1)
    expect(await deliveriesOf(member, endpoint)).toMatchObject([{ state: 'delivered' }])
  })
})
