import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Refusal } from '#tests/fakes/hubspot.ts'
import { type ErrorBody, type Member, openWorker } from '#tests/worker/harness.ts'
import type { LeadConversion } from '#worker/admin/contract.ts'
import { convertToLead } from '#worker/admin/convert-to-lead.ts'

const worker = await openWorker('convert_to_lead')
const FAILED = 'Failed to convert user to lead in HubSpot'

let ann: Member
let made = 0
const { administrator } = worker
beforeEach(async () => {
  made++
  ann = await worker.signUp(`ann${made}`)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await worker.fakes.reset(worker.namespace)
  await refuse('token', 0)
})

const convert = (userId: number | string = ann.user.id) =>
  administrator.post<LeadConversion & ErrorBody>(`/api/admin/convert-to-lead/${userId}`)
const refuse = (refusal: Refusal, times: number) =>
  worker.fakes.refuseHubSpot({ namespace: worker.namespace, refusal, times })
const contacts = async () =>
  (await worker.fakes.hubspotContacts(worker.namespace)).filter(({ email }) => email === ann.user.email)
const calls = async () => (await worker.fakes.counts(worker.namespace)).hubspot.trips

/** The waits between calls, which then take no time. */
function skipWaits(): number[] {
  const waits: number[] = []
  const real = globalThis.setTimeout
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((work: () => void, milliseconds = 0) => {
    const isWait = [1_000, 3_000, 6_000].includes(milliseconds)
    if (isWait) waits.push(milliseconds)
    return real(work, isWait ? 0 : milliseconds)
  }) as typeof setTimeout)
  return waits
}

describe('POST /api/admin/convert-to-lead/{userId}', () => {
  it('creates a contact with company and tier, then updates it', async () => {
    const first = await convert()
    expect([first.status, first.body]).toEqual([200, { action: 'created' }])
    await worker.updateOrganization(ann.organization.id, { tier: 'PRO' })
    const second = await convert()
    expect([second.status, second.body]).toEqual([200, { action: 'updated' }])
    expect(await contacts()).toEqual([
      { email: ann.user.email, company: ann.organization.name, tinproof_tier: 'PRO', lifecyclestage: 'lead' },
    ])
    const entry = { actor_id: administrator.user.id, company: ann.organization.name }
    expect(
      await worker.sql`select actor_id, after ->> 'company' as company, after ->> 'action' as action, after ->> 'tier' as tier
        from audit_entries where event = ${'admin.lead_converted'} and subject = ${ann.user.email} order by id`,
    ).toEqual([
      { ...entry, action: 'created', tier: 'FREE' },
      { ...entry, action: 'updated', tier: 'PRO' },
    ])
  })

  it('takes the organization of the highest tier', async () => {
    const bob = await worker.signUp(`bob${made}`)
    await worker.updateOrganization(bob.organization.id, { tier: 'ENTERPRISE' })
    await worker.join(ann, bob.organization.id, 'member')
    await convert()
    expect(await contacts()).toMatchObject([{ company: bob.organization.name, tinproof_tier: 'ENTERPRISE' }])
  })

  it('converts a user without an organization', async () => {
    await worker.sql`delete from organization_memberships where user_id = ${ann.user.id}`
    expect((await convert()).body).toEqual({ action: 'created' })
    expect(await contacts()).toEqual([{ email: ann.user.email, lifecyclestage: 'lead' }])
  })

  it('continues if the request that made the call is canceled', async () => {
    await worker.fault({ service: 'hubspot', mode: 'slow', ms: 500 })
    const first = convertToLead(worker.context(), ann.user.id)
    await worker.settle()
    expect(
      await worker.sql`select subject from audit_entries where event = ${'admin.lead_converted'}
        and subject = ${ann.user.email}`,
    ).toHaveLength(1)
    expect(await first).toEqual({ action: 'created' })
  })

  it('is only for existing users', async () => {
    for (const id of [2_147_483_647, 0, -1, 'x', '1e9', '2147483648']) {
      const { status, body } = await convert(id)
      expect([id, status, body.code]).toEqual([id, 404, 'USER_NOT_FOUND'])
    }
    expect(await calls()).toBe(0)
  })

  it('explains that it is not configured', async () => {
    const settings = { HUBSPOT_TOKEN: '' }
    const path = `/api/admin/convert-to-lead/${ann.user.id}`
    const { status, body } = await administrator.call(path, { method: 'POST', settings })
    const message = "HubSpot isn't configured. Set HUBSPOT_TOKEN."
    expect([status, body]).toMatchObject([503, { code: 'NOT_CONFIGURED', message }])
  })
})

describe('HubSpot', () => {
  it.each(['fail', 'reset', 'hang'] as const)(
    'that is down (%s) is named, and works again',
    { tags: 'deep' },
    async (mode) => {
      if (mode === 'hang') {
        const real = AbortSignal.timeout.bind(AbortSignal)
        vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) =>
          real(milliseconds === 6_000 ? 50 : milliseconds),
        )
      }
      await worker.fault({ service: 'hubspot', mode })
      const { status, body } = await convert()
      expect([status, body.code, body.message]).toEqual([
        503,
        'LEAD_CONVERSION_FAILED',
        "HubSpot didn't respond. Try again.",
      ])
      await worker.clearFaults('hubspot')
      vi.restoreAllMocks()
      // A call that hung may take effect late.
      expect((await convert()).status).toBe(200)
    },
  )

  it('that answers garbage fails with our own message', async () => {
    await worker.fault({ service: 'hubspot', mode: 'garbage', times: 2 })
    for (let time = 1; time <= 2; time++) {
      const { status, body } = await convert()
      expect([status, body.code, body.message]).toEqual([503, 'LEAD_CONVERSION_FAILED', FAILED])
    }
  })

  it('that limits calls is asked again after a while', async () => {
    const waits = skipWaits()
    await refuse('ten-secondly', 3)
    expect((await convert()).body).toEqual({ action: 'created' })
    expect(waits).toEqual([1_000, 3_000, 6_000])
  })

  it('that keeps limiting calls is named', { tags: 'deep' }, async () => {
    const waits = skipWaits()
    await refuse('ten-secondly', 4)
    const { status, body } = await convert()
    expect([status, body.message]).toEqual([503, 'You have reached your ten_secondly_rolling limit.'])
    expect(waits).toHaveLength(3)
    expect(await contacts()).toEqual([])
  })

  it('is not asked again on the day its daily limit is reached', async () => {
    await refuse('daily', 1)
    expect((await convert()).body.message).toBe('You have reached your daily limit.')
    expect(await calls()).toBe(1)
  })

  it.each([
    ['the contact was created in the same moment', 'conflict'],
    ['the contact is locked', 'locked'],
  ] as const)('is asked again if %s', { tags: 'deep' }, async (_why, refusal) => {
    const waits = skipWaits()
    await refuse(refusal, 1)
    expect((await convert()).status).toBe(200)
    expect(waits).toEqual([1_000])
  })

  it.each([
    ['property', 'Property "tinproof_tier" does not exist'],
    ['token', 'Authentication credentials not found.'],
    ['part', 'Email address is invalid'],
  ] as const)('that refuses (%s) is quoted', async (refusal, message) => {
    await refuse(refusal, 1)
    const { status, body } = await convert()
    expect([status, body.code]).toEqual([503, 'LEAD_CONVERSION_FAILED'])
    expect(body.message.replaceAll('\\"', '"')).toContain(message)
    expect(body.message).not.toContain(worker.settings.HUBSPOT_TOKEN)
    expect(
      await worker.sql`select from audit_entries where event = ${'admin.lead_converted'}
        and subject = ${ann.user.email}`,
    ).toEqual([])
  })
})
