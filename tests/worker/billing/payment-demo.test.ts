import { describe, expect, it } from 'vitest'
import { openWorker, refusal } from '#tests/worker/harness.ts'

const worker = await openWorker('payment_demo')
const owner = await worker.signUp('owner')

const pay = (organizationId: unknown) => worker.post('/api/paddle/demo-payment', { organizationId })

const production = {
  PADDLE_ENVIRONMENT: 'production',
  PADDLE_API_KEY: 'pdl_live_apikey_1',
  PADDLE_CLIENT_TOKEN: 'live_1',
}

describe('the payment demo', () => {
  it('succeeds for anyone in the sandbox and changes nothing', async () => {
    const { id } = owner.organization
    const message = 'This was a demo: no money moved, and no plan changed.'
    const body = { success: true, environment: 'sandbox', message }
    expect(await pay(id)).toMatchObject({ status: 200, body })
    const own = await owner.call('/api/organization')
    expect(own.body).toMatchObject({ id, tier: 'FREE', monthlyLimit: 100 })
    const count = (table: string) => worker.sql(`select 1 from ${table} where organization_id = $1`, [id])
    for (const table of ['payment_transactions', 'subscriptions', 'payment_jobs'])
      expect(await count(table)).toEqual([])
    expect((await worker.call('/api/settings')).body).toMatchObject({ paymentDemo: true })
  })

  it.each([[undefined], [''], ['nobody'], ['org_'], ['org_../x'], [7], [`org_${'a'.repeat(61)}`]])(
    'refuses %j as an organization ID',
    async (organizationId) => {
      const { status, body } = await pay(organizationId)
      expect([status, body.code, body.message]).toEqual([422, 'INVALID_INPUT', 'Enter an organization ID'])
    },
  )

  it('does not exist in production', async () => {
    const settings = production
    expect((await worker.call('/api/settings', { settings })).body).toMatchObject({ paymentDemo: false })
    const body = { organizationId: owner.organization.id }
    const paid = await worker.call('/api/paddle/demo-payment', { body, settings })
    expect(refusal(paid)).toEqual([404, 'ROUTE_NOT_FOUND'])
  })
})
