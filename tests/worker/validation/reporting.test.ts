import { afterEach, expect, it } from 'vitest'
import { refusal } from '#tests/worker/harness.ts'
import { openRegisterCustomer } from '#tests/worker/registers/register-customer.ts'

const customer = await openRegisterCustomer('reporting')
afterEach(() => customer.reset())

const report = (countryCode: string, tin: string, holder: 'person' | 'entity', options: object = {}) =>
  customer.validate(countryCode, tin, { purpose: 'crs', holder, source: false, ...options })

it.each([
  ['US', '123456789', 'person', true, 'US.SSN'],
  ['US', '123456789', 'entity', true, 'US.EIN'],
  ['US', 'P01234567', 'person', false, 'US.PTIN'],
  ['US', '078-05-1120', 'person', false, 'US.SSN'],
  ['DE', 'DE136695976', 'entity', false, 'DE.VAT'],
  ['DE', '86095742719', 'person', true, 'DE.IDNR'],
  ['DE', '86095742719', 'entity', false, 'DE.IDNR'],
  ['GB', '1955839661', 'entity', true, 'GB.UTR'],
  ['UK', '1955839661', 'person', true, 'GB.UTR'],
  ['GB', '00445790', 'entity', true, 'GB.CRN'],
  ['GB', 'GB980780684', 'entity', false, 'GB.VAT'],
  ['IE', '6433435F', 'entity', true, 'IE.VAT'],
  ['SK', 'SK2022749619', 'entity', true, 'SK.ICDPH'],
  ['PT', '999999990', 'person', false, 'PT.NIF'],
  ['GG', '12345', 'entity', true, 'GG.TIN'],
  ['MC', 'FR53000004605', 'person', null, undefined],
  ['BM', 'none', 'entity', false, undefined],
] as const)('%s %s of a %s is accepted: %s (%s)', async (country, tin, holder, isAccepted, type) => {
  const { status, body } = await report(country, tin, holder)
  expect([status, body.reporting?.isAccepted]).toEqual([200, isAccepted])
  if (type) expect(body.additionalInfo.type).toBe(type)
  expect(body.reporting).toMatchObject({ purpose: 'crs', holder })
})

it('is not refused by a register of VAT payers, which lists few people', async () => {
  await customer.setMode('vies', 'denies')
  const asked = { source: true }
  const { body } = await report('PT', '123456789', 'person', asked)
  expect(body).toMatchObject({
    result: 'format_only',
    validation: { source: { isValid: null }, overall: { isValid: true } },
    errors: [],
    reporting: { isAccepted: true },
  })
  const tin = await customer.validate('PT', '123456789', { ...asked, kind: 'tin' })
  expect(tin.body).toMatchObject({ result: 'format_only', errors: [] })
  const vat = await customer.validate('PT', '123456789', asked)
  expect(vat.body).toMatchObject({ result: 'invalid', errors: [{ code: 'NOT_REGISTERED' }] })
})

it('says what to send, in words and as a list, with its source', async () => {
  const { body } = await report('DE', '136695976', 'entity')
  expect(body.reporting).toEqual({
    purpose: 'crs',
    holder: 'entity',
    isAccepted: false,
    message:
      "The number isn't accepted for entities resident in Germany. Accepted: Tax number of the local tax office (Steuernummer) or Business identification number (W-IdNr.).",
    accepted: [
      { id: 'DE.STNR', name: expect.any(String), role: 'tin' },
      { id: 'DE.WIDNR', name: expect.any(String), role: 'tin' },
    ],
    noTinReason: null,
    note: expect.stringContaining('business identification number'),
    source: { name: 'OECD, TIN sheet of Germany', url: expect.stringMatching(/^https:/) },
  })
  const none = (await report('KY', '1', 'person')).body
  expect(none.result).toBe('unsupported')
  expect(none.reporting).toMatchObject({
    accepted: [],
    noTinReason: 'A',
    message: 'No TIN is issued to people resident in the Cayman Islands. Report reason A instead.',
  })
  const british = (await report('UK', '1955839661', 'person')).body
  expect(british.reporting?.message).toContain('people resident in the United Kingdom')
})

it('keeps the result of the register apart, also for a number that waits', async () => {
  const confirmed = await report('DK', '13748136', 'entity', { source: true })
  expect([confirmed.body.result, confirmed.body.reporting?.isAccepted]).toEqual(['confirmed', true])
  for (const register of ['vies', 'gleif']) await customer.setMode(register, 'down')
  const waiting = await report('DK', '13748136', 'entity', {
    source: true,
    fresh: true,
    async: 'until_confirmed',
  })
  expect([waiting.status, waiting.body.reporting]).toEqual([202, confirmed.body.reporting])
})

it('respects a requested type, and says nothing without a purpose', async () => {
  const { body } = await report('US', '123456789', 'person', { type: 'US.EIN' })
  expect([body.additionalInfo.type, body.reporting?.isAccepted]).toEqual(['US.EIN', false])
  const plain = await customer.validate('US', '123456789', { holder: 'person', source: false })
  expect([plain.status, plain.body.reporting]).toEqual([200, undefined])
})

it('refuses a purpose without a holder, and unknown values', async () => {
  const { validate } = customer
  for (const [options, path] of [
    [{ purpose: 'crs' }, 'holder'],
    [{ purpose: 'fatca', holder: 'person' }, 'purpose'],
    [{ purpose: 'crs', holder: 'trust' }, 'holder'],
  ] as const) {
    const answer = await validate('US', '123456789', options as object)
    expect(refusal(answer)).toEqual([422, 'INVALID_INPUT'])
    expect(answer.body.details).toMatchObject([{ path }])
  }
  expect(refusal(await report('QQ', '1', 'person'))).toEqual([422, 'UNSUPPORTED_COUNTRY'])
})
