import { describe, expect, it } from 'vitest'
import { GERMAN, type Member, openWorker } from '#tests/worker/harness.ts'
import type { Onboarding } from '#worker/onboarding/contract.ts'
import type { OnboardingStep } from '#worker/organizations/contract.ts'

const worker = await openWorker('onboarding')

/** As after a sign-up, which is tested in sign-up.test.ts. */
async function newcomer(name: string, step: OnboardingStep = 'checklist'): Promise<Member> {
  const member = await worker.signUp(name)
  await worker.sql`update organization_memberships set onboarding = ${step} where user_id = ${member.user.id}`
  return member
}

const read = async (member: Member) => (await member.call<Onboarding>('/api/organization/onboarding')).body
const stepOf = async (member: Member) =>
  (await member.call<{ onboarding: OnboardingStep }>('/api/organization')).body.onboarding
const advance = (member: Member, step: unknown) => member.patch('/api/organization/onboarding', { step })

const nothing = { hasValidated: false, hasToken: false, call: null, hasInvited: false }

describe('the checklist', () => {
  it('follows what the organization does', { tags: 'deep' }, async () => {
    const ada = await newcomer('ada')
    expect(await read(ada)).toEqual(nothing)
    await ada.post('/api/tinproof/validate', GERMAN)
    expect(await read(ada)).toEqual({ ...nothing, hasValidated: true })
    const { id, token } = await ada.createToken({ name: 'Checkout server' })
    expect(await read(ada)).toEqual({ ...nothing, hasValidated: true, hasToken: true })
    await worker.validate(token)
    await worker.settle()
    const { call, ...rest } = await read(ada)
    expect(rest).toEqual({ hasValidated: true, hasToken: true, hasInvited: false })
    expect(call?.tokenName).toBe('Checkout server')
    await ada.post('/api/organization/invite', { email: 'grace@example.test' })
    expect((await read(ada)).hasInvited).toBe(true)
    await ada.delete(`/api/tokens/${id}`)
    expect(await read(ada)).toEqual({ ...nothing, hasValidated: true, hasInvited: true })
  })

  it('counts a call from code, not one from the dashboard with the same token', async () => {
    const ben = await newcomer('ben')
    const { id, token } = await ben.createToken()
    const fromDashboard = await ben.post('/api/tinproof/validate', { ...GERMAN, tokenId: id })
    expect(fromDashboard.status).toBe(200)
    expect((await read(ben)).call).toBeNull()
    await worker.validate(token, { countryCode: 'DE' })
    await worker.settle()
    expect((await read(ben)).call).toBeNull()
    await worker.validate(token)
    await worker.settle()
    expect((await read(ben)).call).not.toBeNull()
  })

  it('counts a call with a test token, and a colleague who joined without an invitation', {
    tags: 'deep',
  }, async () => {
    const cleo = await newcomer('cleo')
    const { token } = await cleo.createToken({ name: 'Test server', live: false })
    await worker.validate(token)
    await worker.settle()
    expect((await read(cleo)).call?.tokenName).toBe('Test server')
    await worker.colleague(cleo.organization.id)
    expect((await read(cleo)).hasInvited).toBe(true)
  })
})

describe('the step', () => {
  it('moves forward only, and only for the caller', async () => {
    const eve = await newcomer('eve', 'name')
    const fay = await worker.colleague(eve.organization.id)
    await worker.sql`update organization_memberships set onboarding = 'checklist' where user_id = ${fay.user.id}`
    expect(await stepOf(eve)).toBe('name')
    expect((await advance(eve, 'checklist')).status).toBe(204)
    expect(await stepOf(eve)).toBe('checklist')
    await advance(eve, 'done')
    await advance(eve, 'checklist')
    expect(await stepOf(eve)).toBe('done')
    const [row] = await worker.sql<{ onboarding: string }>`select onboarding from organization_memberships
      where user_id = ${fay.user.id} and organization_id = ${eve.organization.id}`
    expect(row?.onboarding).toBe('checklist')
  })

  it('can skip the name', async () => {
    const gil = await newcomer('gil', 'name')
    await advance(gil, 'done')
    expect(await stepOf(gil)).toBe('done')
  })

  it.each(['name', 'finished', null, 1])('refuses %j', async (step) => {
    const hal = await newcomer(`hal-${step}`)
    expect((await advance(hal, step)).status).toBe(422)
    expect(await stepOf(hal)).toBe('checklist')
  })

  it('is the checklist in an organization that a member named', async () => {
    const ida = await worker.signUp('ida')
    const { body } = await ida.post<{ onboarding: string }>('/api/user/organizations', {
      name: 'Analytical Engines',
    })
    expect(body.onboarding).toBe('checklist')
  })
})
