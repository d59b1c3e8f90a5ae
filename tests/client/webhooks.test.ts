import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { verifyWebhook } from '#worker/npm-client/index.ts'

const secret = `whsec_${Buffer.from('a secret of twenty-four b').toString('base64')}`
const other = `whsec_${Buffer.from('another secret').toString('base64')}`
const id = 'event_1'
const body = JSON.stringify({ id, type: 'batch.completed', data: { batchId: 'b', name: 'Müller' } })

/** Timestamps are relative to it, however long the tests take. */
const now = Date.now()
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now }))
afterEach(() => void vi.useRealTimers())

const headersOf = (signedBody = body, at = new Date(now), ...secrets: string[]) => ({
  'webhook-id': id,
  'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
  'webhook-signature': (secrets.length > 0 ? secrets : [secret])
    .map((each) => new Webhook(each).sign(id, at, signedBody))
    .join(' '),
})
const ago = (seconds: number) => new Date(now - seconds * 1_000)

describe('verifyWebhook', () => {
  it('accepts what standardwebhooks signed, and that library accepts the same request', async () => {
    const headers = headersOf()
    const event = await verifyWebhook(body, headers, secret)
    expect(event).toEqual(new Webhook(secret).verify(body, headers))
    if (event.type !== 'batch.completed') throw new Error('the type narrows the data')
    expect(event.data.batchId).toBe('b')
  })

  it.each([
    ['Headers', body, new Headers(headersOf())],
    ["another library's Headers", body, foreignHeaders()],
    [
      'names in uppercase',
      body,
      Object.fromEntries(Object.entries(headersOf()).map(([name, value]) => [name.toUpperCase(), value])),
    ],
    ['bytes', new TextEncoder().encode(body), headersOf()],
    ['two signatures, the second one ours', body, headersOf(body, new Date(now), other, secret)],
    ['an unknown version before it', body, withSignature((each) => `v1a,abc ${each}`)],
    ['signatures as a list', body, { ...headersOf(), 'webhook-signature': ['v1,=', sign()] }],
    ['a timestamp within five minutes', body, headersOf(body, ago(290))],
    ['one that is slightly ahead', body, headersOf(body, ago(-290))],
  ])('accepts %s', async (_, sent, headers) => {
    expect(await verifyWebhook(sent, headers, secret)).toMatchObject({ id })
  })

  it.each([
    ['another secret', body, headersOf(body, new Date(now), other)],
    ['an old timestamp', body, headersOf(body, ago(310))],
    ['a timestamp from the future', body, headersOf(body, ago(-310))],
    ['a new timestamp with an old signature', body, { ...headersOf(body, ago(900)), ...stamp() }],
    ['a timestamp that is no number', body, { ...headersOf(), 'webhook-timestamp': '1e10' }],
    ['the signature of another body', body.replace('"b"', '"c"'), headersOf()],
    ['a body that was printed again', JSON.stringify(JSON.parse(body), null, 1), headersOf()],
    ['another ID, as for a replay', body, { ...headersOf(), 'webhook-id': 'event_2' }],
    ['a cut signature', body, withSignature((each) => each.slice(0, -5))],
    ['no base64', body, withSignature(() => `v1,${'!'.repeat(44)}`)],
    ['another version', body, withSignature((each) => each.replace('v1,', 'v2,'))],
    ['no headers', body, {}],
  ])('refuses %s', async (_, sent, headers) => {
    await expect(verifyWebhook(sent, headers, secret)).rejects.toMatchObject({ code: 'INVALID_SIGNATURE' })
  })

  it('says to pass the raw body if it was parsed', async () => {
    const parsed: string = JSON.parse('{}')
    await expect(verifyWebhook(parsed, headersOf(), secret)).rejects.toThrow('Pass the raw body')
  })

  it('takes another tolerance, and refuses a value that is no secret', async () => {
    const headers = headersOf(body, ago(900))
    expect(await verifyWebhook(body, headers, secret, { toleranceSeconds: 1_000 })).toMatchObject({ id })
    // As in a file, like the line break that a token may have.
    expect(await verifyWebhook(body, headersOf(), `${secret}\n`)).toMatchObject({ id })
    await expect(verifyWebhook(body, headersOf(), '')).rejects.toThrow('must start with whsec_')
    await expect(verifyWebhook(body, headersOf(), 'tp_live_x')).rejects.toThrow('must start with whsec_')
  })
})

function sign() {
  return new Webhook(secret).sign(id, new Date(now), body)
}

function stamp() {
  return { 'webhook-timestamp': String(Math.floor(now / 1_000)) }
}

/** Such as the Headers of undici in Azure Functions: not the global class, and without own properties. */
function foreignHeaders(): Pick<Headers, 'get'> {
  const headers = new Headers(headersOf())
  return Object.create({ get: (name: string) => headers.get(name) })
}

function withSignature(change: (signature: string) => string) {
  const headers = headersOf()
  return { ...headers, 'webhook-signature': change(headers['webhook-signature']) }
}
