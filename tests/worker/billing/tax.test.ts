// @module-tag deep
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { SavedBillingDetails } from '#worker/billing/contract.ts'
import { type Member, refusal } from '../harness.ts'
import { interceptPaddle, openBillingWorker, paddleError, subscriptionOf } from './billing-worker.ts'

const worker = await openBillingWorker('billing_tax')
afterEach(async () => {
  vi.restoreAllMocks()
  await worker.clearFaults('paddle')
})

const details = {
  companyName: 'Müller & Söhne GmbH',
  country: 'DE',
  address: 'Hauptstraße 1',
  city: 'Berlin',
  postalCode: '10115',
}
const VAT_NUMBER = 'DE136695976'

type Saved = SavedBillingDetails & { code?: string; details?: { path: string; message: string }[] }
const save = (member: Member, body: unknown) => member.put<Saved>('/api/organization/billing-details', body)
const setVatNumber = async (member: Member, vatNumber: string | null) => {
  const { status } = await member.patch('/api/organization', { vatNumber })
  await worker.settle()
  return status
}

/** The address and the business that the subscription has at Paddle. */
async function atPaddle(subscriptionId: string) {
  const { subscriptions, addresses, businesses } = await worker.paddle.account()
  const subscription = subscriptions[subscriptionId]
  const ofCustomer = <T extends { customer_id: string }>(all: Record<string, T>) =>
    Object.values(all).filter(({ customer_id: id }) => id === subscription?.customer_id)
  return {
    address: addresses[subscription?.address_id ?? ''],
    business: businesses[subscription?.business_id ?? ''],
    businesses: ofCustomer(businesses),
    addresses: ofCustomer(addresses),
  }
}

describe('billing details', () => {
  it('wait for the checkout while there is no plan, and reach the one that is bought', async () => {
    const admin = await worker.buyer()
    await setVatNumber(admin, VAT_NUMBER)
    expect(await save(admin, details)).toMatchObject({
      status: 200,
      body: { ...details, vatNumber: VAT_NUMBER, status: 'at-checkout' },
    })
    expect((await admin.billing()).details).toMatchObject({ ...details, status: 'at-checkout' })
    const { subscriptionId } = await worker.buy(admin)
    expect((await atPaddle(subscriptionId)).business?.tax_identifier).toBe(VAT_NUMBER)
    expect((await admin.billing()).details?.status).toBe('saved')
  })

  it('reach Paddle with the VAT number, and the next invoice has no tax', async () => {
    const { buyer, subscriptionId } = await worker.subscribe('PRO', { country: 'DE' })
    expect((await buyer.billing()).subscription?.nextCharge?.amount).toBe('58.31')
    await setVatNumber(buyer, VAT_NUMBER)
    expect(await save(buyer, details)).toMatchObject({ status: 200, body: { status: 'saved' } })
    const { address, business } = await atPaddle(subscriptionId)
    const street = { first_line: 'Hauptstraße 1', city: 'Berlin', postal_code: '10115' }
    expect(address).toMatchObject({ country_code: 'DE', region: null, ...street })
    expect(business).toMatchObject({ name: 'Müller & Söhne GmbH', tax_identifier: VAT_NUMBER })
    expect((await buyer.billing()).subscription?.nextCharge?.amount).toBe('49.00')
    for (const vatNumber of [null, VAT_NUMBER]) {
      expect(await setVatNumber(buyer, vatNumber)).toBe(200)
      expect((await atPaddle(subscriptionId)).business?.tax_identifier).toBe(vatNumber)
    }
    const versions = () =>
      worker.sql`select version from billing_details where organization_id = ${buyer.organization.id}`
    const sent = await versions()
    await setVatNumber(buyer, VAT_NUMBER)
    expect(await versions()).toEqual(sent)
  })

  it('are updated at Paddle, not added again', async () => {
    const { buyer, subscriptionId } = await worker.subscribe('PRO')
    await save(buyer, details)
    const { addresses } = await atPaddle(subscriptionId)
    await save(buyer, { ...details, city: 'Bonn', companyName: 'Müller AG' })
    const now = await atPaddle(subscriptionId)
    expect(now.address).toMatchObject({ city: 'Bonn' })
    expect(now.business).toMatchObject({ name: 'Müller AG' })
    expect(now.businesses).toHaveLength(1)
    expect(now.addresses).toHaveLength(addresses.length)
  })

  it('are neither audited nor sent again if nothing changed', async () => {
    const { buyer, subscriptionId } = await worker.subscribe('PRO')
    await save(buyer, details)
    const before = await atPaddle(subscriptionId)
    interceptPaddle(async () => paddleError(500, 'internal_error'))
    expect(await save(buyer, details)).toMatchObject({ status: 200, body: { ...details, status: 'saved' } })
    expect(await atPaddle(subscriptionId)).toEqual(before)
    const entries = await worker.sql`select before, after->>'city' as city from audit_entries
      where event = 'billing_details.changed' and organization_id = ${buyer.organization.id}`
    expect(entries).toEqual([{ before: null, city: 'Berlin' }])
  })

  it('end as the last ones saved when several are saved at once', async () => {
    const { buyer, subscriptionId } = await worker.subscribe('PRO')
    const answers = await Promise.all(
      ['Aachen', 'Bonn', 'Celle', 'Daun'].map((city) => save(buyer, { ...details, city })),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    await worker.run()
    const { details: saved } = await buyer.billing()
    const { address, businesses } = await atPaddle(subscriptionId)
    expect(saved?.status).toBe('saved')
    expect(address?.city).toBe(saved?.city)
    expect(businesses).toHaveLength(1)
  })

  it('reach the next plan after one has ended, also if its webhooks are lost', async () => {
    const { buyer, subscriptionId } = await worker.subscribe('PRO')
    await save(buyer, details)
    await worker.deliverWebhooks(worker.paddle.cancel(subscriptionId))
    expect((await buyer.billing()).details?.status).toBe('at-checkout')
    const next = await buyer.pay()
    await worker.paddle.takeWebhooks()
    await buyer.verify(next.id)
    expect((await buyer.billing()).details?.status).toBe('pending')
    await worker.run()
    expect((await atPaddle(subscriptionOf(next))).business?.name).toBe(details.companyName)
  })

  it('are one business per organization of the same customer', async () => {
    const first = await worker.subscribe('PRO')
    const { body } = await first.buyer.post<{ id: string }>('/api/user/organizations', {
      name: 'Second company',
    })
    const second = await worker.buy(first.buyer, 'PRO', { organizationId: body.id })
    await save(first.buyer, details)
    await first.buyer.put(
      '/api/organization/billing-details',
      { ...details, companyName: 'Second company' },
      { headers: { 'x-organization-id': body.id } },
    )
    expect((await atPaddle(first.subscriptionId)).business?.name).toBe(details.companyName)
    expect((await atPaddle(second.subscriptionId)).business?.name).toBe('Second company')
  })
})

describe('when Paddle', () => {
  it('refuses the VAT number, the details are saved and sent without it', async () => {
    const { buyer, subscriptionId } = await worker.subscribe('PRO')
    await setVatNumber(buyer, VAT_NUMBER)
    interceptPaddle(async ({ path, body }) =>
      path.includes('/businesses') && body.includes(VAT_NUMBER)
        ? paddleError(400, 'invalid_field')
        : undefined,
    )
    expect(await save(buyer, details)).toMatchObject({
      status: 200,
      body: { ...details, vatNumber: VAT_NUMBER, status: 'vat-number-refused' },
    })
    expect((await atPaddle(subscriptionId)).business).toMatchObject({
      name: details.companyName,
      tax_identifier: null,
    })
  })

  it('refuses the address, the details are saved and say so, and are only sent again when they are saved again', async () => {
    const { buyer, subscriptionId } = await worker.subscribe('PRO')
    interceptPaddle(async ({ path, method }) =>
      path.includes('/addresses') && method === 'POST'
        ? paddleError(400, 'address_location_not_allowed')
        : undefined,
    )
    expect(await save(buyer, details)).toMatchObject({ status: 200, body: { ...details, status: 'refused' } })
    vi.restoreAllMocks()
    await worker.deliverWebhooks(worker.paddle.endPeriod(subscriptionId))
    expect((await buyer.billing()).details?.status).toBe('refused')
    expect((await save(buyer, details)).body.status).toBe('saved')
  })

  it.each(['fail', 'garbage', 'reset', 'hang'] as const)(
    'answers with %s, they are sent later',
    async (mode) => {
      const { buyer, subscriptionId } = await worker.subscribe('PRO')
      await worker.fault({ service: 'paddle', mode })
      expect(await save(buyer, details)).toMatchObject({
        status: 200,
        body: { ...details, status: 'pending' },
      })
      await worker.clearFaults('paddle')
      await worker.run()
      expect((await buyer.billing()).details).toMatchObject({ ...details, status: 'saved' })
      expect((await atPaddle(subscriptionId)).business?.name).toBe(details.companyName)
    },
  )

  it.each([
    ['the subscription', '/subscriptions/', 'PATCH', 'subscription_locked_processing'],
    ['the business', '/customers/', 'POST', 'concurrent_modification'],
  ])('is changing %s, they are sent after that without a webhook', async (_, start, verb, code) => {
    const { buyer, subscriptionId } = await worker.subscribe('PRO')
    await setVatNumber(buyer, VAT_NUMBER)
    interceptPaddle(async ({ method, path, body }) =>
      method === verb && path.startsWith(start) && (verb === 'PATCH' || body.includes(VAT_NUMBER))
        ? paddleError(409, code)
        : undefined,
    )
    expect(await save(buyer, details)).toMatchObject({ status: 200, body: { status: 'pending' } })
    vi.restoreAllMocks()
    await worker.run()
    expect((await buyer.billing()).details?.status).toBe('saved')
    expect((await atPaddle(subscriptionId)).business?.tax_identifier).toBe(VAT_NUMBER)
  })

  it('takes none while the plan is paused, they are sent when it is resumed', async () => {
    const { buyer, subscriptionId } = await worker.subscribe('PRO')
    await worker.deliverWebhooks(worker.paddle.pause(subscriptionId))
    expect(await save(buyer, details)).toMatchObject({ status: 200, body: { status: 'pending' } })
    expect(await worker.jobOf(subscriptionId)).toMatchObject({ status: 'completed' })
    await buyer.manage('resume')
    await worker.deliverWebhooks()
    expect((await buyer.billing()).details?.status).toBe('saved')
    expect((await atPaddle(subscriptionId)).business?.name).toBe(details.companyName)
  })

  it('loses only the answer, nothing is added twice', async () => {
    const { buyer, subscriptionId } = await worker.subscribe('PRO')
    interceptPaddle(async ({ method, path }, send) => {
      if (method !== 'POST' || !path.includes('/businesses')) return undefined
      await send()
      return new Response('', { status: 504 })
    })
    expect(await save(buyer, details)).toMatchObject({ status: 200, body: { status: 'pending' } })
    vi.restoreAllMocks()
    await worker.run()
    expect((await atPaddle(subscriptionId)).businesses).toHaveLength(1)
  })
})

describe('the form', () => {
  const valid = { ...details, country: 'US', region: 'NY', postalCode: '10001' }
  it.each([
    [{ ...valid }],
    [{ ...details, country: 'HK', postalCode: undefined }],
    [{ ...details, companyName: 'x'.repeat(120) }],
    [{ ...details, companyName: '  株式会社 ÅÄÖ  ' }],
  ])('accepts %j', async (body) => {
    const admin = await worker.buyer()
    expect((await save(admin, body)).status).toBe(200)
  })

  it.each([
    ['companyName', { ...details, companyName: '' }],
    ['companyName', { ...details, companyName: 'x'.repeat(121) }],
    ['companyName', { ...details, companyName: 'Evil\r\nBcc: victim@example.test' }],
    ['address', { ...details, address: 'a\u0000b' }],
    ['city', { ...details, city: undefined }],
    ['country', { ...details, country: 'XX' }],
    ['country', { ...details, country: 'de' }],
    ['region', { ...valid, region: undefined }],
    ['postalCode', { ...details, postalCode: undefined }],
    ['postalCode', { ...details, postalCode: '1'.repeat(21) }],
  ])('refuses a wrong %s: %j', async (path, body) => {
    const admin = await worker.buyer()
    const answer = await save(admin, body)
    expect(refusal(answer)).toEqual([422, 'INVALID_INPUT'])
    expect(answer.body.details?.map((problem) => problem.path)).toContain(path)
    expect((await admin.billing()).details).toBeNull()
  })
})
