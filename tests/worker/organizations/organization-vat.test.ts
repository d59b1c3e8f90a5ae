import { describe, expect, it, vi } from 'vitest'
import type { Answer, ErrorBody, Member } from '#tests/worker/harness.ts'
import { numbersOf, openRegisterCustomer, take } from '#tests/worker/registers/register-customer.ts'
import type { OrganizationDetail } from '#worker/organizations/contract.ts'
import { ownVatNumber } from '#worker/organizations/update-settings.ts'
import type { ValidationResponse } from '#worker/validation/contract.ts'

type Told = OrganizationDetail & ErrorBody

const OWN = 'DK13748136'
const BELGIAN = '0403019261'

const customer = await openRegisterCustomer('organization_vat')
const { member, validate, worker } = customer

const patch = (by: Member, body: object) =>
  by.patch<Told>('/api/organization', { organizationId: by.organization.id, ...body })
const read = async (by: Member) =>
  (await by.call<Told>(`/api/organization?organizationId=${by.organization.id}`)).body
const refusal = ({ status, body }: Answer<ErrorBody>) => [
  status,
  body.code,
  body.details?.[0]?.path,
  body.message,
]

const refused = [
  422,
  'INVALID_INPUT',
  'vatNumber',
  'Enter a valid EU or UK VAT number with its country code, such as DE136695976',
]

describe('the VAT number of an organization', () => {
  it('is null at first, can be set, is returned with the organization, and can be cleared', async () => {
    const member = await worker.signUp('vat-owner')
    expect(member.organization.vatNumber).toBeNull()
    const { status, body } = await patch(member, { vatNumber: ' de 136 695 976 ' })
    expect([status, body.vatNumber, body.name]).toEqual([200, 'DE136695976', member.organization.name])
    expect(await read(member)).toEqual(body)
    expect((await patch(member, { name: 'Renamed' })).body).toMatchObject({
      name: 'Renamed',
      vatNumber: 'DE136695976',
    })
    const both = await patch(member, { name: 'Both', vatNumber: 'DK13748136' })
    expect(both.body).toMatchObject({ name: 'Both', vatNumber: 'DK13748136' })
    for (const nothing of [null, '', '   ']) {
      await patch(member, { vatNumber: OWN })
      expect((await patch(member, { vatNumber: nothing })).body.vatNumber).toBeNull()
      expect((await read(member)).vatNumber).toBeNull()
    }
  })

  it.each([
    ['DE136695976', 'DE136695976'],
    ['de-136.695.976', 'DE136695976'],
    ['EL094259216', 'EL094259216'],
    ['GR 094259216', 'EL094259216'],
    ['ATU13585627', 'ATU13585627'],
    ['FR 40 303 265 045', 'FR40303265045'],
    ['FR 53 000 004 605', 'FR53000004605'],
    ['GB 980 7806 84', 'GB980780684'],
    ['XI980780684', 'XI980780684'],
    ['ESB58378431', 'ESB58378431'],
    ['NL004495445B01', 'NL004495445B01'],
    ['ＤＥ１３６６９５９７６', 'DE136695976'],
  ])('%s is kept as %s', (written, kept) => {
    expect(ownVatNumber(written)).toBe(kept)
  })

  const isRefused = async (_what: string, vatNumber: unknown) => {
    await patch(member, { vatNumber: OWN })
    expect(refusal(await patch(member, { vatNumber }))).toEqual(refused)
    expect((await read(member)).vatNumber).toBe(OWN)
    await patch(member, { vatNumber: null })
  }
  it.each([
    ['a wrong check digit', 'DE136695977'],
    ['another country’s number', 'AT136695976'],
    ['SQL', "DE136695976'; drop table organizations; --"],
    ['an object', { $ne: null }],
  ])('is refused as %s', isRefused)
  it.each([
    ['no country', '136695976'],
    ['only a country', 'DE'],
    ['a country without VIES', 'NO974760673MVA'],
    ['Switzerland', 'CHE116281710MWST'],
    ['a number for final consumers', 'PT999999990'],
    ['a tax number that is not for VAT', 'DE 12/345/67890'],
    ['10,000 spaces within', `DE${' '.repeat(10_000)}136695976`],
  ])('is refused as %s', { tags: 'deep' }, isRefused)

  it('changes nothing if the name or the number is invalid', async () => {
    expect((await patch(member, { name: 'x', vatNumber: OWN })).status).toBe(422)
    expect((await patch(member, { name: 'A new name', vatNumber: 'DE1' })).status).toBe(422)
    expect(await read(member)).toMatchObject({ name: member.organization.name, vatNumber: null })
    expect((await patch(member, {})).body).toMatchObject({
      code: 'INVALID_INPUT',
      details: [{ path: 'name' }],
    })
  })

  it('keeps tier and status under parallel changes', { tags: 'deep' }, async () => {
    const member = await worker.signUp('vat-suspended')
    const { token } = await member.createToken()
    await worker.validate(token)
    await Promise.all([
      ...Array.from({ length: 10 }, (_, n) => patch(member, { vatNumber: n % 2 ? OWN : null })),
      worker.updateOrganization(member.organization.id, { tier: 'PRO', status: 'SUSPENDED' }),
    ])
    expect((await worker.validate(token)).body.code).toBe('ORGANIZATION_SUSPENDED')
  })
})

describe('the consultation number of a register', () => {
  const infoOf = async (identifier = 'BE', tin = BELGIAN) =>
    (await validate(identifier, tin)).body.additionalInfo

  it('is returned from the next call after the number is set until it is cleared', async () => {
    expect((await infoOf()).consultationNumber).toBeUndefined()
    await worker.settle()
    await patch(member, { vatNumber: OWN })
    const { consultationNumber } = await infoOf()
    expect(consultationNumber).toMatch(/^WAPIAAAA/)
    await worker.settle()
    const { answered } = await worker.trips(async () =>
      expect((await infoOf()).consultationNumber).toBe(consultationNumber),
    )
    expect([answered.upstash.trips, answered.neon.trips, answered.registers.trips]).toEqual([2, 0, 0])
    await patch(member, { vatNumber: null })
    expect((await infoOf()).consultationNumber).toBeUndefined()
  })

  it('is not returned to another organization', async () => {
    await patch(member, { vatNumber: OWN })
    await infoOf()
    await worker.settle()
    const other = await worker.signUp('without-vat')
    const { token } = await other.createToken({ permissions: { read: true, validation: true } })
    expect((await validate('BE', BELGIAN, {}, token)).body.additionalInfo.consultationNumber).toBeUndefined()
    expect((await infoOf()).consultationNumber).toBeTruthy()
    await patch(member, { vatNumber: null })
  })

  it('is requested only from VIES for EU numbers and from HMRC for UK numbers', async () => {
    const [own = '', requested = ''] = take(numbersOf('GB.VAT', { from: 553_557_000 }), 2)
    await patch(member, { vatNumber: `GB${own}` })
    const [vies, hmrc] = [await infoOf('BE', '0403019261'), await infoOf('GB', requested)]
    expect([vies.consultationNumber, hmrc.consultationNumber]).toEqual([
      undefined,
      expect.stringMatching(/^YQD-/),
    ])
    await worker.settle()
    await patch(member, { vatNumber: OWN })
    expect((await infoOf('GB', requested)).consultationNumber).toBeUndefined()
    await patch(member, { vatNumber: null })
  })

  it('is requested with the current number while Redis is down and after Redis missed the change', {
    tags: 'deep',
  }, async () => {
    await infoOf()
    await worker.settle()
    await worker.fault({ service: 'upstash' })
    await patch(member, { vatNumber: OWN })
    expect((await infoOf()).consultationNumber).toMatch(/^WAPIAAAA/)
    await worker.clearFaults('upstash')
    await worker.redisAnswers()
    await infoOf()
    await worker.settle()
    expect((await infoOf()).consultationNumber).toMatch(/^WAPIAAAA/)
    await patch(member, { vatNumber: null })
  })

  it('follows a change that never reached Redis, within 5 seconds of a call', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    const infoAfter = async (vatNumber: string | null) => {
      await worker.sql`update organizations set vat_number = ${vatNumber} where id = ${member.organization.id}`
      await infoOf()
      await worker.settle()
      vi.setSystemTime(Date.now() + 5_000)
      return await infoOf()
    }
    await infoOf()
    expect((await infoAfter(OWN)).consultationNumber).toMatch(/^WAPIAAAA/)
    expect((await infoAfter(null)).consultationNumber).toBeUndefined()
    vi.useRealTimers()
  })

  it('is returned to the dashboard', async () => {
    await patch(member, { vatNumber: OWN })
    const { body } = await member.post<ValidationResponse>('/api/tinproof/validate', {
      countryCode: 'BE',
      tin: BELGIAN,
    })
    expect(body.additionalInfo.consultationNumber).toMatch(/^WAPIAAAA/)
    await patch(member, { vatNumber: null })
  })
})
