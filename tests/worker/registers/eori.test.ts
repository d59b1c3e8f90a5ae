import { afterEach, expect, it } from 'vitest'
import { openRegisterCustomer } from './register-customer.ts'

const customer = await openRegisterCustomer('eori')
const { callsTo, setMode, validate } = customer
afterEach(() => customer.reset())

const held = {
  register: 'eos',
  country: 'DE',
  tin: 'DE 7654321',
  missing: 'DE7654322',
  name: 'Maple Energy Ltd',
}
const british = {
  register: 'gbeori',
  country: 'GB',
  tin: 'GB 980780684002',
  missing: 'GB980780684001',
  name: 'Copper Media Ltd',
}

it.each([held, british])('looks up an EORI number of $country on request', async ({ country, tin, name }) => {
  const { body } = await validate(country, tin, { kind: 'customs', name })
  expect(body.validation).toMatchObject({ source: { isValid: true }, overall: { isValid: true } })
  expect(body.entity.name).toBe(name)
  expect([body.result, body.proof]).toEqual(['confirmed', 'customs_registration'])
  expect(body.additionalInfo).toMatchObject({
    type: `${country}.EORI`,
    confidence: 'register',
    nameMatch: 'exact',
  })
})

it.each([held, british])('rejects a number that the register of $country does not have', async (eori) => {
  const { body } = await validate(eori.country, eori.missing, { type: `${eori.country}.EORI` })
  expect(body.validation).toMatchObject({ source: { isValid: false }, overall: { isValid: false } })
})

it.each([held, british])('leaves a number of $country valid when its register is down', async (eori) => {
  const { register, country, missing } = eori
  await setMode(register, 'down')
  const { body } = await validate(country, missing, { kind: 'customs' })
  expect(body.validation).toMatchObject({ source: { isValid: null }, overall: { isValid: true } })
})

it('calls no EORI register for a VAT number', async () => {
  const calls = async () => [await callsTo('eos'), await callsTo('gbeori')]
  const before = await calls()
  await validate('DE', '811569869')
  await validate('GB', '980780684')
  expect(await calls()).toEqual(before)
})
