import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fakesClient } from './client.ts'
import { mail } from './mail.ts'
import { PADDLE_PRICES } from './paddle/keys.ts'
import { paddle } from './paddle/paddle.ts'
import { type Server, startServer } from './server.ts'

let server: Server
beforeAll(async () => {
  server = await startServer([paddle()], mail({}))
})
afterAll(() => server.stop())

let sellers = 0

/** A seller of its own, with a subscription to PRO. */
async function openSeller() {
  const namespace = `test_paddle_${++sellers}`
  const control = fakesClient(server.url).paddle(namespace)
  const call = async (method: string, path: string, body?: object, key = `pdl_sdbx_apikey_${namespace}`) => {
    const response = await fetch(`${server.url}/paddle${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: response.status, headers: response.headers, body: await response.json() }
  }
  const buy = (input: Partial<Parameters<typeof control.checkout>[0]> = {}) =>
    control.checkout({ email: 'ada@example.test', customData: { organizationId: 'one' }, ...input })
  const eventTypes = async () => (await control.takeWebhooks()).map(({ eventType }) => eventType)
  return { namespace, control, call, buy, eventTypes }
}

async function subscribe() {
  const seller = await openSeller()
  const transaction = await seller.buy()
  await seller.control.takeWebhooks()
  return { ...seller, transaction, id: transaction.subscription_id ?? '' }
}

describe('the API', () => {
  test('answers errors in the form of Paddle', async () => {
    const { call, control, id } = await subscribe()
    const missing = await call('GET', '/subscriptions/sub_missing')
    expect(missing).toMatchObject({
      status: 404,
      body: {
        error: { type: 'request_error', code: 'not_found', detail: 'Entity sub_missing not found' },
        meta: { request_id: expect.any(String) },
      },
    })
    expect(await call('GET', `/subscriptions/${id}`, undefined, 'pdl_live_apikey_1')).toMatchObject({
      status: 403,
      body: { error: { code: 'invalid_token' } },
    })
    expect(await call('PATCH', `/subscriptions/${id}`, { status: 'active' })).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_field', errors: expect.any(Array) } },
    })
    await control.refuse(1, 7)
    const refused = await call('GET', `/subscriptions/${id}`)
    expect(refused).toMatchObject({ status: 429, body: { error: { code: 'too_many_requests' } } })
    expect(refused.headers.get('retry-after')).toBe('7')
    expect((await call('GET', `/subscriptions/${id}`)).status).toBe(200)
  })

  test('pages through a list', async () => {
    const { call, buy } = await openSeller()
    for (const email of ['a@example.test', 'b@example.test', 'c@example.test']) await buy({ email })
    const seen: string[] = []
    let path = '/subscriptions?per_page=2&status=active,past_due'
    for (let page = 0; page < 2; page++) {
      const { body } = await call('GET', path)
      seen.push(...body.data.map((one: { id: string }) => one.id))
      expect(body.meta.pagination).toMatchObject({ has_more: page === 0, estimated_total: 3 })
      path = body.meta.pagination.next.replace(/^.*\/paddle/, '')
    }
    expect(new Set(seen).size).toBe(3)
  })

  test('keeps sellers apart', async () => {
    const { id } = await subscribe()
    const other = await openSeller()
    expect((await other.call('GET', `/subscriptions/${id}`)).status).toBe(404)
  })
})

describe('a webhook', () => {
  test('is posted again after a failure', async () => {
    const { control, buy } = await openSeller()
    let received = 0
    const statuses = [500, 200, 200, 200]
    const receiver = createServer((request, response) => {
      received++
      response.writeHead(statuses.shift() ?? 200).end()
      request.resume()
    })
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
    const address = receiver.address()
    if (!address || typeof address === 'string') throw new Error('no port')
    await control.sendWebhooksTo(`http://127.0.0.1:${address.port}/`)
    await buy()
    await control.deliverWebhooks()
    await control.deliverWebhooks()
    expect(received).toBe(4)
    receiver.close()
  })
})

describe('a browser', () => {
  const post = (path: string, body: object, origin: string) =>
    fetch(`${server.url}/dev/paddle${path}`, {
      method: 'POST',
      headers: { origin, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

  test('opens and pays a checkout with the client-side token', async () => {
    const { namespace, control } = await openSeller()
    const open = {
      token: `test_${namespace}`,
      environment: 'sandbox',
      items: [{ priceId: PADDLE_PRICES.PRO.id, quantity: 1 }],
      customer: { email: 'ada@example.test' },
      customData: { organizationId: 'one' },
      settings: { displayMode: 'inline', theme: 'light' },
    }
    const opened = await (await post('/checkouts', open, server.url)).json()
    expect(opened.data).toMatchObject({
      status: 'ready',
      totals: { total: 49 },
      customer: { email: 'ada@example.test' },
    })
    const path = `/checkouts/${opened.data.transaction_id}/pay`
    const declined = await post(path, { token: open.token, card: 'declines' }, server.url)
    expect(await declined.json()).toMatchObject({ data: { isPaid: false } })
    const paid = await post(path, { token: open.token, card: 'works' }, server.url)
    expect(await paid.json()).toMatchObject({ data: { isPaid: true, checkout: { status: 'completed' } } })
    expect(Object.keys((await control.account()).subscriptions)).toHaveLength(1)

    const wrong = await post('/checkouts', { ...open, environment: 'production' }, server.url)
    expect(await wrong.json()).toMatchObject({ error: { code: 'invalid_client_token' } })
  })

  test('of another website is refused', async () => {
    expect((await post('/checkouts', {}, 'https://elsewhere.test')).status).toBe(403)
  })

  test('gets invoices, and the portal of a customer', async () => {
    const { call, transaction, id } = await subscribe()
    const invoice = await call('GET', `/transactions/${transaction.id}/invoice`)
    const pdf = await fetch(invoice.body.data.url)
    expect(pdf.headers.get('content-type')).toBe('application/pdf')
    expect(await pdf.text()).toContain('Total USD 49.00')
    const session = await call('POST', `/customers/${transaction.customer_id}/portal-sessions`, {
      subscription_ids: [id],
    })
    const { overview } = session.body.data.urls.general
    expect(await (await fetch(overview)).text()).toContain('visa ending in 4242')
    const form = new URLSearchParams({ action: 'card', subscription: id })
    await fetch(overview, { method: 'POST', headers: { origin: server.url }, body: form })
    expect(await (await fetch(overview)).text()).toContain('mastercard ending in 5556')
  })
})
