import { describe, expect, it } from 'vitest'
import { type Customer, openBatchWorker } from '#tests/worker/batches/batch-worker.ts'
import type { ErrorBody } from '#tests/worker/harness.ts'
import type { CallDetail } from '#worker/activity/contract.ts'
import { HISTORY_SIZE } from '#worker/activity/contract.ts'
import type { ValidationResponse } from '#worker/validation/contract.ts'

const worker = await openBatchWorker('result')
const paid = await worker.customer()
const free = await worker.customer({ tier: 'FREE' })

const find = async ({ member }: Customer, requestId: string) =>
  (await member.call<CallDetail & ErrorBody>(`/api/activity/${requestId}`)).body

/** Returns the call's request ID. */
async function check({ token }: Customer, countryCode: string, tin: string, more: object = {}) {
  const { headers } = await worker.validate(token, { countryCode, tin, source: false, ...more })
  await worker.settle()
  return headers.get('X-Request-Id') ?? ''
}

const idsOf = ({ history }: CallDetail) => history.map(({ requestId }) => requestId)

describe('the history of a number', () => {
  it.each([
    ['paid', paid],
    ['FREE', free],
  ])('has each call with it, however it is written, on a %s plan', async (_, customer) => {
    const first = await check(customer, 'GR', 'EL094014201')
    await check(customer, 'GR', '094014298')
    await check(customer, 'GR', '094014202')
    const second = await check(customer, 'el', '0940 14201', { name: 'Ethniki' })
    const { status, body } = await customer.member.post<ValidationResponse>('/api/tinproof/validate', {
      countryCode: 'GR',
      tin: '094-014-201',
      source: false,
    })
    expect([status, body.result]).toEqual([200, 'format_only'])

    const found = await find(customer, first)
    const all = [body.referenceId, second, first]
    expect(idsOf(found)).toEqual(all)
    expect(found.history[0]).toMatchObject({ outcome: 'format_only', country: 'GR', tokenName: 'default' })
    expect(found.response).toBeNull()
    for (const id of all) expect((await find(customer, id)).numberId).toBe(found.numberId)
    const stored = await worker.sql`select * from api_activities`
    expect(JSON.stringify(stored)).not.toMatch(/0?94014201/)
    expect(stored.every((row) => typeof row.number_hash === 'string')).toBe(true)
  })

  it('has invalid numbers, too, but no call that failed', async () => {
    const first = await check(paid, 'DE', '12 34')
    expect(idsOf(await find(paid, first))).toEqual([first])
    const second = await check(paid, 'DE', '1234')
    expect(idsOf(await find(paid, first))).toEqual([second, first])
    const failed = await check(paid, 'XX', '1234')
    expect(await find(paid, failed)).toMatchObject({ outcome: 'refused', numberId: null, history: [] })
  })

  it('never has a call of another organization', async () => {
    const [own, foreign] = [await check(paid, 'AT', 'U13585627'), await check(free, 'AT', 'U13585627')]
    const [mine, theirs] = [await find(paid, own), await find(free, foreign)]
    expect([idsOf(mine), idsOf(theirs)]).toEqual([[own], [foreign]])
    expect(mine.numberId).not.toBe(theirs.numberId)
    // A hash of another organization, should there ever be the same one.
    await worker.sql`update api_activities set number_hash = ${mine.numberId} where request_id = ${foreign}`
    expect(idsOf(await find(paid, own))).toEqual([own])
  })

  it(`has the newest ${HISTORY_SIZE}`, async () => {
    const first = await check(paid, 'CH', 'CHE-116.281.710 MWST')
    await worker.sql`insert into api_activities (request_id, organization_id, method, endpoint, status_code, number_hash)
      select gen_random_uuid(), organization_id, method, endpoint, status_code, number_hash
        from api_activities, generate_series(1, ${HISTORY_SIZE}) where request_id = ${first}`
    const { history } = await find(paid, first)
    expect(history).toHaveLength(HISTORY_SIZE)
    expect(history.map(({ requestId }) => requestId)).not.toContain(first)
  })
})

it('has the response only of a call that asked us to keep it', async () => {
  const input = { countryCode: 'NO', tin: '923609016MVA', source: true }
  for (const register of ['brreg', 'gleif', 'vies'] as const) await worker.setRegister(register, 'down')
  const asked = await check(paid, 'NO', '923609016MVA', input)
  const kept = await check(paid, 'NO', '923609016MVA', { ...input, async: 'until_confirmed' })
  expect(await find(paid, asked)).toMatchObject({ outcome: 'unconfirmed', request: null, response: null })
  const { response } = await find(paid, kept)
  expect(response).toMatchObject({ referenceId: kept, tin: '923609016MVA', pending: true })
  await worker.call(`/api/tinproof/validations/${response?.validationId}`, {
    method: 'DELETE',
    headers: { Authorization: `Bearer ${paid.token}` },
  })
  expect(await find(paid, kept)).toMatchObject({ outcome: 'unconfirmed', response: null })
  const recorded = await check(paid, 'NO', '923609016MVA', { ...input, name: 'Equinor', record: true })
  expect(await find(paid, recorded)).toMatchObject({
    request: { tin: '923609016MVA', name: 'Equinor' },
    response: { referenceId: recorded, recordId: expect.stringMatching(/^record_/) },
  })
})
